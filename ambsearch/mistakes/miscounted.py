"""What Python says of a call with the wrong arguments, in the numbers of the user: a search, and a twin, take one more."""

import re

from ambsearch.ground.frames import frames_of
from ambsearch.ground.registry import EXPANDED
from ambsearch.running.twins import TWINS
from ambsearch.unchosen import called_at

TAKES = r"(.+)\(\) takes (from (\d+) to )?(\d+) positional arguments? but (\d+)(?: positional arguments? (.+))? (?:was|were) given"
DOUBLED = r"(?s)(?:ambsearch\.running\.|functools\.partial\(<function apply ).*( got multiple values for keyword .*)"


def in_plain_numbers(error: Exception) -> Exception:
    """What Python says of a helper or a search that is given too many arguments: its twin takes one more, the trail or level.

    Or of one that is given a keyword twice, by way of what calls it.
    """
    if type(error) is TypeError and (doubled := re.fullmatch(DOUBLED, str(error))):
        last = frames_of(error.__traceback__)[-1]
        called = called_at(last.tb_frame.f_code, last.tb_lasti)
        error.args = ((f"{called}()" if called else "the function that is called here") + doubled[1],)
    found = re.fullmatch(TAKES, str(error)) if type(error) is TypeError else None
    if found is not None:
        name, low, most, given = found[1], found[3], int(found[4]), int(found[5]) - 1
        codes = [code for code, twin in TWINS.codes.values() if twin]
        codes += [function.__wrapped__.__code__ for function in list(EXPANDED)]
        if any((code.co_qualname, code.co_argcount) == (name, most - 1) for code in codes):
            wanted = f"from {int(low) - 1} to {most - 1}" if low else f"{most - 1}"
            plural, were = "" if wanted == "1" else "s", "was" if given == 1 else "were"
            if found[6]:
                were = f"positional argument{'' if given == 1 else 's'} {found[6]} were"
            error.args = (f"{name}() takes {wanted} positional argument{plural} but {given} {were} given",)
    return error
