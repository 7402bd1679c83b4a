"""Files of positions and games in the formats of others; what is read are texts, not games."""
