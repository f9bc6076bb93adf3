"""`tiltyard completion`: a script that completes commands and options by Tab."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

VARIABLE = "_TILTYARD_COMPLETE"
SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the script for SHELL; bash, for one: eval "$(tiltyard completion bash)"."""
    script = get_completion_class(shell)
    assert script is not None
    root = click.get_current_context().find_root().command
    click.echo(script(root, {}, "tiltyard", VARIABLE).source())
