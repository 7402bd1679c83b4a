"""What runs on a GPU: the only folder that may import numba.cuda."""
