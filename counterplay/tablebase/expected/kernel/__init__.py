"""The kernel of interval iteration, in parts. They are bound to a game, not imported."""
