"""Checks a game against the contract by playing it; each fault is one sentence."""

from counterplay.conformance.report import Checked, Fault
from counterplay.conformance.run import check

__all__ = ["Checked", "Fault", "check"]
