"""The text of chess at native speed: FEN, SAN and UCI moves."""
