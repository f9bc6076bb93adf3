"""The rules engine: pure functions over frozen values, no I/O, no clock, no chance of its own."""
