"""Folding long text for the model: a head, a tail, and what is left out between them."""

from littlefolk.present.views import ModelView


def fits(text: str, view: ModelView) -> bool:
    """Whether a text is within the view's limits, so that it is shown whole."""
    return text.count("\n") < view.limit_lines and len(text.encode("utf-8", "surrogatepass")) <= view.limit_bytes


def folded(text: str, view: ModelView, handle: str) -> str:
    """`text` within the view's limits. What was left out can be read whole by `handle`.

    Cuts fall between code points. Over the line limit the first `head` and last `tail` lines stay, or in a view of fewer lines the
    same shares of them; a text that is still over the byte limit keeps its first two thirds and its last sixth of the bytes.
    """
    if fits(text, view):
        return text
    lines = text.split("\n")
    size = len(text.encode("utf-8", "surrogatepass"))
    if len(lines) > view.limit_lines:
        kept = min(view.head + view.tail, max(0, view.limit_lines - 1))
        first = kept * view.head // max(1, view.head + view.tail)
        middle = f"… {len(lines) - kept} of {len(lines)} lines left out; {handle} reads the whole …"
        text = "\n".join([*lines[:first], middle, *lines[len(lines) - (kept - first) :]])
        if len(text.encode("utf-8", "surrogatepass")) <= view.limit_bytes:
            return text
    data = text.encode("utf-8", "surrogatepass")
    head = data[: view.limit_bytes * 2 // 3].decode("utf-8", "ignore")
    tail = data[len(data) - view.limit_bytes // 6 :].decode("utf-8", "ignore")
    return f"{head}\n… cut: {size:,} bytes and {len(lines)} lines in all; {handle} reads the whole …\n{tail}"
