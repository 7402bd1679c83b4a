"""File formats of games, positions and opening books; `registry.py` lists them."""
