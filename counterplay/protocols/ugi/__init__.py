"""UGI, the Universal Game Interface: UCI for any game, in the game's own notation."""
