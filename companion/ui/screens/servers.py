"""Players bring their own phones: choose the player, then show the code for that phone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, StringProperty

from companion.play.base.ports import Invitation
from companion.play.modes.dice.views import SeatView
from companion.play.views import TableView, game_of
from companion.text import say
from companion.ui.widgets.box import load_layout
from companion.ui.widgets.key import Key
from companion.ui.widgets.sheet import Choice, ChoiceSheet, Sheet
from companion.ui.widgets.surface import Drawn

load_layout(__file__)


LOOK_EVERY_S = 0.5
"""Seconds between two looks whether the phone has joined."""


class PhonesIn(Protocol):
    """Holds the codes (``companion.share.web.phone_gateway.PhoneGateway``)."""

    @property
    def local(self) -> bool: ...

    def invitation(self, seat: int) -> Invitation:
        """How this player joins; KeyError for an empty seat."""
        ...

    def send_away(self, seat: int) -> None: ...


class ServersShown(Protocol):
    """What listens for other screens (``companion.share.web.servers.SwitchedServers``)."""

    @property
    def scoreboard(self) -> tuple[str, bool] | None:
        """Its address, and whether only this machine can open it; None: off."""
        ...

    @property
    def phones(self) -> PhonesIn | None:
        """Holds the codes; None: no phone can join."""
        ...


def players_sheet(
    phones: PhonesIn, seats: Sequence[SeatView], open_sheet: Callable[[Sheet], None]
) -> ChoiceSheet:
    def asked_again() -> None:
        open_sheet(players_sheet(phones, seats, open_sheet))

    def choice(seat: SeatView) -> Choice:
        joined = phones.invitation(seat.seat).joined
        line = say("phones.joined") if joined else say("phones.none")
        return Choice(
            seat.name,
            line,
            lambda: open_sheet(PhoneCodeSheet(phones, seat, asked_again)),
            chosen=joined,
            seat=seat.seat,
        )

    return PlayersSheet(seats, tuple(map(choice, seats)), title=say("phones.whose"))


class PlayersSheet(ChoiceSheet):
    """It stays while the game goes on with the same players."""

    def __init__(self, seats: Sequence[SeatView], choices: tuple[Choice, ...], title: str) -> None:
        super().__init__(choices, title=title)
        self._names = _names(seats)

    def follow(self, view: TableView, moved: bool) -> None:
        game = game_of(view.scene)
        if game is None or _names(game.seats) != self._names:
            self.close()


def _names(seats: Sequence[SeatView]) -> list[tuple[int, str]]:
    return [(seat.seat, seat.name) for seat in seats]


class CodeSheet(Sheet):
    """An address; where other machines can open it, also its code."""

    advice = StringProperty("")
    address = StringProperty("")
    local = BooleanProperty(False)
    """Whether only this machine can open the address, so that there is no code."""

    def tell(self, address: str, url: str, local: bool, how: str) -> None:
        """``how``: what to do with the code of ``url``."""
        self.address, self.local = address, local
        self.advice = say("scoreboard.open_here") if local else how
        if not local:
            self.ids.code.show(url)


class PhoneCodeSheet(CodeSheet):
    def __init__(
        self, phones: PhonesIn, seat: SeatView, when_in: Callable[[], None], **properties: object
    ) -> None:
        self._phones, self._seat, self._when_in = phones, seat.seat, when_in
        invited = phones.invitation(seat.seat)
        super().__init__(**properties)
        self._url = invited.url
        address = say("phones.address", url=invited.url.split("#")[0], code=invited.code)
        self.tell(address, invited.url, phones.local, say("phones.scan", player=seat.name))
        if invited.joined:
            self.advice = say("phones.another", player=seat.name)
            away = Key(text=say("phones.send_away"), on_release=lambda *_: self.take_away())
            self.ids.row.add_widget(away, 1)
        self._looking = Clock.schedule_interval(lambda _: self.look(), LOOK_EVERY_S)

    def follow(self, view: TableView, moved: bool) -> None:
        if game_of(view.scene) is None:
            self.close()

    def closed(self) -> None:
        self._looking.cancel()

    def take_away(self) -> None:
        self._phones.send_away(self._seat)
        self.close()

    def look(self) -> None:
        try:
            invited = self._phones.invitation(self._seat)
        except KeyError:
            self.close()
            return
        if invited.url != self._url:  # the code was used, this phone has joined; or the address is another
            self.close()
            self._when_in()


INK = (0.03, 0.07, 0.06, 1)
"""Dark on white by day and by night: cameras do not read a light code on dark."""
QUIET = 4
"""Modules of white round a code (ISO/IEC 18004)."""


class CodeMark(Drawn):
    """A QR code, dark on white, as large as whole pixels a module allow."""

    def __init__(self, **properties: object) -> None:
        self._rows: tuple[bytes, ...] = ()
        super().__init__(**properties)

    def show(self, text: str) -> None:
        import segno  # only where a page is served

        self._rows = tuple(map(bytes, segno.make(text, error="m", micro=False).matrix))
        self._redraw()

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self._rows:
            return
        across = len(self._rows) + 2 * QUIET
        module = max(1, int(min(self.size) / across))
        side = module * across
        left, top = int(self.center_x - side / 2), int(self.center_y + side / 2)
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(pos=(left, top - side), size=(side, side))
            Color(*INK)
            for down, row in enumerate(self._rows, start=QUIET + 1):
                for right, dark in enumerate(row, start=QUIET):
                    if dark:
                        Rectangle(pos=(left + right * module, top - down * module), size=(module, module))


class ScoreboardSheet(CodeSheet):
    def __init__(self, servers: ServersShown, **properties: object) -> None:
        super().__init__(**properties)
        self._servers = servers
        self._shown: tuple[str, bool] | None = None
        self.follow()

    def follow(self, view: object = None, moved: bool = False) -> None:
        """Unlike other sheets it stays while the table plays on, and shows the newest address."""
        board = self._servers.scoreboard
        if board is None or board == self._shown:
            return
        self._shown = board
        address, local = board
        self.tell(address, address, local, say("scoreboard.scan"))
