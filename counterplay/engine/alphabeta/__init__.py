"""Alpha-beta search for two players: driver, settings and compiled kernel."""
