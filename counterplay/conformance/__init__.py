"""Holds a game against the contract by playing it, and says in a sentence what is wrong."""

from counterplay.conformance.report import Checked, Fault
from counterplay.conformance.run import check

__all__ = ["Checked", "Fault", "check"]
