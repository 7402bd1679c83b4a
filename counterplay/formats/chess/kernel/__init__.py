"""Kernels and parts of kernels for the notation of chess."""
