"""Files of games in the formats that people have, read for the database."""
