"""Crosswords: the rules of Scrabble, the word graph, all legal plays, and what a rack is worth."""
