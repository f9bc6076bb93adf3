"""Signing in: links, passwords, codes, sessions and what belongs to an account."""
