"""What is drawn from numbers: the same pictures in pages and on paper, each with its table."""
