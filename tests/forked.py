"""Processes for tests, forked from one that has imported what they need."""

from __future__ import annotations

from multiprocessing import get_context

FORKED = get_context("forkserver")
FORKED.set_forkserver_preload(
    ["companion.cli.calibrate", "companion.cli.count", "companion.cli.read", "tests.faults.writing"]
)
