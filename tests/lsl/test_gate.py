"""The gate: what it refuses in every form, and what it lets pass."""

import pytest
from littlefolk.lsl import CATEGORIES, check, gate, parse
from littlefolk.lsl.table import CLASSIFICATION, CONSTANTS, FUNCTIONS, HARMLESS

UUID = "8f1d4b1e-2c0d-4f2a-9b6e-1a2b3c4d5e6f"
ZEROS = {
    "integer": "0",
    "float": "0.0",
    "string": '""',
    "key": "NULL_KEY",
    "vector": "ZERO_VECTOR",
    "rotation": "ZERO_ROTATION",
    "list": "[]",
}
REFUSED = sorted(name for name, one in CLASSIFICATION.items() if one.name != HARMLESS and name != "llRequestPermissions")
HARMLESS_FUNCTIONS = sorted(name for name, one in CLASSIFICATION.items() if one.name == HARMLESS)


def handler(code, top=""):
    return f"{top}\ndefault\n{{\n    state_entry()\n    {{\n        {code}\n    }}\n}}\n"


def categories(source):
    return [refusal.category for refusal in gate(parse(source))]


def call(name, gap=""):
    return f"{name}{gap}({', '.join(ZEROS[p.type] for p in FUNCTIONS[name].parameters)})"


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
        "integer m = 16; ++m; llRequestPermissions(llGetOwner(), m);",
        "llRequestPermissions(llGetOwner(), 16 | llFloor(llFrand(9.0)));",
        "llRequestPermissions(llGetOwner());",
    ],
)
def test_masks_that_do_not_fold_are_refused(code):
    source = f"default {{ touch_start(integer n) {{ {code} }} }}"
    assert categories(source) == ["permission"]


@pytest.mark.parametrize("name", ALLOWED)
def test_harmless_bits_pass(name):
    for code, top in masks(name):
        if "+= " not in code:
            found = categories(handler("key k; " + code, top))
            assert found == [] or "m = m |" in code, code


# The command channel of viewers

COMMANDS = [
    ('llOwnerSay("@detach=n");', ""),
    ('llOwnerSay /* x */ ( /* y */ "@detach=n" /* z */ );', ""),
    ('llOwnerSay("@");', ""),
    ('llOwnerSay("@" + "detach=n");', ""),
    ('llOwnerSay("" + "@det" + "ach=n");', ""),
    ('llOwnerSay("\\@detach=n");', ""),
    ('llOwnerSay(L"@detach=n");', ""),
    ('llOwnerSay((string)"@detach=n");', ""),
    ('llOwnerSay((key)"@detach=n");', ""),
    ('string s = "@detach=n"; llOwnerSay(s);', ""),
    ('string s; s = "@detach=n"; llOwnerSay(s);', ""),
    ('string s = "@"; s += "detach=n"; llOwnerSay(s);', ""),
    ('string s; s += "@detach=n"; llOwnerSay(s);', ""),
    ('string s = "@"; s = s + "detach" + "=n"; llOwnerSay(s);', ""),
    ('string s = "detach=n"; s = "@" + s; llOwnerSay(s);', ""),
    ("llOwnerSay(gText);", 'string gText = "@detach=n";'),
    ('gText = "@detach=n"; llOwnerSay(gText);', "string gText;"),
    ('tell("@detach=n");', "tell(string m) { llOwnerSay(m); }"),
    ('tell("detach=n");', 'tell(string m) { llOwnerSay("@" + m); }'),
    ('tell("@", "detach=n");', "tell(string a, string b) { tell2(a + b); } tell2(string m) { llOwnerSay(m); }"),
    ("llOwnerSay(text());", 'string text() { return "@detach=n"; }'),
    ("llOwnerSay(text());", 'string text() { if (TRUE) return "x"; return "@clear"; }'),
    ('llOwnerSay(llGetSubString("x@detach=n", 1, -1));', ""),
    ('llOwnerSay(llDeleteSubString("xx@detach=n", 0, 1));', ""),
    ('llOwnerSay(llInsertString("detach=n", 0, "@"));', ""),
    ('llOwnerSay(llReplaceSubString("#detach=n", "#", "@", 0));', ""),
    ('llOwnerSay(llStringTrim("  @detach=n", STRING_TRIM));', ""),
    ('llOwnerSay(llToLower("@DETACH=N"));', ""),
    ('llOwnerSay(llUnescapeURL("%40detach=n"));', ""),
    ('llOwnerSay(llBase64ToString("QGRldGFjaD1u"));', ""),
    ('llOwnerSay(llBase64ToString("QGRl" + "dGFjaD1u"));', ""),
    ('llOwnerSay(llChar(64) + "detach=n");', ""),
    ('llOwnerSay(llChar(8 * 8) + "detach=n");', ""),
    ('llOwnerSay(llDumpList2String(["@detach", "n"], "="));', ""),
    ('llOwnerSay((string)["@detach", "=n"]);', ""),
    ('llOwnerSay(llList2String(["a", "@detach=n"], 1));', ""),
    ('llOwnerSay(llList2String(["a", "@detach=n"], -1));', ""),
    ('llOwnerSay(llList2CSV(["@detach=n", "x"]));', ""),
    ('llOwnerSay(llList2String(llParseString2List("a|@detach=n", ["|"], []), 1));', ""),
    ('list l = ["@"]; l += "detach=n"; llOwnerSay((string)l);', ""),
    ('llOwnerSay(llXorBase64("QA==", "AA==") + "");string s = "@detach=n"; llOwnerSay(llList2String([s], i));', "integer i;"),
    ('print("@detach=n");', ""),
    ('string s = "@detach=n"; print(s);', ""),
    ('listen2("@" + "fly=n");', "listen2(string m) { string n = m; print(n); }"),
    # What the text starts with is not known, but it may be nothing, or the command is elsewhere in the script.
    ('llOwnerSay(llGetObjectDesc() + "@detach=n");', ""),
    ('list l = ["@detach=n", "@fly=n"]; llOwnerSay(llList2String(l, (integer)llFrand(2.0)));', ""),
    ('string s = "n=hcated@"; string t = "@fly=n"; integer i; for (; i < 3; ++i) s = llGetSubString(s, i, i) + s; llOwnerSay(s);', ""),
    ('llSay(-1812221819, "x," + (string)llGetOwner() + ",@sit=force");', ""),
    ('llRegionSayTo(llGetOwner(), -1812221819, "x");', ""),
    ('integer relay = -1812221819; llShout(relay, "x");', ""),
]


@pytest.mark.parametrize(("code", "top"), COMMANDS)
def test_viewer_commands_are_refused_in_every_form(code, top):
    assert "command channel" in categories(handler(code, top))


# Capability URLs

ADDRESS = f"http://sim.example/cap/{UUID}"
ADDRESSES = [
    (f'llOwnerSay("see {ADDRESS}");', ""),
    (f'string s = "{ADDRESS.upper()}";', ""),
    (f'llHTTPRequest("http://sim.example/ca" + "p/{UUID}", [], "");', ""),
    (f'llHTTPRequest("http://sim.example/ca" /* x */ + /* y */ "p/{UUID}", [], "");', ""),
    (f'string a = "http://x/c"; string b = a + "ap/" + "{UUID}";', ""),
    (f'string a = "http://x/ca"; a += "p/"; a += "{UUID}";', ""),
    (f'string b = gFront + "{UUID}";', 'string gFront = "http://x/cap/";'),
    (f'join("http://x/cap/", "{UUID}");', "string join(string a, string b) { return a + b; }"),
    ("// " + ADDRESS, ""),
    ("/* " + ADDRESS + " */", ""),
    ("// http://sim.example/ca\n// p/" + UUID, ""),
    (f'string s = "http%3A%2F%2Fx%2Fcap%2F{UUID}";', ""),
    (f'string s = llUnescapeURL("http%3A%2F%2Fx%2Fc" + "ap%2F{UUID}");', ""),
    ('string s = "aHR0cDovL3gvY2FwLzhmMWQ0YjFlLTJjMGQtNGYyYS05YjZlLTFhMmIzYzRkNWU2Zg==";', ""),
    (f'string s = "http:\\\\u002F\\\\u002Fx\\\\u002Fcap\\\\u002F{UUID}";', ""),
    (f'string s = "http://x/cap/{UUID.replace("-", "")}";', ""),
    (f'string s = "http://x:9000/CAPS/{UUID}0000/";', ""),
    (f'string s = "http://x:9000/lslhttp/{UUID}/";', ""),
    ('string s = "http://x/cap/" + llGetObjectDesc();', ""),
    (f'string s = llDumpList2String(["http://x", "cap", "{UUID}"], "/");', ""),
    (f'string s = (string)["http://x/cap/", "{UUID}"];', ""),
    (f'string s = "https://simhost-0123456789abcdef0.agni.secondlife.io:12043/cap/{UUID}";', ""),
    ('string s = "http://sim9.agni.lindenlab.com:12046/";', ""),
    ('string s = "https://example.net:12043/x";', ""),
    (f'string s = "http://x/c​ap/{UUID}";', ""),
    (f'string s = L"http://x/cap/{UUID}";', ""),
    (f'string s = llReplaceSubString("http://x/#/{UUID}", "#", "cap", 0);', ""),
    (f'string s = llInsertString("http://x/c/{UUID}", 10, "ap");', ""),
]


@pytest.mark.parametrize(("code", "top"), ADDRESSES)
def test_capability_urls_are_refused_in_every_form(code, top):
    assert "capability URL" in categories(handler(code, top))


# Secrets

SECRETS = [
    'string s = "sk-abc123def456ghi789jkl012";',
    'string s = "sk-" + "abc123def456" + "ghi789jkl012";',
    'string s = "sk-proj-abc123def456ghi789jkl012";',
    'string s = "sk_live_abc123def456ghi789jkl012";',
    'string s = "ghp_"; s += "abcdefghijklmnopqrstuvwxyz0123456789";',
    'string s = "github_pat_11ABCDEFG0abcdefghijklmnop";',
    'string s = "glpat-abcdefghij0123456789";',
    'string s = "AKIAIOSFODNN7EXAMPLE";',
    'string s = "AIzaSyA1234567890abcdefghijklmnopqrstuv";',
    'string s = "hf_abcdefghijklmnopqrstuvwxyz";',
    'list l = [HTTP_CUSTOM_HEADER, "Authorization", "Bearer abcdef1234567890"];',
    'list l = [HTTP_CUSTOM_HEADER, "Authorization", "Bear" + "er abcdef" + "1234567890"];',
    'string s = "Authorization: Basic dXNlcjpwYXNzd29yZA==";',
    'string s = "https://bob:hunter2@example.com/";',
    'string s = "https://bob" + ":hunter2" + "@example.com/";',
    'string s = "ftp://user:pass@host";',
    'string s = "https://discord.com/api/webhooks/123456789/abcdefghijk_LMN";',
    'string s = "https://discordapp.com/api/v9/webhooks/123456789/abcdefghijk_LMN";',
    'string s = "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX";',
    'string s = "https://maker.ifttt.com/trigger/door/with/key/abcdefGHIJ1234";',
    'string s = "https://hooks.zapier.com/hooks/catch/123456/abcdef/";',
    'string s = "https://api.telegram.org/bot123456789:AAabcdefghijklmnopqrstuvwxyz012345678/sendMessage";',
    'string s = "https://example.webhook.office.com/webhookb2/abc123def456";',
    'string s = "-----BEGIN RSA PRIVATE KEY-----";',
    'string s = "-----BEGIN PRIVATE KEY-----";',
    'string s = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";',
    'string s = "https://example.com/?api_key=a1b2c3d4e5f6";',
    'string s = "{\\"password\\": \\"hunter2hunter2\\"}";',
    'string api_key = "a8Fk2Lm9Qw3Er5Ty7Ui1";',
    'string gSecretToken = "a8Fk2Lm9Qw3Er5Ty7Ui1";',
    'string s = "c2stYWJjMTIzZGVmNDU2Z2hpNzg5amtsMDEy";',
    'string s = llBase64ToString("c2stYWJjMTIzZGVm" + "NDU2Z2hpNzg5amtsMDEy");',
    "// sk-abc123def456ghi789jkl012",
    "/* password = hunter2hunter2 */",
    "// the token: Bearer abcdef1234567890",
    'string s = "sk%2Dabc123def456ghi789jkl012";',
    'string s = "sk-abc123​def456ghi789jkl012";',
]


@pytest.mark.parametrize("code", SECRETS)
def test_secrets_are_refused(code):
    assert "secret" in categories(handler(code))


def test_refusals_never_show_the_secret():
    for refusal in gate(parse(handler('string s = "sk-abc123def456ghi789jkl012"; string t = "https://bob:hunter2@example.com/";'))):
        assert "abc123" not in refusal.message
        assert "hunter2" not in refusal.message


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
