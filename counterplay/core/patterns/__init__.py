"""Pattern tables: a learned evaluation that adds up what configurations of cells are worth."""
