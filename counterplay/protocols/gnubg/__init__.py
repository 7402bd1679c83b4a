"""GNU Backgammon through its external interface: boards as lines of FIBS, over a socket."""
