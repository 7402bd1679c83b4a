"""Primitives with native forms: bit operations, rays, casts, atomics, memory addresses."""
