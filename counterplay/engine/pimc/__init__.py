"""Perfect-information Monte Carlo: averaging over clairvoyance."""
