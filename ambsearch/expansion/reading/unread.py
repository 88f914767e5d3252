"""What is wrong where the text of a function cannot be read, and what to do.

>>> print(reason((lambda: 1).__code__.replace(co_filename="<made>"), False))
the text of <lambda> is needed and cannot be found: Python keeps none of what comes from <made>
write the function into a file or a notebook cell
"""

import types

SAVE = "save the file in UTF-8, or write `# -*- coding: latin-1 -*-`, or what it is in, in its first line"


def reason(code: types.CodeType, is_read: bool) -> str:
    """Two lines that say why there is no text of this code, and what to do. is_read: is there another text of its file?"""
    name, filename, line = code.co_name, code.co_filename, code.co_firstlineno
    if not is_read and (told := not_in_utf8(filename)):
        return f"the text of {name} is needed and cannot be read: {told}"
    if not is_read:
        return (
            f"the text of {name} is needed and cannot be found: Python keeps none of what comes from {filename}\n"
            "write the function into a file or a notebook cell"
        )
    what = "this lambda" if name == "<lambda>" else name
    return (
        f"{what} is not what stands at line {line} of {filename}: the file has changed since it was loaded\n"
        "load it anew, or start the program again"
    )


def not_in_utf8(filename: str) -> str:
    """Which line of a file is not in UTF-8, and what to do; "" if all are, or there is no such file.

    Before 3.14 Python passes over such a line if it is a comment, and nothing can read the text.
    """
    try:
        with open(filename, "rb") as file:
            file.read().decode()
    except OSError:
        return ""
    except UnicodeDecodeError as error:
        number = error.object.count(b"\n", 0, error.start) + 1
        return f"line {number} of {filename} is not in UTF-8\n{SAVE}"
    return ""
