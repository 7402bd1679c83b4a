"""The game contract: what a rules file declares, and the objects made from it."""
