"""The kernel that reads PGN; `pgn.py` is its main file."""
