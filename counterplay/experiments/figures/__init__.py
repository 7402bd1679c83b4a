"""The claims of the textbook chapter, measured: tables and plots, one file a claim."""
