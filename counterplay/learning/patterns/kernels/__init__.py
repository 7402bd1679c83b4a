"""The kernel that trains pattern tables."""
