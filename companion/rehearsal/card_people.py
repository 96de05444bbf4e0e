"""The people of an evening of cards: those of the demonstration, without its text."""

from __future__ import annotations

from random import Random

from companion.commands.demonstration.card_eye import WatchedCardEye
from companion.commands.demonstration.card_game import CardDemonstration, CardTally
from companion.commands.demonstration.teller import Signs, Teller
from companion.commands.demonstration.views import Stuck
from companion.journal.store import Store
from companion.play.session import Session
from companion.play.views import Scene, TableView
from companion.rehearsal.people import SWIFT_S, Deed, Ending
from companion.rehearsal.programme import Programme


class SilentTeller(Teller):
    """A narrator that writes nothing."""

    def line(self, text: str = "", rest_s: float = 0.0) -> None:
        """Nothing is written."""


class CardPeople:
    """Play one match of Liar, Liar at the simulated table; the eye reads the open cards.

    If the programme has a number of rounds, the match ends after that many readings.
    """

    def __init__(self, programme: Programme, session: Session, reader: Store, eye: WatchedCardEye) -> None:
        self._programme = programme
        self._luck = Random(f"card people {programme.seed}")
        teller = SilentTeller(False, Signs("*", "#", "-", suits=False))
        self._eye = eye
        self._players = CardDemonstration(session, eye, reader, teller, None, programme.seed)

    @property
    def tally(self) -> CardTally:
        """What the eye has read so far."""
        return self._players.tally

    def next_deed(self, view: TableView) -> Deed | None:
        """What people do on this view; ``None`` while they wait for the screen."""
        if view.scene is Scene.CARD_READING:
            return None
        wait_s = self._luck.uniform(*SWIFT_S)
        if view.scene is Scene.CARDS_OVER or self._has_played_enough(view):
            return Deed(wait_s, ending=Ending.PLAYED)
        try:
            return Deed(wait_s, self._players.answer(view))
        except Stuck:
            return Deed(wait_s, ending=Ending.STUCK)

    def _has_played_enough(self, view: TableView) -> bool:
        rounds = self._programme.rounds
        return bool(rounds) and view.scene is Scene.CARDS and self._eye.looks >= rounds
