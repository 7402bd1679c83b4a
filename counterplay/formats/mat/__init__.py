"""MAT, the match files of Jellyfish, which GNU Backgammon and others write: games of backgammon."""
