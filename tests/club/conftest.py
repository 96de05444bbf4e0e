"""A broker and databases for the club's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.club.brokers import BROKER, PROGRAMS, Mosquitto, PostgreSql


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    if BROKER is None:
        pytest.skip("mosquitto is not installed")
    started = Mosquitto(tmp_path)
    started.start()
    yield started
    started.kill()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgreSql]:
    """One PostgreSQL for all; each test makes its own tables anew."""
    if PROGRAMS is None:
        pytest.skip("postgresql is not installed")
    import tempfile

    with tempfile.TemporaryDirectory(prefix="cups-up-pg-") as folder:
        started = PostgreSql(Path(folder))
        started.start()
        yield started
        started.kill()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "club.sqlite3")
    import psycopg

    found: PostgreSql = request.getfixturevalue("server")
    with psycopg.connect(found.place, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS events, results, rounds, set_aside, changes")
    return found.place
