"""What other programs write: read leniently into one neutral value, or refused in one sentence."""
