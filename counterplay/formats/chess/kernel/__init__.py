"""The compiled part of reading and writing the text of chess."""
