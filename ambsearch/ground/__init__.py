"""What all else stands on; nothing here imports the rest of the package.

registry    what all searches of a process share
ownership   whose a function is: what your own functions change is undone
making      the making of expansions, by one thread at a time
given       from which modules the objects come that searches are given
levels      how many generators of a search nest in one another
frames      where in the user's program an error happened
alarms      exceptions of a signal's handler
above       what stands on a floor above, loaded when it is asked for
"""
