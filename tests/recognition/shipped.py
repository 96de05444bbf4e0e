"""The thresholds of the shipped weights, for tests."""

from __future__ import annotations

from companion.recognition.networks.config import EyeConfig
from companion.recognition.networks.weights import load_weights

CONFIG = EyeConfig.of(load_weights().thresholds)
