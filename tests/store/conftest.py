"""A server for the session, and an address of an empty store of each kind for a test."""

import shutil
import tempfile
from pathlib import Path

import pytest

from tests.store.server import Server, memory_folder
from tiltyard.store.memory import MemoryStore
from tiltyard.store.postgres import PostgresStore
from tiltyard.store.sqlite import SqliteStore


@pytest.fixture(scope="session")
def server():
    running = Server()
    yield running
    running.stop()


@pytest.fixture
def database(server):
    address = server.new_database()
    yield address
    server.drop(address)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "event.tiltyard"


@pytest.fixture
def quick_folder():
    """A directory in memory where there is one: for tests that open thousands of files."""
    folder = Path(tempfile.mkdtemp(dir=memory_folder()))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request):
    """An empty store, three times."""
    opened = _opened(request)
    yield opened
    opened.close()


@pytest.fixture(params=["sqlite", "postgres"])
def lasting(request):
    """How to open a store that keeps: called again, it opens the same one."""
    if request.param == "sqlite":
        path = request.getfixturevalue("file")
        return lambda kind=SqliteStore, **options: kind(path, **options)
    address = request.getfixturevalue("database")
    return lambda kind=PostgresStore, **options: kind(address, **options)


def _opened(request):
    if request.param == "memory":
        return MemoryStore()
    if request.param == "sqlite":
        return SqliteStore(request.getfixturevalue("file"))
    return PostgresStore(request.getfixturevalue("database"))
