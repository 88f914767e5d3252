"""Warns of a calculation that gives another number than was meant.

x ^ 2 + y ^ 2           ^ is no power
x ** 1 / 2              is half of x
0.1 + x == 0.3          sums of such numbers are rounded
abs(x - y == 1)         a parenthesis is in the wrong place

>>> import warnings
>>> from ambsearch.expansion.reading.source import Source
>>> def root(x):
...     return x ** 1/2
>>> source = Source.of(root, loads=False)
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     warn_of_power(source, source.body[0].value)
>>> print(told[0].message)
x ** 1 / 2 is (x ** 1) / 2; write x ** (1 / 2)
"""

import ast

from ambsearch.expansion.reading.source import Source

EXACT = 2**20  # a float with such a denominator, as 0.5 has, is not rounded


def warn_of_power(source: Source, node: ast.BinOp) -> None:
    """Warn of `a ^ 2 + b ^ 2`, in which ^ is no power, and + comes first, and of `a ** 1/2`."""
    match node:
        case ast.BinOp(base, ast.BitXor(), ast.BinOp(ast.Constant(2 | 3 as power), ast.Add() | ast.Sub()) as right):
            before = source.lines[right.lineno - 1].encode()[: right.col_offset].rstrip()
            if not before.endswith(b"("):
                text = ast.unparse(base)
                source.warn(node.lineno, f"{text} ^ {power} is no power; write {text} ** {power}")
        case ast.BinOp(ast.BinOp(base, ast.Pow(), ast.Constant(1)), ast.Div(), ast.Constant(int() as root)):
            text, instead = ast.unparse(node), f"{ast.unparse(base)} ** (1 / {root})"
            if isinstance(base, ast.BinOp):
                instead = f"({ast.unparse(base)}) ** (1 / {root})"
            source.warn(node.lineno, f"{text} is ({ast.unparse(node.left)}) / {root}; write {instead}")


def warn_of_rounded(source: Source, node: ast.Compare) -> None:
    """Warn of `a + b == 0.3`, which is false of 0.1 and 0.2."""
    match node:
        case ast.Compare(ast.BinOp() as left, [ast.Eq()], [ast.Constant(float() as value)]):
            if value.as_integer_ratio()[1] > EXACT:
                told = f"{ast.unparse(left)} is rounded, and may be a little more or less than {value}"
                source.warn(node.lineno, f"{told}; write math.isclose({ast.unparse(left)}, {value})")


def warn_of_abs(source: Source, node: ast.Call) -> None:
    """Warn of `abs(a - b == 1)`, with a parenthesis in the wrong place."""
    match node.args:
        case [ast.Compare(left=left) as all_of_it] if source.builtin(node) == "abs":
            text, inner = ast.unparse(all_of_it), ast.unparse(left)
            source.warn(node.lineno, f"abs takes in all of {text}; write abs({inner}){text.removeprefix(inner)}")
