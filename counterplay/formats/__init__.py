"""Files of positions and games in the formats of others, read and written."""
