"""Army lists as programs and people write them: every form becomes a written roster."""
