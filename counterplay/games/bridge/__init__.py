"""Bridge: cards and deals, and what every play of a deal is worth if all hands are seen."""
