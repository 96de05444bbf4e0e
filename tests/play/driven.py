"""A controller driven command by command, without the session's thread."""

from __future__ import annotations

from companion.play.base.commands import Command
from companion.play.game_controller import GameController
from companion.play.tables import Services
from companion.play.views import TableView


class Driven:
    """A controller and its views; ``do`` makes a command on the newest one."""

    def __init__(self, services: Services) -> None:
        self.services, self.store = services, services.journal
        self.views: list[TableView] = []
        self.controller = GameController(services, self.views.append)
        self.controller.open()

    @property
    def view(self) -> TableView:
        return self.views[-1]

    @property
    def told(self) -> str | None:
        """What the camera noticed."""
        return None if self.view.advice is None else self.view.advice.sentence

    def do(self, kind: type[Command], **fields: object) -> TableView:
        self.controller.take(kind(self.view.number, **fields))
        return self.view

    def read(self) -> TableView:
        """The worker's idle turns until nothing is read any more."""
        while self.controller.wait_s == 0:
            self.controller.idle()
        return self.view

    def close(self) -> None:
        self.store.close()
