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
    heappush(xs, v), heappop(xs)             put the items of one path back                 lists
    s.add(v), s.update(t), s |= t            take out what was not in                       sets
    s.remove(v), s.discard(v), s -= t        put back what was in                           sets
    d.pop(k), del d[k], k near the end       put that key back, those after it behind it    dicts
    anything else that changes a container   put all its contents back, in their order      contents

`methods` says which of them a method, an operator or a function makes; `kinds` says which kinds of objects there are.
A change of an object of a user-defined class runs the method of that class, recorded; see `calls`.
"""

from ambsearch.running.undoing.attributes import KEEPERS as KEEPERS
from ambsearch.running.undoing.attributes import default as default
from ambsearch.running.undoing.attributes import forget_attribute as forget_attribute
from ambsearch.running.undoing.attributes import in_class as in_class
from ambsearch.running.undoing.attributes import in_classes as in_classes
from ambsearch.running.undoing.attributes import is_default as is_default
from ambsearch.running.undoing.attributes import is_generic as is_generic
from ambsearch.running.undoing.attributes import keepers as keepers
from ambsearch.running.undoing.attributes import own_attributes as own_attributes
from ambsearch.running.undoing.attributes import plain as plain
from ambsearch.running.undoing.attributes import record_attribute as record_attribute
from ambsearch.running.undoing.attributes import record_attributes as record_attributes
from ambsearch.running.undoing.attributes import record_foreign_attribute as record_foreign_attribute
from ambsearch.running.undoing.contents import record_contents as record_contents
from ambsearch.running.undoing.dicts import put_among as put_among
from ambsearch.running.undoing.dicts import put_values as put_values
from ambsearch.running.undoing.dicts import values_at as values_at
from ambsearch.running.undoing.kinds import ARRAYS as ARRAYS
from ambsearch.running.undoing.kinds import BASES as BASES
from ambsearch.running.undoing.kinds import CHANGE_FIRST_ARGUMENT as CHANGE_FIRST_ARGUMENT
from ambsearch.running.undoing.kinds import DICTS as DICTS
from ambsearch.running.undoing.kinds import HEAP_TYPE as HEAP_TYPE
from ambsearch.running.undoing.kinds import IMMUTABLE as IMMUTABLE
from ambsearch.running.undoing.kinds import IMMUTABLE_TYPE as IMMUTABLE_TYPE
from ambsearch.running.undoing.kinds import IN_PLACE as IN_PLACE
from ambsearch.running.undoing.kinds import METHODS as METHODS
from ambsearch.running.undoing.kinds import SMALL as SMALL
from ambsearch.running.undoing.kinds import SPECIAL as SPECIAL
from ambsearch.running.undoing.kinds import base_of as base_of
from ambsearch.running.undoing.kinds import base_of_class as base_of_class
from ambsearch.running.undoing.kinds import starts_new as starts_new
from ambsearch.running.undoing.lists import item_to_pop as item_to_pop
from ambsearch.running.undoing.lists import record_heap as record_heap
from ambsearch.running.undoing.lists import reinsert as reinsert
from ambsearch.running.undoing.lists import removal as removal
from ambsearch.running.undoing.methods import RECORD as RECORD
from ambsearch.running.undoing.methods import record_counts as record_counts
from ambsearch.running.undoing.methods import record_first_argument as record_first_argument
from ambsearch.running.undoing.methods import record_method as record_method
from ambsearch.running.undoing.methods import record_whole as record_whole
from ambsearch.running.undoing.places import record_deletion as record_deletion
from ambsearch.running.undoing.places import record_item as record_item
from ambsearch.running.undoing.sets import held_item as held_item
from ambsearch.running.undoing.sets import held_items as held_items
from ambsearch.running.undoing.sets import new_items as new_items
from ambsearch.running.undoing.trail import GONE as GONE
from ambsearch.running.undoing.trail import NOTHING as NOTHING
from ambsearch.running.undoing.trail import UNBOUND as UNBOUND
from ambsearch.running.undoing.trail import Saved as Saved
from ambsearch.running.undoing.trail import Trail as Trail
from ambsearch.running.undoing.trail import doubt as doubt
from ambsearch.running.undoing.trail import keep_rest as keep_rest
from ambsearch.running.undoing.trail import room as room
from ambsearch.running.undoing.trail import take_back as take_back
from ambsearch.running.undoing.trail import take_key as take_key
from ambsearch.running.undoing.trail import take_out as take_out
from ambsearch.running.undoing.trail import undo as undo
