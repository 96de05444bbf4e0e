"""Reads the dice of a photograph: ``python examples/read_a_photograph.py PHOTO``."""

import sys

from companion.recognition import Eye, load_photo

photo = sys.argv[1] if len(sys.argv) == 2 else sys.exit(__doc__)
for die in Eye().read(load_photo(photo)).dice:
    (x, y), doubts = die.centre, ", ".join(doubt.value for doubt in die.doubts)
    print(f"{'star' if die.star else die.face or 'unread'} at {x:.0f}, {y:.0f} {doubts}".rstrip())
