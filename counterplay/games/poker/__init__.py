"""What games of poker share: cards, the strength of hands, ranges, and equities."""
