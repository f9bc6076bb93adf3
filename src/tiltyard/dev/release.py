"""What is given away: wheel, source, a folder without Python; and the proofs beside them.

`python3 yard.py release` makes all of it, and refuses while changelog, version or tree lag.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tempfile
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tiltyard import __version__
from tiltyard.service.release import COMMIT_FILE, commit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).parents[3]
DIST = ROOT / "dist"
LOCK = ROOT / "locks" / "run.txt"
PERMITTED = re.compile(
    r"\b(MIT|MIT-0|BSD|0BSD|Apache|PSF|ISC|MPL|Mozilla|OFL|LGPL|Zlib|CC0|any-OSI)\b", re.IGNORECASE
)
"""Licences under which a package may be shipped beside ours, none of which binds our own code."""
_COLLECTED = (  # packages whose data files or lazily loaded modules a bundle needs
    *("tiltyard", "babel", "granian", "litestar", "msgspec", "psycopg", "psycopg_binary"),
    *("pymupdf_fonts", "rich", "typst"),
)
_PAGES = ("clause_state", "rule_pages", "refusal_page")
_MADE_PAGES = tuple(f"tiltyard.dev.{name}" for name in _PAGES)
_START = "from tiltyard.cli import main\n\nmain()\n"


class Lagging(Exception):
    """Something is not as it must be before a release."""


@click.group()
def main() -> None:
    """Make what is given away."""


@main.command()
def dist() -> None:
    """Build wheel and source twice, compare them, and write the proofs beside them."""
    first, second = _built(), _built()
    if first != second:
        raise Lagging("two builds differ: the build is not reproducible")
    DIST.mkdir(exist_ok=True)
    for name, content in first.items():
        (DIST / name).write_bytes(content)
    (DIST / "licences.txt").write_text("".join(f"{row}\n" for row in licences()), "utf-8")
    _bill_of_materials(DIST / f"tiltyard-{__version__}.cdx.json")
    sums = [f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in first.items()]
    (DIST / "SHA256SUMS").write_text("".join(sums), "ascii")
    click.echo("".join(sums), nl=False)


@main.command()
def wheelhouse() -> None:
    """Collect every locked wheel and our own: an installation without a network."""
    house = DIST / "wheelhouse"
    house.mkdir(parents=True, exist_ok=True)
    _run(
        "pip", "download", "-q", "--require-hashes", "--only-binary=:all:", "-r", LOCK, "-d", house
    )
    for name, content in _built().items():
        if name.endswith(".whl"):
            (house / name).write_bytes(content)
    click.echo(f"pip install --no-index --find-links {house} tiltyard")


@main.command()
def bundle() -> None:
    """Make a folder that runs on a computer without Python, of this kind of system."""
    with tempfile.TemporaryDirectory() as folder:
        start = Path(folder) / "start.py"
        start.write_text(_START, "ascii")
        collected = [word for name in _COLLECTED for word in ("--collect-all", name)]
        work = ["--workpath", folder, "--specpath", folder, "--distpath", str(DIST)]
        left_out = ["--exclude-module", "faker", "--exclude-module", "PyInstaller"]
        built_from = Path(folder) / COMMIT_FILE  # what a wheel has besides, see pyproject.toml
        built_from.write_text(commit() + "\n", "ascii")
        besides = {ROOT / "docs": "tiltyard/documentation", built_from: "tiltyard"}
        data = [word for file, to in besides.items() for word in ("--add-data", f"{file}:{to}")]
        _run("PyInstaller", "-y", "--name", "tiltyard", *work, *collected, *left_out, *data, start)
    click.echo(DIST / "tiltyard")


@main.command()
def audit() -> None:
    """Ask the package index for known weaknesses of what is shipped."""
    _run("pip_audit", "--require-hashes", "--disable-pip", "-r", LOCK)


@main.command()
def ready() -> None:
    """Say what still lags behind a release; nothing said: ready."""
    found = list(lags(ROOT, __version__))
    for sentence in found:
        click.echo(f"not ready: {sentence}", err=True)
    sys.exit(1 if found else 0)


def lags(root: Path, version: str) -> Iterator[str]:
    """Return what is not as it must be before this version is given away."""
    changelog = (root / "CHANGELOG.md").read_text("utf-8")
    if not re.search(rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$", changelog, re.MULTILINE):
        yield f"CHANGELOG.md has no section '## {version} (DATE)'"
    if f"| {version.rpartition('.')[0]}" not in (root / "SECURITY.md").read_text("utf-8"):
        yield f"SECURITY.md does not list {version.rpartition('.')[0]} among the supported versions"
    if _asked_of_git(root, "status", "--porcelain"):
        yield "the work tree has changes that are not committed"
    tagged = _asked_of_git(root, "tag", "--list", f"v{version}")
    if tagged and not _asked_of_git(root, "tag", "--points-at", "HEAD", "--list", f"v{version}"):
        yield f"v{version} is the tag of another commit: raise the version"
    for module in _MADE_PAGES:
        if _ran(sys.executable, "-m", module, "--check", quiet=True).returncode:
            yield f"what {module} makes is out of date: run it"


def licences() -> list[str]:
    """Return name, version and licence of everything that is shipped; an unknown one is refused."""
    shipped = set(_locked(LOCK.read_text("utf-8")))
    rows = {package.name.lower(): package for package in distributions()}
    chosen = [rows[name] for name in sorted(shipped & rows.keys())]
    unknown = [package.name for package in chosen if not PERMITTED.search(licence_of(package))]
    if unknown:
        raise Lagging(f"no permitted licence: {', '.join(unknown)}")
    return [f"{package.name} {package.version}: {licence_of(package)}" for package in chosen]


def licence_of(package: Distribution) -> str:
    """Return the licence a package states, in whichever of three ways."""
    stated = package.metadata.json
    kinds = [str(entry) for entry in stated.get("classifier", ())]
    named = " / ".join(
        kind.rpartition(" :: ")[2] for kind in kinds if kind.startswith("License ::")
    )
    first_line = str(stated.get("license", "")).partition("\n")[0]
    return str(stated.get("license_expression", "")) or named or first_line


def _locked(text: str) -> Iterable[str]:
    return (name.lower() for name in re.findall(r"^([A-Za-z0-9._-]+)==", text, re.MULTILINE))


def _built() -> dict[str, bytes]:
    """Build wheel and source at the time of the commit, and return their bytes."""
    moment = _asked_of_git(ROOT, "log", "-1", "--format=%ct")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SOURCE_DATE_EPOCH"] = moment
        _run("hatchling", "build", "-d", folder)
        return {file.name: file.read_bytes() for file in sorted(Path(folder).iterdir())}


def _bill_of_materials(file: Path) -> None:
    # The addresses packages came from stay out: they are those of whoever made it.
    words = ("requirements", "--output-reproducible", "--of", "JSON", "-o", file, LOCK)
    _run("cyclonedx_py", *words)


def _run(module: str, *words: str | Path) -> None:
    if _ran(sys.executable, "-m", module, *map(str, words)).returncode:
        raise Lagging(f"{module} failed (see above)")


def _asked_of_git(root: Path, *words: str) -> str:
    return _ran("git", "-C", str(root), *words, quiet=True).stdout.strip()


def _ran(*command: str, quiet: bool = False) -> subprocess.CompletedProcess[str]:
    """Run a program in the project's folder; what it says is kept where it is not shown."""
    return subprocess.run(  # noqa: S603  # every word of it stands in this file
        command, cwd=ROOT, check=False, capture_output=quiet, text=True
    )


if __name__ == "__main__":
    try:
        main()
    except Lagging as lagging:
        sys.exit(f"release: {lagging}")
