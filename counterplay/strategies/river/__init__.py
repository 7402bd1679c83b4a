"""The last round of bets in hold'em, solved exactly for two ranges of hands."""
