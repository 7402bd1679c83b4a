"""Work for many machines: the only folder that may import Ray."""
