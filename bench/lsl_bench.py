"""Rows of the LSL reader: an ordinary script of 64 KB, and texts made to be slow.

There is no peer to run beside it in Python, so the limits are absolute and scaled: a loop of plain Python runs in turns with the work,
and its time on the reference machine says what the limit is here. ``rows()`` yields the rows; ``python bench/lsl_bench.py`` prints them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "python"), str(HERE)]

from littlefolk.lsl import check, gate, parse  # noqa: E402
from timing import Row, interleaved  # noqa: E402

SIZE = 65_536
#: Microseconds of the loop below on the reference machine when it is quiet.
REFERENCE_US = 2_360.0

HEAD = """// A house with doors, lamps, a menu and visitors
integer gChannel = -77;
list gNames = ["door", "lamp", "bell", "sign"];
vector gHome = <128.0, 128.0, 22.5>;
float gSpeed = 1.5;
key gQuery;
string gLog = "";

"""
FUNCTIONS = (
    """// Handle choice number {n} of the menu
integer choose_{n}(key who, string choice, integer depth)
{{
    integer index = llListFindList(gNames, [choice]);
    if (index < 0 || depth > 3)
    {{
        llInstantMessage(who, "Unknown choice: " + choice); // tell only the one who asked
        return FALSE;
    }}
    else if (index == 1)
    {{
        llSetText("Lamp of " + llGetDisplayName(who), <1.0, 0.5, 0.0>, 1.0);
    }}
    else
    {{
        llSay(gChannel, llList2String(gNames, index) + ", depth " + (string)(index * 2 + depth));
    }}
    return TRUE;
}}

""",
    """vector place_{n}(vector from, rotation turn, float far)
{{
    vector ahead = from + <far, 0.0, 0.5> * turn;
    rotation level = llEuler2Rot(<0.0, 0.0, 90.0 * DEG_TO_RAD>) * turn;
    if (llVecDist(ahead, gHome) > 64.0)
    {{
        ahead = gHome + llVecNorm(ahead - gHome) * 64.0;
    }}
    llSetLinkPrimitiveParamsFast({n}, [PRIM_POS_LOCAL, ahead, PRIM_ROT_LOCAL, level, PRIM_COLOR, ALL_SIDES, <1, 1, 1>, 0.5]);
    return ahead;
}}

""",
    """string report_{n}(list items, integer from)
{{
    string text = "";
    integer i;
    integer count = llGetListLength(items);
    for (i = from; i < count; i += 2)
    {{
        text += llList2String(items, i) + " = " + llList2String(items, i + 1) + "\\n";
        if (llStringLength(text) >= 200) jump full_{n};
    }}
    @full_{n};
    gLog = llGetSubString(gLog + text, -1000, -1);
    return text;
}}

""",
    """/* Reads one line of the settings;
   lines look like: name = value */
setting_{n}(string line)
{{
    list parts = llParseString2List(line, ["="], []);
    string name = llToLower(llStringTrim(llList2String(parts, 0), STRING_TRIM));
    string value = llStringTrim(llList2String(parts, 1), STRING_TRIM);
    if (name == "speed") gSpeed = (float)value;
    else if (name == "channel") gChannel = (integer)value;
    else if (name == "home") gHome = (vector)value;
    else if (name != "") llOwnerSay("Setting {n}: unknown name \\"" + name + "\\"");
    while (gSpeed > 10.0 && !(gChannel & 1)) {{ gSpeed = gSpeed / 2.0 - 0.25; gChannel = (gChannel << 1) | 1; }}
}}

""",
)
TAIL = """default
{
    state_entry() { llListen(gChannel, "", NULL_KEY, ""); llSetTimerEvent(2.5); }
    touch_start(integer n) { llDialog(llDetectedKey(0), "Choose", gNames, gChannel); }
    listen(integer channel, string name, key id, string message) { if (choose_0(id, message, 0)) state busy; }
    http_response(key id, integer status, list meta, string body) { if (id == gQuery) setting_3(body); }
}

state busy
{
    timer() { llOwnerSay(report_2(gNames, 0)); place_1(llGetPos(), llGetRot(), gSpeed); state default; }
}
"""


def ordinary(size: int = SIZE) -> str:
    """A script of just under ``size`` bytes, as people write them."""
    parts = [HEAD]
    room = size - len(HEAD) - len(TAIL)
    n = 0
    while room > 1_100:
        part = FUNCTIONS[n % len(FUNCTIONS)].format(n=n)
        parts.append(part)
        room -= len(part)
        n += 1
    return "".join([*parts, TAIL])


def walls() -> dict[str, str]:
    """Texts of 64 KB that are all brackets, quotes or comments."""
    signs = {sign: sign * SIZE for sign in '([<{"'} | {"/*": "/*" * (SIZE // 2), "//": "//" * (SIZE // 2)}
    return signs | {"5,000 parentheses": "default{timer(){integer i=" + "(" * 5000 + "1" + ")" * 5000 + ";}}"}


def loop() -> int:
    """The calibration loop."""
    total = 0
    for i in range(20_000):
        total += i ^ (total >> 3)
    return total


def limited(name: str, case: str, work: Callable[[], object], right: bool, limit: float, stretch: float | None) -> Row:
    """A row whose peer is a limit in seconds on the reference machine."""
    ours, beside, _ = interleaved(work, loop, rounds=15)
    calibrated = ours * REFERENCE_US / beside
    best = None if stretch is None else round(limit / stretch, 2)
    ratio = round(limit * 1e6 / calibrated, 2)
    return Row(name, case, f"limit {limit:g} s, calibrated", round(calibrated, 1), limit * 1e6, ratio, 1.0, best, right)


def rows() -> Iterator[Row]:
    """Every row of the reader."""
    text = ordinary()
    script = parse(text)
    right = not check(script) and not gate(script) and len(text) > SIZE - 1_500
    yield limited("LSL check", f"ordinary script, {len(text)} bytes", lambda: check(parse(text)), right, 0.35, 0.05)
    yield limited("LSL check and gate", f"ordinary script, {len(text)} bytes", lambda: gate(parse(text)), right, 0.35, 0.15)
    for sign, wall in walls().items():
        found = any(item.severity == "error" for item in check(parse(wall)))
        yield limited("LSL check", f"wall of {sign}", lambda wall=wall: check(parse(wall)), found, 1.0, None)


if __name__ == "__main__":
    for row in rows():
        print(f"{row.name:20} {row.case:34} {row.ours_us / 1e6:9.4f} s  {row.peer:24} ratio {row.ratio:8.2f}  right {row.identical}")
