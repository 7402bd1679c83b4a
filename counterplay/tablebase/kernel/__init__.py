"""The compiled code that both ways of solving share."""
