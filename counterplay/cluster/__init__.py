"""Work on many machines. Only this folder may import Ray."""
