"""A linked list that grows by objects made in the branch."""

from ambsearch import ambiguous


class Node:
    def __init__(self, value, rest=None):
        self.value, self.rest = value, rest

    def __iter__(self):
        node = self
        while node:
            yield node.value
            node = node.rest


class Chain:
    def __init__(self):
        self.head = None

    def push(self, value):
        self.head = Node(value, self.head)
        return self.head


CHAIN = Chain()


@ambiguous
def f():
    CHAIN.push((yield (1, 2)))
    node = CHAIN.push(0)
    CHAIN.push((yield (3, 4)))
    node.value += 10
    return list(CHAIN.head)


EXPECTED = [[3, 10, 1], [4, 10, 1], [3, 10, 2], [4, 10, 2]]
