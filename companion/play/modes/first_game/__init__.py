"""A first game that teaches by playing: one person, two friends whose dice and bids are written down."""
