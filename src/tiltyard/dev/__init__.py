"""Programs around the engine: simulations, generators, and what keeps the tables up to date."""
