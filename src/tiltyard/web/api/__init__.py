"""The same acts as a typed API for programs."""
