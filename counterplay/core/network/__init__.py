"""Networks: a learned evaluation for any game, from the bits of its state."""
