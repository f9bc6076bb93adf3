"""`tiltyard doctor`: whether this computer is ready for the day, and what to do where it is not."""

from __future__ import annotations

import json
import platform
import shutil
import socket
import sys
import webbrowser
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from tiltyard.cli.store_option import default_store, store_option
from tiltyard.engine.errors import TiltyardError
from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tiltyard.store.port import Store

State = Literal["ok", "note", "trouble"]
MEGABYTE = 1_000_000
NEEDED = 200 * MEGABYTE
"""A day with pictures and backups stays far below it."""
COMFORTABLE = 1000 * MEGABYTE
ENDS_SOON = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was found about one thing: its state, and the code and facts of its sentence."""

    about: str
    state: State
    code: str
    facts: Mapping[str, object]

    @property
    def text(self) -> str:
        """What is said about it; where something is to do, how."""
        return say(f"doctor.{self.code}", **self.facts)


@click.command()
@store_option
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option(
    "--certificate",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The certificate you give `serve`.",
)
@click.option("--json", "as_json", is_flag=True, help="One document for a program.")
def doctor(store: str | None, port: int, certificate: Path | None, *, as_json: bool) -> None:
    """Look at this computer: program, data, disk, clock, network, certificate, paper.

    Every line is ok, worth a note, or says what to do. Exit 1 when something is to do.
    """
    found = list(examined(store, port, certificate))
    if as_json:
        click.echo(json.dumps([_document(diagnosis) for diagnosis in found], ensure_ascii=False))
    else:
        for diagnosis in found:
            click.echo(f"{say(f'terminal.doctor-{diagnosis.state}'):>5}  {diagnosis.text}")
        _show_code_for_phones(found)
    if any(diagnosis.state == "trouble" for diagnosis in found):
        sys.exit(1)


def examined(store: str | None, port: int, certificate: Path | None) -> Iterator[Diagnosis]:
    """Look at everything, one after another."""
    yield _program()
    try:
        address = default_store() if store is None else store
    except TiltyardError as error:
        yield _refused("store", error)
    else:
        yield from _data(address)
    yield from _network(port)
    yield _certificate(certificate)
    yield _paper()
    yield _browser()
    yield from _plug_ins()


def _ok(about: str, code: str, **facts: object) -> Diagnosis:
    return Diagnosis(about, "ok", code, facts)


def _note(about: str, code: str, **facts: object) -> Diagnosis:
    return Diagnosis(about, "note", code, facts)


def _trouble(about: str, code: str, **facts: object) -> Diagnosis:
    return Diagnosis(about, "trouble", code, facts)


def _refused(about: str, error: TiltyardError) -> Diagnosis:
    from tiltyard.text.refusals import whole_text

    return _trouble(about, "refused", reason=whole_text(error))


def _document(diagnosis: Diagnosis) -> dict[str, object]:
    facts = {name: str(fact) for name, fact in diagnosis.facts.items()}
    return {
        "about": diagnosis.about,
        "state": diagnosis.state,
        "code": diagnosis.code,
        "facts": facts,
        "text": diagnosis.text,
    }


def _program() -> Diagnosis:
    from tiltyard.service.release import described

    system = f"{platform.system()} {platform.machine()}"
    python = platform.python_version()
    return _ok("program", "program", version=described(), python=python, system=system)


# ----------------------------------------------------------------------------------------- the data


def _data(address: str) -> Iterator[Diagnosis]:
    """Look at the store, its keyring, the disk below it, and the clock beside its newest entry."""
    from tiltyard.cli.store_option import opened_for_reading
    from tiltyard.store.opening import file_of, shown

    where = shown(address)
    if address == "memory:":
        yield _note("store", "store-in-memory")
        return
    is_file = not address.startswith(("postgres://", "postgresql://"))
    try:
        if is_file and not file_of(address).exists():
            yield _ok("store", "store-not-yet", store=where)
            yield _clock(None)
        else:
            newest = _newest_entries(opened_for_reading(address))
            yield _ok("store", "store", store=where, count=len(newest))
            yield _clock(max(newest, default=None))
    except TiltyardError as error:
        yield _refused("store", error)
    if is_file:
        yield from _beside(address)


def _newest_entries(store: Store) -> list[datetime]:
    """Return when each event was written last, and close the store."""
    try:
        return [max(entry.at for entry in store.read(stream)) for stream in store.streams()]
    finally:
        store.close()


def _beside(address: str) -> Iterator[Diagnosis]:
    from tiltyard.cli.keys import keyring_file
    from tiltyard.store.keyring_sqlite import copy_in_memory
    from tiltyard.store.opening import file_of

    try:
        copy_in_memory(keyring_file(address)).close()
    except TiltyardError as error:
        yield _refused("keyring", error)
    yield _disk(file_of(address).absolute().parent)


def _disk(folder: Path) -> Diagnosis:
    there = next(parent for parent in (folder, *folder.parents) if parent.exists())
    free = shutil.disk_usage(there).free
    facts = {"folder": folder, "free": f"{free // MEGABYTE:,} MB"}
    if free < NEEDED:
        return _trouble("disk", "disk-full", **facts)
    return (
        _note("disk", "disk-low", **facts) if free < COMFORTABLE else _ok("disk", "disk", **facts)
    )


def _clock(newest: datetime | None) -> Diagnosis:
    now = datetime.now(UTC)
    facts: dict[str, object] = {"time": f"{now.astimezone():%Y-%m-%d %H:%M %Z}"}
    if newest is not None and newest > now + timedelta(minutes=1):
        return _trouble(
            "clock", "clock-behind", newest=f"{newest.astimezone():%Y-%m-%d %H:%M}", **facts
        )
    return _ok("clock", "clock", **facts)


# -------------------------------------------------------------------------------------- the network


def _network(port: int) -> Iterator[Diagnosis]:
    from tiltyard.web.serving import free_port, own_address, own_names

    taken = free_port("127.0.0.1", port)
    if taken == port:
        yield _ok("port", "port", port=port)
    else:
        yield _note("port", "port-taken", port=port, next=taken)
    address = own_address()
    if address.startswith("127."):
        yield _trouble("network", "no-network")
        return
    facts = {"address": f"http://{address}:{taken}", "names": ", ".join(own_names())}
    others = sorted(set(_other_addresses()) - {address})
    if others:
        yield _note("network", "several-networks", others=", ".join(others), **facts)
    else:
        yield _ok("network", "network", **facts)


def _other_addresses() -> Iterator[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return
    for entry in found:
        address = str(entry[4][0])
        if not address.startswith("127."):
            yield address


def _show_code_for_phones(found: list[Diagnosis]) -> None:
    from tiltyard.cli.serve import qr_text

    for diagnosis in found:
        if diagnosis.about == "network" and "address" in diagnosis.facts:
            click.echo(f"\n{qr_text(str(diagnosis.facts['address']))}")
            click.echo(say("doctor.scan-while-serving"))


def _certificate(file: Path | None) -> Diagnosis:
    if file is None:
        return _note("certificate", "no-certificate")
    from cryptography import x509

    try:
        ends = x509.load_pem_x509_certificate(file.read_bytes()).not_valid_after_utc
    except (OSError, ValueError):
        return _trouble("certificate", "certificate-unreadable", file=file)
    facts = {"file": file, "ends": f"{ends:%Y-%m-%d}"}
    now = datetime.now(UTC)
    if ends <= now:
        return _trouble("certificate", "certificate-ended", **facts)
    soon = ends <= now + ENDS_SOON
    return (
        _note("certificate", "certificate-ends", **facts)
        if soon
        else _ok("certificate", "certificate", **facts)
    )


# --------------------------------------------------------------------------------- paper and screen


def _paper() -> Diagnosis:
    missing = [name for name in ("typst", "pymupdf_fonts") if find_spec(name) is None]
    if missing:
        return _trouble("paper", "paper-missing", packages=", ".join(missing))
    if find_spec("noto_cjk_sans_otc") is None:
        return _note("paper", "paper-without-cjk")
    return _ok("paper", "paper")


def _browser() -> Diagnosis:
    try:
        webbrowser.get()
    except webbrowser.Error:
        return _note("browser", "no-browser")
    return _ok("browser", "browser")


def _plug_ins() -> Iterator[Diagnosis]:
    from tiltyard.service.plug_ins import exporters, importers

    names = sorted({*importers(), *exporters()})
    if names:
        yield _ok("plug-ins", "plug-ins", names=", ".join(names))
