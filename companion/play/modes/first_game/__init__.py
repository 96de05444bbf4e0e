"""A first game that teaches: one person, two friends whose dice and bids are scripted."""
