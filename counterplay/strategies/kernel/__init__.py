"""The kernel of regret minimisation, in parts. They are bound to a game, not imported."""
