"""Learning pattern tables: training on the CPU, weights as integers."""
