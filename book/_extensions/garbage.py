"""Garbage is looked for where there is some, by the build and by what runs its notebooks.

A page is a tree of some thousand nodes, which stay while it is made, and a lexicon is a million
objects, which stay as well. To look through them every few hundred new ones was an eighth of the
work of pages, and takes a second of each chapter that reads such a lexicon; to wait takes 50 MB.
"""

import gc

# How many objects more than before there are when garbage is looked for, and how often older ones
# are looked through then.
MORE, OLDER = 200_000, (20, 20)


def look_for_garbage_seldom() -> None:
    """Let garbage pile up for longer; what is imported by now is none."""
    gc.freeze()
    gc.set_threshold(MORE, *OLDER)
