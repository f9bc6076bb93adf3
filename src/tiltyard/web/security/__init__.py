"""Who is asking, what they may see, and how we keep it that way."""
