"""A PostgreSQL server, and directories in memory: the same as for the stores."""

from tests.store.conftest import database, file, quick_folder, server

__all__ = ["database", "file", "quick_folder", "server"]
