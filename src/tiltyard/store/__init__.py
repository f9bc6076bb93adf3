"""Logs of facts that keep what they acknowledged: memory, SQLite, PostgreSQL."""
