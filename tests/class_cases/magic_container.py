"""An object that is called, counted, cleared and asked by operators only."""

from ambsearch import ambiguous, require


class Shelf:
    def __init__(self):
        self.books = {}

    def __len__(self):
        return len(self.books)

    def __contains__(self, title):
        return title in self.books

    def __setitem__(self, title, place):
        self.books[title] = place

    def __delitem__(self, title):
        del self.books[title]

    def __call__(self, title):
        self.books[title] = self.books.get(title, 0) + 1
        return self

    def __ior__(self, titles):
        for title in titles:
            self(title)
        return self


SHELF = Shelf()


@ambiguous
def f():
    shelf = SHELF
    shelf((yield "ab"))((yield "ab"))
    shelf |= "bc"
    require(len(shelf) == 3)
    if "a" in shelf:
        del shelf["a"]
    shelf["d"] = 9
    return shelf.books


EXPECTED = [{"b": 1, "c": 1, "d": 9}, {"b": 2, "c": 1, "d": 9}, {"b": 2, "c": 1, "d": 9}]
