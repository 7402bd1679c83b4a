"""Holds a game against the contract by playing it, and says in a sentence what is wrong."""

from counterplay.check.report import Checked, Fault
from counterplay.check.run import check

__all__ = ["Checked", "Fault", "check"]
