"""Which instructions turn 2 into 20: a machine with a stack and a table of its methods."""

from ambsearch import ambiguous, require


class Machine:
    def __init__(self, start):
        self.stack = [start]
        self.steps = 0
        self.table = {"double": self.double, "copy": self.copy, "add": self.add}

    def double(self):
        self.stack.append(2 * self.stack.pop())

    def copy(self):
        self.stack.append(self.stack[-1])

    def add(self):
        b, a = self.stack.pop(), self.stack.pop()
        self.stack.append(a + b)

    def run(self, name):
        self.steps += 1
        self.table[name]()


@ambiguous
def f():
    machine = Machine(2)
    done = []
    while machine.stack != [20]:
        require(machine.steps < 6)
        name = yield machine.table
        require(name != "add" or len(machine.stack) > 1)
        machine.run(name)
        done.append(name)
    return " ".join(done)


EXPECTED = [
    "double copy double double add",
    "double copy double copy add add",
    "double copy copy add double add",
    "copy double double add double",
    "copy double double add copy add",
    "copy double copy add add double",
    "copy copy add double add double",
    "copy add copy double double add",
]
