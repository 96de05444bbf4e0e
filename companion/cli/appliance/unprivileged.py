"""Programs run for an update: never as root, in an environment that holds only what they need.

Root's own part is to make folders, to hand them to the account that fills them, and to take them back.
"""

from __future__ import annotations

import os
import pwd
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.text import say, say_list

ACCOUNTS = ("cups-up", "nobody")
"""The service's own account, and the one for machines that have none yet."""
PATH = "/usr/local/bin:/usr/bin:/bin"
NETWORK = ("http_proxy", "https_proxy", "no_proxy", "HTTPS_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR")
TIMED_OUT = 124
"""As timeout(1) says it."""
NOT_STARTED = 127
"""As a shell says it."""
FOR_ALL = 0o755


@dataclass(frozen=True, slots=True)
class Job:
    """A program: its words, the only folder that it may write to, and which account runs it.

    That folder is its home and working directory too. ``account`` is ``None`` where the caller is not root:
    then the caller runs it. ``extra``: what else stands in its environment. ``limit_s``: when it is ended.
    """

    words: tuple[str, ...]
    folder: Path
    account: str | None = None
    extra: tuple[tuple[str, str], ...] = ()
    limit_s: float | None = None

    @property
    def environment(self) -> dict[str, str]:
        """The whole of it: nothing of the caller's."""
        home = str(self.folder)
        own = {"PATH": PATH, "LANG": "C.UTF-8", "HOME": home, "TMPDIR": home, "ORT_DISABLE_TELEMETRY": "1"}
        return own | dict(self.extra)


RunJob = Callable[[Job], int]
"""Runs a job and gives its exit status."""


def run_job(job: Job) -> int:
    """Run it with its output on the screen."""
    run = subprocess.run if job.account is None else _run_as(job.account)
    try:
        return run(
            job.words, cwd=job.folder, env=job.environment, timeout=job.limit_s, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        return TIMED_OUT
    except (OSError, ValueError):  # no such program, or a name that is none
        return NOT_STARTED


def _run_as(account: str) -> partial[subprocess.CompletedProcess[bytes]]:
    entry = pwd.getpwnam(account)
    return partial(
        subprocess.run, user=entry.pw_uid, group=entry.pw_gid, extra_groups=[], start_new_session=True
    )


def account_for_jobs() -> str | None:
    """Who runs them: an account of ``ACCOUNTS`` for root, ``None`` for others. Raises ``LookupError``."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    found = next((name for name in ACCOUNTS if name in known), None)
    if found is None:
        raise LookupError(say("update.no_account", accounts=say_list(ACCOUNTS, either=True)))
    return found


def network_settings(environment: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """What pip needs of an environment to reach its index: proxies, certificates, its own settings."""
    return tuple(
        (name, value) for name, value in environment.items() if name in NETWORK or name.startswith("PIP_")
    )


def hand_over(folder: Path, account: str | None) -> None:
    """Give the account a folder and what is in it."""
    if account is not None:
        entry = pwd.getpwnam(account)
        for each in (folder, *_below(folder)):
            os.chown(each, entry.pw_uid, entry.pw_gid, follow_symlinks=False)


def take_back(folder: Path) -> None:
    """The caller owns a folder and what is in it; nobody else may change it. chown(2) drops setuid bits."""
    for each in (folder, *_below(folder)):
        if os.geteuid() == 0:
            os.chown(each, 0, 0, follow_symlinks=False)
        if not each.is_symlink():
            each.chmod(each.stat().st_mode & FOR_ALL)


def settle_all(folder: Path) -> None:
    """Every file and folder of it onto the disk, or ``OSError``."""
    for each in (*_below(folder), folder, folder.parent):
        if not each.is_symlink() and (each.is_file() or each.is_dir()):
            opened = os.open(each, os.O_RDONLY)
            try:
                os.fsync(opened)
            finally:
                os.close(opened)


def _below(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        yield from (Path(place) / name for name in (*folders, *files))
