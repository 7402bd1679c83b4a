"""Kernels: the inputs of many states, and the slopes of a network's loss."""
