"""What the gate finds in texts: viewer commands, capability URLs and secrets, in every form they can be given."""

import pytest
from littlefolk.lsl import gate, parse

from tests.lsl.gated import UUID, categories, handler

# The command channel of viewers

#: More values than are multiplied out, a command last.
MANY = "".join(f't = "{n}";' for n in range(80)) + 't = "@fly=n";'
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
    ('llOwnerSay(llGetUsername(NULL_KEY) + "@fly=n");', ""),
    ('llOwnerSay((string)llDetectedKey(9) + "@fly=n");', ""),
    ('llOwnerSay(llGetUsername(NULL_KEY) + "@" + "x");', ""),
    ('llOwnerSay(llGetObjectDesc() + "@" + llGetObjectName());', ""),
    ('llOwnerSay(llInsertString(llGetObjectName(), 0, "@"));', ""),
    ('llOwnerSay(llInsertString("x" + llGetObjectName(), 0, "@"));', ""),
    ('llOwnerSay(llList2String(llListReplaceList(["x"], ["@"], 0, 0), 0) + llGetObjectDesc());', ""),
    ('{ string g = "x"; } llOwnerSay(g);', 'string g = "@";'),
    ('llOwnerSay(llList2String(llListInsertList(["x"], ["@"], 0), 0) + llGetObjectDesc());', ""),
    (f"string s; string t; {MANY} s += t; llOwnerSay(s);", ""),
    (f'string t; {MANY} list l = [t, t]; llOwnerSay(llList2String(l, 1) + "@fly=n");', ""),
    ('llSay(-1812221819, "x," + (string)llGetOwner() + ",@sit=force");', ""),
    ('llRegionSayTo(llGetOwner(), -1812221819, "x");', ""),
    ('llDialog(NULL_KEY, "x", ["a,b,@sit=force"], -1812221819);', ""),
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
    (f'string a = "http://x"; a += "/c"; a += "a"; a += "p"; a += "/{UUID}";', ""),
    (f'string b = gFront + "{UUID}";', 'string gFront = "http://x/cap/";'),
    (f'join("http://x/cap/", "{UUID}");', "string join(string a, string b) { return a + b; }"),
    ("// " + ADDRESS, ""),
    ("/* " + ADDRESS + " */", ""),
    ("// http://sim.example/ca\n// p/" + UUID, ""),
    (f'string s = "http%3A%2F%2Fx%2Fcap%2F{UUID}";', ""),
    (f'string s = llUnescapeURL("http%3A%2F%2Fx%2Fc" + "ap%2F{UUID}");', ""),
    ('string s = "aHR0cDovL3gvY2FwLzhmMWQ0YjFlLTJjMGQtNGYyYS05YjZlLTFhMmIzYzRkNWU2Zg==";', ""),
    (f'string s = "http:\\\\u002F\\\\u002Fx\\\\u002Fcap\\\\u002F{UUID}";', ""),
    (f'string s = "http:\\\\x2F\\\\x2Fx\\\\x2Fcap\\\\x2F{UUID}";', ""),
    (f"/* http://sim.example/ca\n * p/{UUID} */", ""),
    (f"/* http://sim.example/cap/{UUID[:9]}\n   {UUID[9:]} */", ""),
    (f'string s = "http://x/cap/{UUID.replace("-", "")}";', ""),
    (f'string s = "http://x:9000/CAPS/{UUID}0000/";', ""),
    (f'string s = "http://x:9000/lslhttp/{UUID}/";', ""),
    ('string s = "http://x/cap/" + llGetObjectDesc();', ""),
    (f'string s = "http:\\\\/\\\\/x\\\\/cap\\\\/{UUID}";', ""),
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
    'string s = "sk-abcdefghijklmnopqrstuvwx";',
    'list l = [HTTP_CUSTOM_HEADER, "Authorization", "Bearer abcdefghijklmnopqrstuv"];',
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
    'string s = "https://:hunter2@example.com/";',
    'string s = "bob:hunter2@example.com";',
    'string s = "bob:" + "hunter2@" + "example.com";',
    'string s = "see bob:secret@10.0.0.5 there";',
    'string s = "user:password@example.com";',
    'string s = "db=bob:hunter2@localhost";',
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
    'string api_key = "a8Fk2Lm9" + "Qw3Er5Ty7Ui1";',
    'string api_key; api_key = "a8Fk2Lm9Qw3Er5Ty7Ui1";',
    'string api_key = "a8Fk2Lm9"; api_key += "Qw3Er5Ty7Ui1";',
    'string half = "a8Fk2Lm9"; string api_key; if (TRUE) api_key = half + llToUpper("q") + "w3Er5Ty7Ui1";',
    'string gSecretToken = "a8Fk2Lm9Qw3Er5Ty7Ui1";',
    'string s = "c2stYWJjMTIzZGVmNDU2Z2hpNzg5amtsMDEy";',
    'string s = "c2stYWJjMTIzZGVm\nNDU2Z2hpNzg5amtsMDEy";',
    "/* c2stYWJjMTIzZGVm\n   NDU2Z2hpNzg5amtsMDEy */",
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


def test_a_secret_handed_to_a_parameter_of_that_name_is_refused_where_it_is_handed_over():
    source = handler('ask("a8Fk2Lm9Qw3Er5Ty7Ui1");', "ask(string api_key) { llSay(0, llGetObjectName()); }")
    (refusal,) = gate(parse(source))
    assert (refusal.category, refusal.line) == ("secret", 6)


def test_refusals_never_show_the_secret():
    for refusal in gate(parse(handler('string s = "sk-abc123def456ghi789jkl012"; string t = "https://bob:hunter2@example.com/";'))):
        assert "abc123" not in refusal.message
        assert "hunter2" not in refusal.message


def test_a_text_of_many_signs_is_searched_within_the_bound_of_a_long_option():
    source = handler('llOwnerSay(llGetObjectDesc() + "' + "a:b@" * 15_000 + '");')
    assert categories(source) == []
    assert "command channel" in categories(handler('llOwnerSay(llGetObjectDesc()); string s = "@sit:' + "x" * 1000 + '=force";'))
