"""Kernels that settle states instead of searching them."""
