"""Characters and words of PGN that the kernel compares with."""

import numpy as np

A_QUOTE, A_PERCENT, A_SEMICOLON = ord('"'), ord("%"), ord(";")
A_BRACKET, A_BRACE, END_BRACE = ord("["), ord("{"), ord("}")
A_PARENTHESIS, END_PARENTHESIS, A_DOLLAR = ord("("), ord(")"), ord("$")
A_STAR, A_DOT, A_MARK, A_QUESTION = ord("*"), ord("."), ord("!"), ord("?")
A_PLUS, A_SHARP, LOWER_E = ord("+"), ord("#"), ord("e")

EVENT = np.frombuffer(b"[Event ", np.uint8)
FEN = np.frombuffer(b"FEN", np.uint8)
VARIANT = np.frombuffer(b"Variant", np.uint8)
EN_PASSANT = np.frombuffer(b"e.p.", np.uint8)
BYTE_ORDER_MARK = np.frombuffer(b"\xef\xbb\xbf", np.uint8)
ONE_NIL = np.frombuffer(b"1-0", np.uint8)
NIL_ONE = np.frombuffer(b"0-1", np.uint8)
HALVES = np.frombuffer(b"1/2-1/2", np.uint8)
HALF = np.frombuffer(b"1/2", np.uint8)
