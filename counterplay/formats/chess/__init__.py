"""The notation of chess at native speed: SAN and UCI moves are read, SAN and FEN are written."""
