"""Dice with other symbols than pips: taught from pictures, kept as a set, read by prototypes."""
