"""The frame's context for each crop, measured once per frame: camera tilt and die size."""
