"""All of undoing: which changes there are, and what takes each of them back.

A trail is a list of inverses, tuples (function, ...), the latest last; `undo` runs them backwards. An inverse is
recorded *before* its change, does no harm if the change then does not happen, and says what it takes back, so that
what was changed permanently in between stays:

    the change                               its inverse                                    where
    a[k] = v of a list, bytearray, ...       put the old item back                          places
    d[k] = v of a dictionary                 put the old value back; take the new key out   places
    o.x = v                                  put the old value back; take the attribute     attributes
                                             out, if it was not there
    xs.append(v), xs.insert(i, v)            take that item out, if it is there             lists
    xs.extend(vs), xs += vs                  take those places out                          lists
    xs.pop(i), xs.remove(v), del xs[i]       put that item back                             lists
    heappush(xs, v)                          put back what stood between end and root       lists
    s.add(v), s.update(t), s |= t            take out what was not in                       sets
    s.remove(v), s.discard(v), s -= t        put back what was in                           sets
    d.pop(k), del d[k], k near the end       put that key back, those after it behind it    dicts
    anything else that changes a container   put all its contents back, in their order      contents
    a text in memory is written to           put back what it held from there on            contents
    it is read, or closed                    set it to where it stood; open it again        contents

`methods` says which of them a method, an operator or a function makes; `kinds` says which kinds of objects there are.
A change of an object of a user-defined class runs the method of that class, recorded; see `calls`.
"""

from ambsearch.running.undoing.attributes import *
from ambsearch.running.undoing.contents import *
from ambsearch.running.undoing.dicts import *
from ambsearch.running.undoing.kinds import *
from ambsearch.running.undoing.lists import *
from ambsearch.running.undoing.methods import *
from ambsearch.running.undoing.places import *
from ambsearch.running.undoing.sets import *
from ambsearch.running.undoing.trail import *
