"""The card table's part of the game controller: events onto the disk, cards read by the eye."""

from __future__ import annotations

from companion.frame import Frame
from companion.play.cards import looking
from companion.play.cards.card_table import CardTable
from companion.play.cards.commands import CardCommand, LookAtCards, ReadCards
from companion.play.cards.lying import cards_lying, why_nothing_lies
from companion.play.cards.steps import step
from companion.play.commands import Undo
from companion.play.errors import Refused
from companion.play.ports import CardEye, Dealer, Journal
from companion.text.speech import say


class CardDesk:
    """Carries out what is touched at the card table; without an eye every card is tapped.

    With a ``dealer`` the cards that the eye looks for are laid out by the house, from a ``seed``.
    """

    def __init__(
        self, journal: Journal, eye: CardEye | None, dealer: Dealer | None = None, seed: int = 0
    ) -> None:
        self._journal, self._eye = journal, eye
        self._dealer, self._seed = dealer, seed

    @property
    def reads(self) -> bool:
        """Whether cards can be read here."""
        return self._eye is not None

    def take(self, table: CardTable, command: CardCommand | Undo) -> CardTable:
        """The card table after a command; its event is on disk when this returns.

        Refused, RuleError or StoreError in a sentence; the table then stays as it is.
        """
        if self._eye is None and isinstance(command, LookAtCards | ReadCards):
            raise Refused(say("read.no_eye"))
        taken = step(table, command)
        self._need_cards(taken.table)
        if taken.event is not None:
            self._journal.append(taken.table.game_id, taken.event, taken.note)
        return taken.table

    def lay(self, table: CardTable | None) -> None:
        """Have the cards lie as they must for this table, at ``None`` none at all; a real table's do so."""
        if self._dealer is None:
            return
        if table is None:
            self._dealer.put_away()
            return
        lying = cards_lying(table, self._seed)
        self._dealer.lay(lying.melds, lying.new, lying.stock, lying.discards, lying.hand_seed, lying.new_seed)

    def _need_cards(self, table: CardTable) -> None:
        """Refused where the house has no card to lay for a look."""
        why = None if self._dealer is None else why_nothing_lies(table, cards_lying(table, self._seed))
        if why is not None:
            raise Refused(why)

    def read(self, table: CardTable, frames: tuple[Frame, ...]) -> CardTable:
        """The card table after the eye has read these frames. Refused where nothing can be made of them."""
        if self._eye is None:
            raise Refused(say("read.no_eye"))
        told = self._eye.read_cards(frames, table.match.limits.decks)
        return looking.after_reading(table, frames[-1], told)
