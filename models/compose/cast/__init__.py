"""Dice cast in a mould: small ray-cast solids under drawn lamps, dozens a second, each of another make."""
