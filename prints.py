from ambsearch import ambiguous

print("begin")


@ambiguous
def solve():
    x = yield (1, 2)
    print("trying", x)
    return x
