"""The game contract and the path from plain Python to native code; everything rests on this."""
