"""Write the commit into the wheel, so that `tiltyard --version` can say what it was built from."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CommitHook(BuildHookInterface):
    """Adds `tiltyard/commit.txt`; a build outside of git and without the variable has none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the file to a wheel that is made to be given away."""
        commit = os.environ.get("TILTYARD_COMMIT") or _asked_of_git(Path(self.root))
        if version == "editable" or not commit:
            return
        file = Path(tempfile.mkdtemp()) / "commit.txt"
        file.write_text(commit + "\n", "ascii")
        build_data["force_include"][str(file)] = "tiltyard/commit.txt"


def _asked_of_git(root: Path) -> str:
    if not (root / ".git").exists():
        return ""
    try:
        answer = subprocess.run(
            ["git", "rev-parse", "HEAD"],  # noqa: S607  # whichever git is on the path
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return answer.stdout.strip()
