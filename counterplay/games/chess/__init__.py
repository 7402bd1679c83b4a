"""Chess and Chess960."""
