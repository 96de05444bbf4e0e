"""What players say at a table, written by hand: the ear against which the voice is held."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language: numbers from none on, each face alone and together, and the sentences of a game."""

    numbers: tuple[str, ...]
    one: dict[object, str]
    many: dict[object, str]
    says: str
    turn: str
    total: str
    liar: dict[str, str]
    cups_up: str
    liar_liar: str
    yes: str
    no: str
    spot_on: dict[str, str]
    wins: str
    wins_match: str

    def bid(self, quantity: int, face: object) -> str:
        """``face``: a number, or what the wild face is called: "one", "star"."""
        return self.one[face] if quantity == 1 else f"{self.numbers[quantity]} {self.many[face]}"


NUMBERS = {
    "de": (
        *("kein", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"),
        *("elf", "zwölf"),
    ),
    "fr": (
        *("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
        *("onze", "douze"),
    ),
}
"""From none to twelve."""
GERMAN = Tongue(
    numbers=NUMBERS["de"],
    one={1: "eine Eins", 2: "eine Zwei", 3: "eine Drei", 4: "eine Vier", 5: "eine Fünf", 6: "eine Sechs"}
    | {"one": "eine Eins", "star": "ein Stern"},
    many={1: "Einsen", 2: "Zweien", 3: "Dreien", 4: "Vieren", 5: "Fünfen", 6: "Sechsen"}
    | {"one": "Einsen", "star": "Sterne"},
    says="{player}: {words}.",
    turn="{player}, du bist dran.",
    total="{total} zusammen",
    liar={"spot_on": "Lügner!", "calza": "Dudo!"},
    cups_up="Becher hoch!",
    liar_liar="Lügner, Lügner",
    yes="ja",
    no="nein",
    spot_on={"spot_on": "passt genau", "calza": "Calza"},
    wins="{player} hat gewonnen!",
    wins_match="{player} hat die Partie gewonnen.",
)
FRENCH = Tongue(
    numbers=NUMBERS["fr"],
    one={face: f"un {face}" for face in range(1, 7)} | {"one": "un as", "star": "une étoile"},
    many={face: str(face) for face in range(1, 7)} | {"one": "as", "star": "étoiles"},
    says="{player} : {words}.",
    turn="{player}, à toi.",
    total="{total} en tout",
    liar={"spot_on": "Menteur !", "calza": "Dudo !"},
    cups_up="On lève les gobelets !",
    liar_liar="menteur, menteur",
    yes="oui",
    no="non",
    spot_on={"spot_on": "tout pile", "calza": "calza"},
    wins="{player} gagne la partie !",
    wins_match="{player} a gagné la partie.",
)
TONGUES = {"de": GERMAN, "fr": FRENCH}
ENGLISH = frozenset(
    {"the", "your", "turn", "raise", "open", "opens", "loses", "lose", "dice", "only", "exactly", "nobody"}
    | {"wins", "cups", "liar", "any", "number", "and", "of", "with", "is", "are", "asks", "ask", "draws"}
    | {
        "draw",
        "lays",
        "lay",
        "yes",
        "no",
        "accept",
        "shows",
        "show",
        "deal",
        "begins",
        "pays",
        "match",
        "game",
    }
)
"""Words of the English catalogue's sentences that neither language has."""
