"""The gate: what it refuses in every form, and what it lets pass."""

import pytest
from littlefolk.lsl import CATEGORIES, check, gate, parse
from littlefolk.lsl.table import CLASSIFICATION, CONSTANTS, FUNCTIONS, HARMLESS

from tests.lsl.gated import call, categories, handler
from tests.lsl.test_gate_texts import ADDRESSES, COMMANDS, SECRETS

REFUSED = sorted(name for name, one in CLASSIFICATION.items() if one.name != HARMLESS and name != "llRequestPermissions")
HARMLESS_FUNCTIONS = sorted(name for name, one in CLASSIFICATION.items() if one.name == HARMLESS)


# The classification


def test_every_function_of_the_language_is_classified():
    assert set(CLASSIFICATION) == set(FUNCTIONS)


def test_the_classes_are_those_of_the_policy():
    assert {one.name for one in CLASSIFICATION.values()} == {
        "teleport", "rez", "attach", "money", "estate and land", "eject", "object return", "capability URL", "indirect delivery",
        "permission", "harmless",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("llTeleportAgent", "teleport"), ("llTeleportAgentHome", "teleport"), ("llTeleportAgentGlobalCoords", "teleport"),
        ("llRezObject", "rez"), ("llRezAtRoot", "rez"), ("llRezObjectWithParams", "rez"), ("llAttachToAvatar", "attach"),
        ("llAttachToAvatarTemp", "attach"), ("llDetachFromAvatar", "attach"), ("llGiveMoney", "money"),
        ("llTransferLindenDollars", "money"), ("llManageEstateAccess", "estate and land"), ("llAddToLandBanList", "estate and land"),
        ("llEjectFromLand", "eject"), ("llReturnObjectsByID", "object return"), ("llReturnObjectsByOwner", "object return"),
        ("llRequestURL", "capability URL"), ("llRequestSecureURL", "capability URL"), ("llGiveInventory", "indirect delivery"),
        ("llGiveInventoryList", "indirect delivery"), ("llRemoteLoadScriptPin", "indirect delivery"),
        ("llRequestExperiencePermissions", "permission"), ("llTransferOwnership", "permission"),
    ],
)  # fmt: skip
def test_functions_the_policy_is_about(name, category):
    assert CLASSIFICATION[name].name == category


# Calls


@pytest.mark.parametrize("name", REFUSED)
def test_calls_are_refused_in_every_form(name):
    category = CLASSIFICATION[name].name
    plain = call(name)
    forms = {
        "call": handler(f"{plain};"),
        "split by comments": handler(f"{call(name, ' /* llSay */ // x' + chr(10))};"),
        "in an expression": handler(f"if (TRUE) {{ do {{ while (FALSE) {plain}; }} while (FALSE); }}"),
        "in a function nobody calls": handler(";", f"helper() {{ {plain}; }}"),
        "behind stray characters": handler(f"#{plain.replace('(', '$(#', 1)};"),
        "in another state": handler(";") + f"state other {{ timer() {{ {plain}; }} }}",
    }
    for form, source in forms.items():
        assert category in categories(source), form


def test_refusals_are_placed():
    (refusal,) = gate(parse(handler('llSay(0, "a");\n        llGiveMoney(llGetOwner(), 1);')))
    assert (refusal.line, refusal.column, refusal.end_line, refusal.end_column) == (7, 9, 7, 20)
    assert "llGiveMoney" in refusal.reason
    assert refusal.repair


def test_every_reason_is_listed():
    source = handler('llGiveMoney(llGetOwner(), 1); llOwnerSay("@detach=n"); llRezObject("x", ZERO_VECTOR, ZERO_VECTOR, ZERO_ROTATION, 0);')
    assert categories(source) == ["money", "command channel", "rez"]


@pytest.mark.parametrize("name", HARMLESS_FUNCTIONS)
def test_harmless_functions_pass(name):
    assert categories(handler(f"{call(name)};")) == []


@pytest.mark.parametrize("name", ["osTeleportAgent", "osForceAttachToAvatar", "lsSetWindlightScene", "modInvokeS", "os2", "mod_x"])
def test_functions_of_other_servers_are_refused(name):
    assert "foreign function" in categories(handler(f'{name}("x");'))
    assert "foreign function" in categories(handler(f'{name}("x");', f"{name}(string s) {{ }}"))


def test_names_that_only_look_like_those_of_other_servers_pass():
    top = "integer modulo(integer a) { return a % 2; } ossify() { } lsb() { } model(integer n) { }"
    assert categories(handler("modulo(3); ossify(); lsb(); model(1);", top)) == []


def test_functions_nobody_declares_are_refused():
    assert categories(handler("llNoSuchThing();")) == ["foreign function"]


def test_a_script_that_cannot_be_read_is_refused():
    assert categories(handler('llSay(0 "x");')) == ["unreadable"]
    assert "unreadable" in categories("")
    assert "unreadable" in categories("x" * 70_000)


# Permission masks

DANGEROUS = [
    "DEBIT", "REMAP_CONTROLS", "ATTACH", "RELEASE_OWNERSHIP", "CHANGE_LINKS", "CHANGE_JOINTS", "CHANGE_PERMISSIONS", "TELEPORT",
    "SILENT_ESTATE_MANAGEMENT", "RETURN_OBJECTS", "PRIVILEGED_LAND_ACCESS",
]  # fmt: skip
ALLOWED = ["TAKE_CONTROLS", "TRIGGER_ANIMATION", "TRACK_CAMERA", "CONTROL_CAMERA", "OVERRIDE_ANIMATIONS"]


def test_every_permission_is_judged():
    assert {f"PERMISSION_{name}" for name in DANGEROUS + ALLOWED} == {name for name in CONSTANTS if name.startswith("PERMISSION_")}


def masks(name):
    bit = CONSTANTS[f"PERMISSION_{name}"].value
    constant = f"PERMISSION_{name}"
    yield f"llRequestPermissions(k, {constant});", ""
    yield f"llRequestPermissions(k, {bit});", ""
    yield f"llRequestPermissions(k, 0x{bit:X});", ""
    yield f"llRequestPermissions(k, PERMISSION_TRIGGER_ANIMATION | {constant});", ""
    yield f"llRequestPermissions /* a */ (k, /* b */ {constant} /* c */);", ""
    yield f"llRequestPermissions(k, {bit - 1} + 1);", ""
    yield f"llRequestPermissions(k, 1 << {bit.bit_length() - 1});", ""
    yield f"llRequestPermissions(k, ~{~bit});", ""
    yield f"llRequestPermissions(k, {constant} ^ 0);", ""
    yield f'llRequestPermissions(k, (integer)"{bit}");', ""
    yield f'llRequestPermissions(k, (integer)("0x" + "{bit:X}"));', ""
    yield f"integer m = {constant}; llRequestPermissions(k, m);", ""
    yield f"integer m; m = {constant}; llRequestPermissions(k, m);", ""
    yield f"integer m = PERMISSION_TRIGGER_ANIMATION; m = m | {constant}; llRequestPermissions(k, m);", ""
    yield f"integer m = 0; m += {constant}; llRequestPermissions(k, m);", ""
    yield "llRequestPermissions(k, gMask);", f"integer gMask = {constant};"
    yield f"ask({constant});", "ask(integer m) { llRequestPermissions(NULL_KEY, m); }"
    yield "llRequestPermissions(k, mask());", f"integer mask() {{ if (TRUE) return 0; return {constant}; }}"
    yield f"llRequestPermissions(k, llList2Integer([16, {constant}], 1));", ""
    yield f'llRequestPermissions(k, llList2Integer(llParseString2List("16,{bit}", [","], []), 1));', ""


@pytest.mark.parametrize("name", DANGEROUS)
def test_dangerous_bits_are_found_in_every_form(name):
    for code, top in masks(name):
        assert "permission" in categories(handler("key k; " + code, top)), code


def test_the_message_names_the_dangerous_bits():
    (refusal,) = gate(parse(handler("llRequestPermissions(llGetOwner(), PERMISSION_DEBIT | 0x20 | PERMISSION_TAKE_CONTROLS);")))
    assert "PERMISSION_DEBIT" in refusal.reason
    assert "PERMISSION_ATTACH" in refusal.reason
    assert "PERMISSION_TAKE_CONTROLS" not in refusal.reason
    assert "PERMISSION_TAKE_CONTROLS" in refusal.repair


@pytest.mark.parametrize("mask", ["0x2000", "0x20000", "0x40000", "-1", "0x80000000", "1"])
def test_bits_without_a_name_are_dangerous(mask):
    assert categories(handler(f"llRequestPermissions(llGetOwner(), {mask});")) == ["permission"]


@pytest.mark.parametrize(
    "code",
    [
        "llRequestPermissions(llGetOwner(), llGetStartParameter());",
        "llRequestPermissions(llGetOwner(), (integer)llGetObjectDesc());",
        "llRequestPermissions(llGetOwner(), n);",
        "n = 16; llRequestPermissions(llGetOwner(), n);",
        "integer m = 16; ++m; llRequestPermissions(llGetOwner(), m);",
        "llRequestPermissions(llGetOwner(), 16 | llFloor(llFrand(9.0)));",
        "llRequestPermissions(llGetOwner());",
    ],
)
def test_masks_that_do_not_fold_are_refused(code):
    source = f"default {{ touch_start(integer n) {{ {code} }} }}"
    assert categories(source) == ["permission"]


#: More choices of two values than are multiplied out.
SEVENTY = "".join(f"a = {n}; b = {n};" for n in range(1, 72)) + "llRequestPermissions(NULL_KEY, {});"


@pytest.mark.parametrize(
    ("code", "top"),
    [
        ("{ integer m = 16; } llRequestPermissions(NULL_KEY, m);", "integer m = 2;"),
        ("llRequestPermissions(NULL_KEY, m); integer m = 16;", "integer m = 2;"),
        ("integer m = m; llRequestPermissions(NULL_KEY, m);", "integer m = 2;"),
        ("{ integer m = 16; m = 4; } m = 2;", "integer m; ask() { llRequestPermissions(NULL_KEY, m); }"),
        ("llRequestPermissions(NULL_KEY, 4294967312);", ""),
        ('llRequestPermissions(NULL_KEY, llStringLength("😀😀😀😀"));', ""),
        ("llRequestPermissions(NULL_KEY, (integer)(33554432.0 + 2.0 - 33554430.0));", ""),
        ("llRequestPermissions(NULL_KEY, ((16777217 == 16777216.0) * 2) | 16);", ""),
        ("float f = 1; llRequestPermissions(NULL_KEY, (integer)(f / 2 * 4));", ""),
        ("float f; llRequestPermissions(NULL_KEY, (integer)((f = 1) / 2 * 4));", ""),
        ("llRequestPermissions(NULL_KEY, (integer)(half(1) / 2 * 4));", "float half(float x) { return x; }"),
        ("llRequestPermissions(NULL_KEY, (integer)(one() / 2 * 4));", "float one() { return 1; }"),
        ("llRequestPermissions(NULL_KEY, 0x100000010);", ""),
        ('llRequestPermissions(NULL_KEY, (integer)"4294967312");', ""),
        ("llRequestPermissions(NULL_KEY, llList2Integer(llListInsertList([16], [2], 0), 0));", ""),
        ("llRequestPermissions(NULL_KEY, llList2Integer(llListReplaceList([16], [2], 0, 0), 0));", ""),
        ("llRequestPermissions(NULL_KEY, (integer)20.99999999);", ""),
        ("llRequestPermissions(NULL_KEY, (integer)1.99999999 * 8);", ""),
        (SEVENTY.format('(integer)llGetSubString("' + "4" * 72 + '", a, b)'), "integer a; integer b;"),
    ],
)
def test_masks_that_pretend_to_be_harmless_are_refused(code, top):
    assert categories(handler(code, top)) == ["permission"]


def test_a_local_of_its_own_keeps_its_own_value():
    assert categories(handler("integer m = 16; llRequestPermissions(NULL_KEY, m);", "integer m = 2;")) == []


@pytest.mark.parametrize("name", ALLOWED)
def test_harmless_bits_pass(name):
    for code, top in masks(name):
        if "+= " not in code:
            found = categories(handler("key k; " + code, top))
            assert found == [] or "m = m |" in code, code


def test_a_mask_that_was_never_set_is_nothing():
    assert categories(handler("integer m; llRequestPermissions(NULL_KEY, m);")) == []


# Bounds and completeness


def test_folding_is_bounded_and_fails_closed():
    doubled = 'string a0 = "xxxxxxxxxxxxxxxx";' + "".join(f"string a{i + 1}; " for i in range(50))
    code = "".join(f"a{i + 1} = a{i} + a{i};" for i in range(50)) + "llOwnerSay(a50);"
    assert categories(handler(code, doubled)) in ([], ["undecided"])
    chain = "".join(f"integer m{i + 1} = m{i};" for i in range(200))
    assert categories(handler("llRequestPermissions(NULL_KEY, m200);", "integer m0 = 16;" + chain)) in (["undecided"], ["permission"])


def test_recursion_of_the_script_does_not_trouble_the_gate():
    top = 'string a(string s) { return b(s + "x"); } string b(string s) { return a(s); }'
    assert categories(handler('llOwnerSay(a("@")); string s = "@fly=n";', top)) == ["command channel"]


def test_warnings_cannot_crowd_out_what_is_wrong():
    noise = "// \u202e\n" * 300 + "/* \u202e */ " * 300
    assert categories(noise + handler("llGiveMoney(NULL_KEY, 1);")) == ["money"]
    assert categories(noise + "nonsense") == ["unreadable"] * 2
    numbers = "".join(f"integer a{i} = 4000000000;" for i in range(300))
    assert categories(noise + handler("llGiveMoney(NULL_KEY, 1);", numbers)) == ["money"]


def test_a_carriage_return_does_not_hide_code_in_a_comment():
    assert "unreadable" in categories(handler("// harmless\rllGiveMoney(NULL_KEY, 1);"))
    assert categories("// harmless\r\ndefault { timer() { } }\r\n") == []


def test_every_category_is_shown():
    sources = [handler(f"{call(name)};") for name in REFUSED]
    sources += [handler(code, top) for code, top in COMMANDS + ADDRESSES] + [handler(code) for code in SECRETS]
    sources += [handler("osX();"), handler("llRequestPermissions(NULL_KEY, 2);"), ""]
    long = "".join(f"integer m{i + 1} = m{i};" for i in range(200))
    sources.append(handler("llRequestPermissions(NULL_KEY, m200);", "integer m0 = 16;" + long))
    assert {category for source in sources for category in categories(source)} == set(CATEGORIES)


def test_what_the_gate_refuses_here_is_otherwise_right():
    for code, top in COMMANDS + ADDRESSES + [(code, "") for code in SECRETS]:
        errors = [d for d in check(parse(handler(code, top))) if d.severity == "error"]
        assert errors == [], code
