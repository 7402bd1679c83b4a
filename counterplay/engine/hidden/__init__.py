"""What may be hidden: the states that a player cannot tell from the one that is there."""
