"""Which Tiltyard this is: its version, and the commit it was built from."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from tiltyard import __version__

COMMIT_FILE = "commit.txt"
"""Written into a wheel when it is built (`hatch_build.py`)."""


def described() -> str:
    """Return version and commit as people copy them into a report."""
    known = commit()
    return f"{__version__} ({known[:12]})" if known else __version__


def commit() -> str:
    """Return the commit this program was built from, or is checked out at; empty if unknown."""
    built = resources.files("tiltyard").joinpath(COMMIT_FILE)
    if built.is_file():
        return built.read_text("ascii").strip()
    return _checked_out(Path(__file__).parents[3])


def _checked_out(folder: Path) -> str:
    """Return the commit of a checkout, from the files of git alone."""
    try:
        git = _git_folder(folder)
        head = (git / "HEAD").read_text("utf-8").strip()
        if not head.startswith("ref: "):
            return head
        return _branch_commit(git, head.removeprefix("ref: "))
    except OSError:
        return ""


def _git_folder(folder: Path) -> Path:
    """Return the folder of git; in a second work tree `.git` is a file that names it."""
    git = folder / ".git"
    return Path(git.read_text("utf-8").strip().removeprefix("gitdir: ")) if git.is_file() else git


def _branch_commit(git: Path, name: str) -> str:
    shared = git / "commondir"
    home = (git / shared.read_text("utf-8").strip()) if shared.is_file() else git
    loose = home / name
    if loose.is_file():
        return loose.read_text("utf-8").strip()
    packed = (home / "packed-refs").read_text("utf-8").splitlines()
    return next((line.split()[0] for line in packed if line.endswith(f" {name}")), "")
