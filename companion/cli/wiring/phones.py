"""``--phones``: players bid from their own phones."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from companion.cli.terminal.outlet import complain, tell
from companion.share.web import NoServer, SwitchedPhones
from companion.text import say

ME = "cups-up play --phones"


@contextmanager
def phones_of(args: argparse.Namespace) -> Iterator[SwitchedPhones]:
    phones = SwitchedPhones(names=not args.no_names)
    try:
        if args.phones is not None:
            _switch_phones_on(phones, args.phones)
        yield phones
    finally:
        phones.shut()


def _switch_phones_on(phones: SwitchedPhones, address: str) -> None:
    try:
        phones.open(address)
    except NoServer as fault:
        complain(ME, say("phones.not_there", reason=str(fault)))
        return
    tell(say("phones.at", url=phones.gateway.url))
    if phones.gateway.local:
        tell(say("phones.only_here"))
