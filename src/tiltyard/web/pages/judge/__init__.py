"""The judge's view: who calls, who waits, who rules."""
