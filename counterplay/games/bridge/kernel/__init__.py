"""The kernel of the double dummy solver. It uses no rules, and is bound to a game to be kept."""
