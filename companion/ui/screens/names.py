"""Names to pick by one touch."""

PRESET_NAMES = (
    "Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Greta", "Hugo", "Ida", "Jack", "Kim", "Leo",
    "Mia", "Noah", "Olga", "Paul", "Rosa", "Sam", "Tess", "Udo", "Vera", "Will", "Yara", "Zoe",
)  # fmt: skip
"""Short, and each with a letter of its own to begin with."""
PRESET_TITLES = (
    "Our house", "Family", "Friday table", "Saturday", "Sunday", "Club night",
    "Quick game", "Long game", "With wilds", "No wilds", "On the track", "Holidays",
)  # fmt: skip
"""Titles of house rules."""
LONGEST_NAME = 16
"""Letters; what fits on a player's place on the smallest screen."""


def next_free_name(taken: tuple[str, ...]) -> str:
    """The first name that nobody at the table has; "Player 25" when all are taken."""
    free = (name for name in PRESET_NAMES if name not in taken)
    return next(free, f"Player {len(taken) + 1}")
