"""Word squares with a trie whose nodes count how often they are passed."""

from ambsearch import ambiguous, require


class Node:
    def __init__(self):
        self.children = {}
        self.passed = 0

    def add(self, word):
        node = self
        for letter in word:
            node = node.children.setdefault(letter, Node())

    def has(self, prefix):
        node = self
        for letter in prefix:
            if letter not in node.children:
                return False
            node = node.children[letter]
            node.passed += 1
        return True


WORDS = ["ado", "ant", "dig", "nor", "oge", "tot", "ore"]
TRIE = Node()
for word in WORDS:
    TRIE.add(word)


@ambiguous
def f():
    rows = []
    for _ in range(3):
        rows.append((yield WORDS))
        for column in range(3):
            require(TRIE.has("".join(row[column] for row in rows)))
    require(all(rows[i][j] == rows[j][i] for i in range(3) for j in range(3)))
    return tuple(rows), TRIE.children["a"].passed


EXPECTED = [(("ado", "dig", "oge"), 3)]
