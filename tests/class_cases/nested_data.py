"""Chains of attributes, calls and items down to a list that a helper shares."""

from dataclasses import dataclass, field

from ambsearch import ambiguous


@dataclass
class Room:
    name: str
    things: list[str] = field(default_factory=list)
    doors: dict[str, "Room"] = field(default_factory=dict)

    def enter(self, door):
        self.doors[door].things.append(f"from {self.name}")
        return self.doors[door]


HALL, CELLAR = Room("hall"), Room("cellar")
HALL.doors.update(down=CELLAR, stay=HALL)
CELLAR.doors["up"] = HALL


@ambiguous
def f():
    HALL.enter((yield ("down", "stay"))).things.append("lamp")
    HALL.enter("down").enter("up").doors["down"].things[-1] += "!"
    return HALL.things, CELLAR.things


EXPECTED = [
    (["from cellar"], ["from hall", "lamp", "from hall!"]),
    (["from hall", "lamp", "from cellar"], ["from hall!"]),
]
