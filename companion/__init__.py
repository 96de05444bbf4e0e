"""Cups Up: a companion for real tables of Liar's Dice."""

__version__ = "0.2.0"
