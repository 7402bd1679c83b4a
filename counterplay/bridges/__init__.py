"""Games for other people's programs, and theirs for ours: PettingZoo and OpenSpiel."""
