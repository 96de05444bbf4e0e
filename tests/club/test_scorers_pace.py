"""What takes long is done seldom: making the page of a large evening must not hold up its events."""

from __future__ import annotations

from companion.club.scorer import Pace


def test_what_is_quick_follows_news_at_once_and_comes_again_in_any_case() -> None:
    pace = Pace(every_s=5.0)
    assert pace.is_due(100.0, news=False)
    pace.done(100.0, 100.0)
    assert pace.is_due(100.1, news=True)
    assert not pace.is_due(104.9, news=False)
    assert pace.is_due(105.0, news=False)


def test_what_takes_long_takes_a_tenth_of_the_time() -> None:
    pace, now, worked = Pace(every_s=5.0), 0.0, 0.0
    while now < 1_000.0:
        if pace.is_due(now, news=True):
            pace.done(now, now + 8.0)
            now, worked = now + 8.0, worked + 8.0
        now += 1.0
    assert 90.0 <= worked <= 110.0
