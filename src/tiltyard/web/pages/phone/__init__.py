"""The player's phone: one page, a few kilobytes, true on a bad network."""
