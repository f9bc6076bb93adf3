"""Files of tournaments, in and out."""
