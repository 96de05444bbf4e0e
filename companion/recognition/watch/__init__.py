"""Live frames: whether something moves, and readings that are not made twice."""
