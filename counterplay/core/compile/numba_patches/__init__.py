"""Changes to Numba that make large kernels compile faster."""
