"""How positions and results are shown to people: drawings, points of view, words."""
