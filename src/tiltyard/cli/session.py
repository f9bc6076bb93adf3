"""One command at the desk: open the store, find who acts, do it, say what happened."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, wraps
from typing import TYPE_CHECKING, Any

import click

from tiltyard.cli.event_names import find_person
from tiltyard.cli.store_option import opened_for_reading, opened_store
from tiltyard.engine.errors import TiltyardError
from tiltyard.formats.answers import error_document, error_line
from tiltyard.text.refusals import asked_back, fix_text, shown
from tiltyard.text.say import filled, say, sentences

if TYPE_CHECKING:
    from pathlib import Path

    from tiltyard.day.context import Command
    from tiltyard.day.event import Event
    from tiltyard.day.facts import Recorded
    from tiltyard.engine.rosters.list_reading import ReadList
    from tiltyard.engine.rosters.roster import Roster
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PersonId
    from tiltyard.service.desk import Desk, Done
    from tiltyard.store.port import Store
    from tiltyard.text.refusals import Coded

REFUSED = 2
LEFT_ALONE = 1


@dataclass(slots=True)
class Sitting:
    """Somebody at the desk of one event, for one command."""

    desk: Desk
    name: str
    acting: str | None
    key: str | None
    seen: int | None
    as_json: bool
    confirmed: frozenset[str] = frozenset()
    document: dict[str, Any] = field(default_factory=dict)
    exit_code: int = 0
    way_out: str = ""
    """What this command says instead of the way out of a refusal, by its code."""

    @property
    def event(self) -> Event:
        """The event as it stands."""
        return self.desk.event(self.name)

    @property
    def rules(self) -> Ruleset:
        """The rules as the organizer uses them."""
        return self.desk.rules(self.name)[0]

    @property
    def ruleset(self) -> Ruleset:
        """The bare document."""
        return self.desk.rules(self.name)[1]

    @property
    def me(self) -> PersonId:
        """Who acts: as said, or the organizer."""
        if self.acting is not None:
            return find_person(self.event, self.acting)
        return next(
            appointment.person
            for appointment in self.event.staff
            if appointment.role == "organizer"
        )

    def do(self, command: Command, part: str = "", *, quiet: bool = False) -> Done:
        """Do an act and say what happened; `part` tells the acts of one command apart."""
        done = self.desk.do(
            self.name,
            self.me,
            command,
            key=self._key_of(part),
            seen=self.seen,
            confirmed=self.confirmed,
        )
        self.seen = None  # the next act of this command follows on what this one did
        self.tell(done, quiet=quiet)
        return done

    def _key_of(self, part: str) -> str | None:
        return self.key and (f"{self.key}.{part}" if part else self.key)

    def recorded_before(self, part: str = "") -> tuple[Recorded, ...]:
        """Return what was recorded for this person under the given key: this is a retry."""
        key = self._key_of(part)
        if key is None:
            return ()
        mine = (self.me, key)
        return tuple(
            recorded
            for recorded in self.desk.log(self.name)
            if (recorded.actor, recorded.key) == mine
        )

    def tell(self, done: Done, *, quiet: bool = False) -> None:
        """Say what was recorded, and keep it for the answer to a program."""
        self.document.setdefault("event", self.name)
        self.document["version"] = done.event.version
        self.document["repeated"] = done.repeated
        self.document.setdefault("facts", []).extend(
            fact_document(recorded, done.event, self.rules, self.me) for recorded in done.facts
        )
        if self.as_json or quiet:
            return
        from tiltyard.text.facts import fact_text

        for recorded in done.facts:
            text = fact_text(recorded.fact, done.event)
            self.say(say("terminal.recorded-before", text=text) if done.repeated else text)

    def say(self, line: str) -> None:
        """Print a line for people."""
        if not self.as_json:
            click.echo(visible(line))

    def agreed(self, question: str) -> bool:
        """Ask before something is done; whoever does not say yes leaves everything as it is."""
        try:
            if click.confirm(question, err=self.as_json):
                return True
        except click.Abort:
            click.echo(err=self.as_json)  # the end of the line of the question
        click.echo(say("terminal.nothing-was-done"), err=self.as_json)
        self.answer(event=self.name, facts=[])
        self.exit_code = LEFT_ALONE
        return False

    def answer(self, **values: object) -> None:
        """Add to the answer for a program."""
        self.document.update(values)


def way_out(error: TiltyardError, event: str) -> str:
    """Return what to do about a refusal: as a command, where it has a way out in the terminal."""
    questions: tuple[Coded, ...] = asked_back(error) or (error,)
    fixes = filter(None, (_command_or_fix(question, event) for question in questions))
    fix = " ".join(dict.fromkeys(fixes))
    codes = error.facts.get("confirm")
    if not isinstance(codes, tuple):
        return fix
    options = " ".join(f"--confirm {code}" for code in codes)
    if not fix:
        return say("terminal.if-you-mean-it", options=options)
    return say("terminal.or-if-you-mean-it", fix=fix, options=options)


def _command_or_fix(coded: Coded, event: str) -> str:
    if coded.sentence not in sentences("commands"):
        return fix_text(coded)
    return filled(f"commands.{coded.sentence}", {"event": event, **shown(coded.facts)})


def fact_document(
    recorded: Recorded, event: Event, rules: Ruleset, person: PersonId
) -> dict[str, Any]:
    """Return a recorded fact for a program; a seed that is still secret is left out.

    So is whatever is not for this person, and what is in a list or was said about it: whoever may
    read it does so with `tiltyard event army show`.
    """
    from tiltyard.day.visibility import OF_LISTS, unread
    from tiltyard.store import codec

    hidden = unread(event, rules, person, recorded)
    document: dict[str, Any] = {"number": recorded.number, "name": recorded.fact.NAME}
    if hidden.whole:
        return {**document, "body": {}}
    body: dict[str, Any] = json.loads(codec.draft(recorded.fact).body)
    if not event.seed_public:
        body.pop("seed", None)
    for name in (*OF_LISTS.get(type(recorded.fact), ()), *hidden.parts):
        body.pop(name, None)
    return {**document, "body": body}


def visible(line: str) -> str:
    """Return a line without what would move the cursor of a terminal."""
    return "".join(char if char.isprintable() or char == "\n" else "\ufffd" for char in line)


def new_desk(store: Store, *, computer_clock: bool = False) -> Desk:
    """Return a desk on a store, with the rulesets of this user."""
    from tiltyard.cli import own_rulesets
    from tiltyard.cli.made_rulesets import find_ruleset
    from tiltyard.service.clock import clock_of
    from tiltyard.service.desk import Desk

    clock = clock_of(store, of_this_computer=computer_clock)
    path = getattr(getattr(store, "store", store), "path", None)
    place = "memory:" if path is None else str(path)
    folder = own_rulesets()  # asked for here: the threads of a server know no command line
    return Desk(store, lambda name: find_ruleset(name, place, folder), clock, read_list=read_list)


def read_list(rules: Ruleset, text: str, form: str) -> tuple[str, Roster]:
    """Read an army list with the card data of this user."""
    from tiltyard.service.list_reading import default_folder

    return _reader(default_folder())(rules, text, form)


@cache
def _reader(folder: Path) -> ReadList:
    from tiltyard.service.list_reading import Catalogues, reader

    return reader(Catalogues(folder))


@contextmanager
def sitting(
    name: str,
    *,
    acting: str | None = None,
    key: str | None = None,
    seen: int | None = None,
    as_json: bool = False,
    confirmed: tuple[str, ...] = (),
    reads: bool = False,
) -> Iterator[Sitting]:
    """Open the store for one command; a refusal is one line and exit 2, never a traceback.

    A command that only `reads` works beside the process that writes.
    """
    at: Sitting | None = None
    store: Store | None = None
    try:
        store = opened_for_reading(store_address()) if reads else opened_store(store_address())
        at = Sitting(new_desk(store), name, acting, key, seen, as_json, frozenset(confirmed))
        yield at
    except TiltyardError as error:
        own = at.way_out if at else ""
        fix = say(f"terminal.{own}") if own else way_out(error, name)
        click.echo(error_line(error, "tiltyard", fix), err=True)
        if as_json:
            _print_json({**(at.document if at else {}), **error_document(error, fix)})
        sys.exit(REFUSED)
    finally:
        if store is not None:
            store.close()
    if as_json:
        _print_json(at.document)
    if at.exit_code:
        sys.exit(at.exit_code)


def store_address() -> str | None:
    """Return the --store of the command, or else that of the group before it."""
    context: click.Context | None = click.get_current_context()
    while context is not None:
        address: str | None = context.params.get("store")
        if address is not None:
            return address
        context = context.parent
    return None


def _print_json(document: dict[str, Any]) -> None:
    click.echo(json.dumps(document, ensure_ascii=False))


Body = Callable[..., None]

as_option = click.option(
    "--as", "acting", metavar="PERSON", help="Who acts: id, #number or name; else the organizer."
)
key_option = click.option("--key", help="A key that makes a retry harmless.")
seen_option = click.option(
    "--seen", type=click.IntRange(min=0), metavar="VERSION", help="Refuse if the event moved on."
)
confirm_option = click.option(
    "--confirm",
    "confirmed",
    multiple=True,
    metavar="CODE",
    help="Do it although it was asked back with this code; may be repeated.",
)
own_store_option = click.option(
    "--store", metavar="ADDRESS", help="Where the events lie, if not said before."
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document.")


def act(name: str, group: click.Group | None = None) -> Callable[[Body], click.Command]:
    """Make a command out of a function that does something at the desk of an EVENT."""

    def made(body: Body) -> click.Command:
        @wraps(body)
        def run(
            event: str,
            acting: str | None,
            key: str | None,
            seen: int | None,
            confirmed: tuple[str, ...],
            *,
            as_json: bool,
            **more: Any,
        ) -> None:
            more.pop("store")  # read through the context
            with sitting(
                event,
                acting=acting,
                key=key,
                seen=seen,
                as_json=as_json,
                confirmed=confirmed,
            ) as at:
                body(at, **more)

        for option in (
            own_store_option,
            json_option,
            seen_option,
            confirm_option,
            key_option,
            as_option,
        ):
            option(run)
        _event_first(run)
        command = click.command(name)(run)
        if group is not None:
            group.add_command(command)
        return command

    return made


def reading(name: str, group: click.Group | None = None) -> Callable[[Body], click.Command]:
    """Make a command out of a function that only looks at an EVENT."""

    def made(body: Body) -> click.Command:
        @wraps(body)
        def run(event: str, acting: str | None = None, *, as_json: bool, **more: Any) -> None:
            more.pop("store")  # read through the context
            with sitting(event, acting=acting, as_json=as_json, reads=True) as at:
                body(at, **more)

        own_store_option(run)
        json_option(run)
        _event_first(run)
        command = click.command(name)(run)
        if group is not None:
            group.add_command(command)
        return command

    return made


def _event_first(run: Callable[..., None]) -> None:
    """Put the argument EVENT before all others (click lists parameters from the last one on)."""
    click.argument("event")(run)


reason_option = click.option("--reason", default="", help="Why; everybody will read it.")
