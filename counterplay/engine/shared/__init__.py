"""Helpers that several kernels use."""
