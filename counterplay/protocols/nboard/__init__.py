"""NBoard, version 1: the protocol of a board for Othello, by which its programs are asked."""
