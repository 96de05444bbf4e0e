"""One scoreboard for the tests that only read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.share.web.samples import Served, feed_of, message_in, served


@pytest.fixture(scope="module")
def board() -> Iterator[Served]:
    """A scoreboard with a round that has been revealed."""
    with served() as running, running.events() as stream:
        running.feed(feed_of())
        while "Ben" not in message_in(stream):
            pass
        yield running
