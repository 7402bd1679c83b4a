"""Polyglot opening books: keys, reading and building."""
