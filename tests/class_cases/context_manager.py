"""A with statement of one's own around plain changes."""

from ambsearch import ambiguous


class Indent:
    depth = 0

    def __init__(self, lines):
        self.lines = lines

    def __enter__(self):
        Indent.depth += 1
        return self

    def __exit__(self, *exc):
        Indent.depth -= 1
        self.lines.append("end")

    def write(self, text):
        self.lines.append("  " * Indent.depth + text)


PAGE = Indent([])


@ambiguous
def f():
    x = yield "ab"
    with PAGE as page:
        page.write(x)
        with page:
            page.write("inner")
    y = yield "cd"
    PAGE.write(y)
    return PAGE.lines


EXPECTED = [[f"  {x}", "    inner", "end", "end", y] for x in "ab" for y in "cd"]
