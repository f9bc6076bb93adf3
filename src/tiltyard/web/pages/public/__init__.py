"""What everybody may see: the same bytes for all."""
