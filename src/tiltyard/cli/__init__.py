"""The command line: one module per command group, loaded when it is asked for."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import click

from tiltyard.engine.errors import TiltyardError
from tiltyard.text.language import ENGLISH, LANGUAGES, speak

COMMANDS = {
    "backup": ("tiltyard.cli.backup", "Copy the store while it is in use; state of the copies."),
    "catalog": ("tiltyard.cli.catalog", "Install card data that army lists are read with."),
    "certificate": ("tiltyard.cli.certificate", "Make a certificate for the hall."),
    "check": ("tiltyard.cli.check", "Replay a tournament file and name every broken rule."),
    "clauses": ("tiltyard.cli.clauses", "List the clauses of the documents and their state."),
    "completion": ("tiltyard.cli.completion", "Print a script that completes commands by Tab."),
    "demo": ("tiltyard.cli.demo", "Show a day of events and the engine at work."),
    "advise": ("tiltyard.cli.advise", "Which structure for this field and this day."),
    "clinch": ("tiltyard.cli.clinch", "Who is safe, who is out, and what the others need."),
    "desk-link": ("tiltyard.cli.desk_link", "Print a new link to a desk that is running."),
    "doctor": ("tiltyard.cli.doctor", "Look whether this computer is ready for the day."),
    "event": ("tiltyard.cli.event", "Run a tournament day in the terminal."),
    "export": ("tiltyard.cli.export", "Write an event as a tournament file."),
    "follow": ("tiltyard.cli.follow", "Copy a desk live on a second laptop, and take over."),
    "generate": ("tiltyard.cli.generate", "Write random legal tournaments as files."),
    "import": ("tiltyard.cli.import_file", "Make an event out of a tournament file."),
    "keys": ("tiltyard.cli.keys", "Make the keyring anew, when it is damaged or lost."),
    "list": ("tiltyard.cli.lists", "Check army lists against a ruleset."),
    "log": ("tiltyard.cli.log", "Write or take over the whole log of an event."),
    "pair": ("tiltyard.cli.pair", "Draw the next round, with the reason for every table."),
    "person": ("tiltyard.cli.person", "Export what is known about a person, or forget them."),
    "print": ("tiltyard.cli.print_papers", "Print the papers of an event as PDF."),
    "restore": ("tiltyard.cli.backup", "Get events back from a backup or the second copy."),
    "rulesets": ("tiltyard.cli.rulesets", "List the rulesets, or show one."),
    "schema": ("tiltyard.cli.schema", "Print a JSON Schema of the file formats."),
    "serve": ("tiltyard.cli.serve", "Open the desk in the browser, for laptop and phones."),
    "service": ("tiltyard.cli.service_unit", "Write a systemd unit that keeps a desk open."),
    "simulate": ("tiltyard.cli.simulate", "Play a plan many times and say what to expect."),
    "standings": ("tiltyard.cli.standings", "Rank the field of a tournament file."),
    "structure": ("tiltyard.cli.rulesets", "Rounds and cut for a number of players."),
    "what-if": ("tiltyard.cli.what_if", "The standings with other results; nothing is written."),
    "verify": ("tiltyard.cli.verify", "Look at a log again: chain, draws, cuts and rights."),
}
# Names that Python has another use for.
_NAMES = {
    "desk-link": "desk_link",
    "import": "import_file",
    "list": "lists",
    "print": "print_papers",
    "what-if": "what_if",
}


class LazyGroup(click.Group):
    """A group that imports a command's module only when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by name, importing it now."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(COMMANDS[cmd_name][0])
        command: click.Command = getattr(module, _NAMES.get(cmd_name, cmd_name))
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in sorted(COMMANDS)])


def _say_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print version and commit, and end."""
    if not wanted or context.resilient_parsing:
        return
    from tiltyard.service.release import described

    click.echo(f"tiltyard, version {described()}")
    context.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_say_version,
    help="Say which version this is, and of which commit.",
)
@click.option(
    "--rulesets",
    "rulesets_folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    envvar="TILTYARD_RULESETS",
    help="A folder with ruleset files of your own, looked up first.",
)
@click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    default=ENGLISH,
    envvar="TILTYARD_LANGUAGE",
    help="What is said is said in this language.",
)
def group(rulesets_folder: Path | None, language: str) -> None:  # `own_rulesets` reads the folder
    """Tiltyard: the tournament desk for tabletop miniatures games."""
    speak(language)


def own_rulesets() -> Path | None:
    """Return the folder of the user's own rulesets, if one was named."""
    folder: Path | None = click.get_current_context().find_root().params.get("rulesets_folder")
    return folder


def main() -> None:
    """Run the program: refusals are one line on standard error and exit 2, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        sys.exit(group.main(standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.Abort:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
    except TiltyardError as error:
        from tiltyard.text.refusals import whole_text

        click.echo(f"tiltyard: {whole_text(error)}", err=True)
        sys.exit(2)
