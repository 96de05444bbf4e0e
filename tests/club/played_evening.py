"""A plan of pairs, and what is read of the page's message."""

from __future__ import annotations

PAIRS = """
name = "Tuesday"
kind = "swiss"
seats = 2
players = ["Ann", "Ben", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal"]
tables = ["kitchen", "bar"]
"""


def tables_of(told: dict[str, object]) -> list[list[str]]:
    """Who sits where in the newest round."""
    tables = told["tables"]
    assert isinstance(tables, list)
    return [each["players"] for each in tables]
