"""Stores of every kind, as the tests of the stores have them."""

from tests.store.conftest import database, file, server, store

__all__ = ["database", "file", "server", "store"]
