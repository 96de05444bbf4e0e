"""The eye's weights: found, checked against their hashes, opened as sessions."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from companion.core.on_disk import AssetMissing, NotRead, asset, read_ordinary
from companion.core.reading import WeightsError
from companion.recognition.networks.inference import onnxruntime
from companion.text import say

LISTING = "models/weights.json"
"""Names, hashes and thresholds of the weights; written by models/quantise.py."""
EXTEND_BY_WHAT_IS_ASKED = 1
"""ONNX Runtime's kSameAsRequested; its usual strategy, 0, doubles each allocation."""
NETWORKS = (
    *("locator", "near_locator", "small_classifier", "large_classifier"),
    *("surroundings", "symbol_reader"),
)
LARGEST_LISTING, LARGEST_NETWORK = 1_000_000, 50_000_000
"""Bytes: the largest shipped network has 1.3 million."""
Trust = TypeVar("Trust")
"""A listing's thresholds."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Thresholds chosen with the weights (models/README.md), so kept with them.

    ``centre``: least score of a detection, also times its objectness if it is asked about; ``near``: of a
    refined one. ``face``: least probability, given a die, of a face that is read, and of a die with another
    mark that is asked about. ``die``: least objectness of a die that is read, and part of a face 1 that is
    surely star or pip; ``maybe``: of one that is asked about. Where face and die reach ``die``, the small
    classifier is believed. ``cocked``, ``stacked``, ``hidden``: least probability of
    that doubt. ``temperature`` divides the large classifier's logits of the faces.
    """

    centre: float
    near: float
    face: float
    die: float
    maybe: float
    cocked: float
    stacked: float
    hidden: float
    temperature: float


@dataclass(frozen=True, slots=True)
class Weights:
    locator: bytes
    near_locator: bytes
    small_classifier: bytes
    large_classifier: bytes
    surroundings: bytes
    symbol_reader: bytes
    thresholds: Thresholds


def load_weights(listing: Path | None = None) -> Weights:
    """The shipped weights by default. Raises ``WeightsError`` if a file is missing, unreadable or altered."""
    networks, thresholds = load_listed(listing or LISTING, NETWORKS, Thresholds)
    return Weights(**networks, thresholds=thresholds)


def load_listed(
    listing: Path | str, names: Sequence[str], trust: type[Trust]
) -> tuple[dict[str, bytes], Trust]:
    """``listing``: a file, or the name of a shipped one. Raises ``WeightsError``."""
    try:
        listing = asset(listing) if isinstance(listing, str) else listing
        listed = json.loads(read_ordinary(listing, LARGEST_LISTING))
        thresholds = trust(**_checked(listed["thresholds"], listed["thresholds_sha256"]))
        files = {name: (str(listed[name]["file"]), listed[name]["sha256"]) for name in names}
    except AssetMissing as fault:
        raise WeightsError(str(fault)) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise WeightsError(say("weights.no_list", file=str(listing))) from None
    folder = listing.parent
    return {name: _verified(folder / file, digest) for name, (file, digest) in files.items()}, thresholds


def hash_of_thresholds(thresholds: dict[str, float]) -> str:
    """The listing's ``thresholds_sha256``: of their JSON, keys sorted."""
    return hashlib.sha256(json.dumps(thresholds, sort_keys=True).encode()).hexdigest()


def listed_thresholds(thresholds: dict[str, float]) -> dict[str, object]:
    return {"thresholds": thresholds, "thresholds_sha256": hash_of_thresholds(thresholds)}


def _checked(thresholds: dict[str, float], wanted: str) -> dict[str, float]:
    """Raises ``ValueError`` or the like unless these are the listed ones and numbers."""
    checked = {name: float(value) for name, value in thresholds.items()}
    if not all(map(math.isfinite, checked.values())) or hash_of_thresholds(thresholds) != wanted:
        raise ValueError("thresholds that were altered")
    return checked


def _verified(path: Path, digest: str) -> bytes:
    try:
        content = read_ordinary(path, LARGEST_NETWORK)
    except NotRead as fault:
        raise WeightsError(say("weights.unread", file=str(path), fault=str(fault))) from None
    if hashlib.sha256(content).hexdigest() != digest:
        raise WeightsError(say("weights.altered", file=str(path)))
    return content


@cache
def _share_one_arena() -> None:
    """One memory arena for all sessions, which grows by what is asked for.

    After readings of the simulated table and of a frame of 2304×1296 it holds 15 MB; arenas of their own that
    grow by powers of two held 29, none at all 6, but readings took 12 to 18 % longer.
    """
    place = onnxruntime.OrtMemoryInfo(
        "Cpu", onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, onnxruntime.OrtMemType.DEFAULT
    )
    growth = onnxruntime.OrtArenaCfg({"arena_extend_strategy": EXTEND_BY_WHAT_IS_ASKED})
    onnxruntime.create_and_register_allocator(place, growth)


def giving_back() -> onnxruntime.RunOptions:
    """For the last run of a lift: afterwards the arena gives back what is free, 4 MB after 48 dice."""
    options = onnxruntime.RunOptions()
    options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
    return options


def open_session(model: bytes, threads: int = 1) -> onnxruntime.InferenceSession:
    """A CPU session whose threads sleep between readings instead of spinning."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_mem_pattern = False  # a plan for each number of dice: 2 to 6 MB, and no faster
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.add_session_config_entry("session.use_env_allocators", "1")
    options.log_severity_level = 3
    try:
        _share_one_arena()
        session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        session._model_bytes = None  # it keeps the file for a change of providers: 3.6 MB in all
        return session
    except Exception as fault:  # onnxruntime raises its own unrelated classes; the hash has been checked
        raise WeightsError(say("weights.unopened", why=type(fault).__name__)) from fault
