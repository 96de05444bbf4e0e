"""The stages in order: a frame in, its dice out; and what a camera remembers from frame to frame."""
