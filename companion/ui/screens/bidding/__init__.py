"""The bidding: the track or the pad, and the sheets of its calls."""
