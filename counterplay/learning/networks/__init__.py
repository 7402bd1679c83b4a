"""Learning networks: inputs of many positions, training on the CPU, weights as integers."""
