"""The stages in order, from a frame to its dice; and a camera's memory between frames."""
