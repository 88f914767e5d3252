"""Wolf, goat and cabbage: a state with items, and a set of states that were seen on the way."""

from ambsearch import ambiguous, require


class State:
    def __init__(self):
        self.sides = {"man": 0, "wolf": 0, "goat": 0, "cabbage": 0}
        self.seen = set()

    def __getitem__(self, who):
        return self.sides[who]

    def __setitem__(self, who, side):
        self.sides[who] = side

    def cross(self, who):
        for passenger in {"man": ["man"]}.get(who, ["man", who]):
            self[passenger] = 1 - self[passenger]

    def is_new(self):
        key = tuple(self.sides.values())
        new = key not in self.seen
        self.seen.add(key)
        return new

    def is_safe(self):
        alone = 1 - self["man"]
        return not (self["goat"] == alone and alone in (self["wolf"], self["cabbage"]))


@ambiguous
def f():
    state, trips = State(), []
    state.is_new()
    while 0 in state.sides.values():
        who = yield state.sides
        require(state[who] == state["man"])
        state.cross(who)
        require(state.is_safe() and state.is_new())
        trips.append(who)
    return " ".join(trips)


EXPECTED = ["goat man wolf goat cabbage man goat", "goat man cabbage goat wolf man goat"]
