"""Laws of folding: long text fits the view's limits and no code point is cut."""

from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as st
from littlefolk.present.folding import folded
from littlefolk.present.views import MODEL, ModelView

views = st.builds(ModelView, limit_lines=st.integers(3, 80), limit_bytes=st.integers(600, 4000))
longs = st.lists(st.text(st.characters(exclude_characters="\n"), max_size=30), max_size=120).map("\n".join) | st.tuples(
    st.text(min_size=1, max_size=4), st.integers(1, 3000)
).map(lambda pair: pair[0] * pair[1])


def size(text):
    return len(text.encode("utf-8", "surrogatepass"))


@given(longs, views)
@example("\n".join(str(line) for line in range(25)), ModelView(limit_lines=20))
@example("x\n" * 61, MODEL)
@example("é" * 1201, MODEL)
@example("🧱" * 601, MODEL)
@example("\n".join("🧱" * 100 for _ in range(100)), MODEL)
def test_it_fits_and_holds_whole_signs_of_the_original(text, view):
    shown = folded(text, view, "#ABCD")
    lines = text.split("\n")
    if len(lines) <= view.limit_lines and size(text) <= view.limit_bytes:
        assert shown == text
        return
    assert "#ABCD" in shown
    assert size(shown) <= view.limit_bytes
    assert len(shown.split("\n")) <= view.limit_lines + 2, "a cut in bytes adds a line of its own"
    shown.encode("utf-8", "surrogatepass").decode("utf-8", "surrogatepass")
    assert "\N{REPLACEMENT CHARACTER}" not in shown or "\N{REPLACEMENT CHARACTER}" in text


@given(st.integers(61, 400))
def test_the_first_thirty_and_the_last_ten_lines_stay_and_the_rest_is_counted(count):
    lines = [f"line {number}" for number in range(count)]
    shown = folded("\n".join(lines), MODEL, "#ABCD").split("\n")
    assert shown[:30] == lines[:30]
    assert shown[31:] == lines[-10:]
    assert shown[30] == f"… {count - 40} of {count} lines left out; #ABCD reads the whole …"


@given(st.integers(4, 59), st.integers(1, 300))
def test_a_view_of_fewer_lines_keeps_fewer_and_never_shows_a_line_twice(limit, more):
    lines = [f"line {number}" for number in range(limit + more)]
    shown = folded("\n".join(lines), replace(MODEL, limit_lines=limit, limit_bytes=10**6), "#ABCD").split("\n")
    assert len(shown) <= limit
    kept = [line for line in shown if line.startswith("line")]
    assert kept == sorted(set(kept), key=lines.index)
    assert f"… {len(lines) - len(kept)} of {len(lines)} lines left out" in "\n".join(shown)
    assert kept[0] == lines[0]
