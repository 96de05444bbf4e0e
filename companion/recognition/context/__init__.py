"""What the whole frame says about each crop, measured once per frame: camera tilt and size."""
