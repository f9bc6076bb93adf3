"""Every act is reachable from the terminal, and every command explains itself."""

import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from tiltyard.cli import group
from tiltyard.cli.event import ALIASES, DAY, LINES, event
from tiltyard.day.table import FOR_PROGRAMS
from tiltyard.engine.errors import Refused
from tiltyard.service.desk import Desk

HANGING = 60  # seconds; only against a program that never ends
SLIP = ("--end", "time", "--score", "30", "20")
WHY = ("--reason", "because")
LIST = str(Path(__file__))  # any file there is: the desk is not asked to read it

REACHED = {
    "describe-event": ("describe", "cup", "--venue", "the hall"),
    "change-information": ("details", "cup", "--venue", "the hall", "--starts", "10:30"),
    "announce-event": ("announce", "cup"),
    "announce-item": ("tell", "cup", "rounds"),
    "post-notice": ("announce", "cup", "Lunch", "--until", "2099-01-01 13:30", "--urgent"),
    "edit-notice": ("do", "cup", "edit-notice", "notice=n1", "text=Lunch is over"),
    "withdraw-notice": ("do", "cup", "withdraw-notice", "notice=n1"),
    "open-registration": ("open-registration", "cup"),
    "open-check-in": ("open-check-in", "cup"),
    "start-event": ("start", "cup"),
    "change-plan": ("plan", "cup", "--rounds", "4", *WHY),
    "arrange-tables": ("tables", "cup", "--first", "5", "--out-of-use", "7"),
    "show-clinch": ("do", "cup", "show-clinch", "public=false", "players=true"),
    "choose-language": ("language", "cup", "de"),
    "award-prize": ("prize", "cup", "Ann", "the cup"),
    "finish-event": ("finish", "cup"),
    "reopen-event": ("reopen", "cup", *WHY),
    "archive-event": ("archive", "cup"),
    "delete-event": ("do", "cup", "delete-event"),
    "undo": ("undo", "cup", "--yes"),
    "appoint-staff": ("staff", "appoint", "cup", "judge", "Nina"),
    "release-staff": ("staff", "release", "cup", "judge", "Jude"),
    "change-duty": ("staff", "duty", "cup", "judge", "Jude", "off"),
    "name-head-marshal": ("staff", "head", "cup", "Mara"),
    "hand-over": ("staff", "hand-over", "cup", "Nora", "--reason", "ill"),
    "register-player": ("register", "cup", "Hal"),
    "change-player": ("change", "cup", "Ann", "--faction", "Daqan"),
    "withdraw-registration": ("withdraw", "cup", "Ann"),
    "withdraw-registrations": ("do", "cup", "withdraw-registrations", 'players=["p1"]'),
    "forget-people": ("do", "cup", "forget-people", 'people=["p2"]', "reason=long ago"),
    "forget-person": ("do", "cup", "forget-person", "person=p2", "reason=asked for it"),
    "note-contact": ("do", "cup", "note-contact", "player=p2", "contact=ann@post.example"),
    "set-door-code": ("do", "cup", "set-door-code", "code=open sesame"),
    "set-approval": ("do", "cup", "set-approval", "required=true"),
    "approve-registration": ("do", "cup", "approve-registration", "player=p2"),
    "decline-registrations": ("do", "cup", "decline-registrations", 'players=["p2"]'),
    "check-in": ("check-in", "cup", "Ann"),
    "let-in-late": ("do", "cup", "let-in-late", "player=p2"),
    "take-back-check-in": ("check-in", "cup", "Ann", "--take-back"),
    "join-as-spare": ("spare", "join", "cup", "Sam"),
    "release-spare": ("spare", "leave", "cup", "Ann"),
    "drop-player": ("drop", "cup", "Ann"),
    "rejoin": ("rejoin", "cup", "Ann"),
    "recommend-disqualification": ("recommend", "cup", "Ann", *WHY),
    "decline-disqualification": ("decline-disqualification", "cup", "Ann", *WHY),
    "disqualify": ("disqualify", "cup", "Ann", *WHY),
    "vote-favourite": ("vote", "cup", "Ann", "Bob"),
    "score-extra": ("extra", "cup", "Ann", "painting", "3"),
    "declare-soft-score": ("do", "cup", "declare-soft-score", "title=Quiz"),
    "remove-soft-score": ("do", "cup", "remove-soft-score", "score=quiz"),
    "give-scores": ("do", "cup", "give-scores", "score=quiz", 'values={"p2":7}'),
    "hand-in-score": ("do", "cup", "hand-in-score", "player=p2", "score=quiz"),
    "close-score": ("do", "cup", "close-score", "score=quiz"),
    "choose-shown-name": ("shown-name", "cup", "Ann", "initial"),
    "draw-round": ("draw", "cup"),
    "discard-draw": ("discard", "cup", *WHY),
    "change-pairings": ("swap", "cup", "Ann", "Bob", *WHY),
    "set-scenario": ("scenario", "cup", "2", "Siege", "--text", "Walls."),
    "set-cards": ("cards", "cup", "deployment=Standoff", *WHY),
    "publish-round": ("publish", "cup"),
    "withdraw-round": ("unpublish", "cup", *WHY),
    "call-seating": ("seat", "cup"),
    "start-clock": ("clock", "start", "cup"),
    "pause-clock": ("clock", "pause", "cup"),
    "resume-clock": ("clock", "resume", "cup"),
    "call-time": ("clock", "time", "cup"),
    "grant-extension": ("extend", "cup", "1", *WHY),
    "extend-round": ("do", "cup", "extend-round", "minutes=5", "reason=fire alarm"),
    "change-table": ("move", "cup", "1", "9"),
    "assign-ruling-leader": ("assign", "cup", "1", "Jude"),
    "make-cut": ("cut", "cup"),
    "take-place": ("take-place", "cup", "Ann"),
    "decline-place": ("decline-place", "cup", "Ann"),
    "report-result": ("report", "cup", "1", *SLIP),
    "confirm-result": ("confirm", "cup", "1", "--digest", "0"),
    "enter-result": ("enter", "cup", "1", *SLIP),
    "resolve-dispute": ("resolve", "cup", "1", *SLIP, *WHY),
    "correct-result": ("correct", "cup", "1", *SLIP, *WHY),
    "forfeit-game": ("forfeit", "cup", "Ann"),
    "verify-totals": ("totals", "cup", "1"),
    "check-deck": ("deck", "cup", "1", "Ann", "complete"),
    "inspect-components": ("inspect", "cup", "Ann", "cards"),
    "call-judge": ("call", "open", "cup", "1", "in range?"),
    "rule-on-call": ("call", "rule", "cup", "c1", "yes"),
    "say-call-kind": ("call", "kind", "cup", "c1", "component"),
    "appeal-ruling": ("call", "appeal", "cup", "c1"),
    "withdraw-appeal": ("do", "cup", "withdraw-appeal", "call=c1"),
    "withdraw-call": ("do", "cup", "withdraw-call", "call=c1"),
    "go-to-table": ("do", "cup", "go-to-table", "match=1.1.1"),
    "record-incident": ("incident", "record", "cup", "stalling", "slow", "--person", "Ann"),
    "set-aside-incident": ("incident", "set-aside", "cup", "i1", *WHY),
    "report-incident": ("incident", "report", "cup", "stalling", "slow", "--match", "1"),
    "request-watch": ("watch", "ask", "cup", "1", *WHY),
    "end-watch": ("watch", "end", "cup", "w1"),
    "note-component-trouble": ("component", "note", "cup", "Ann", "a tray", "lost"),
    "grant-component-time": ("component", "grant", "cup", "t1", "--minutes", "4"),
    "end-component-trouble": ("component", "end", "cup", "t1", "set aside"),
    "ask-about-component": ("component", "ask", "cup", "Ann", "third-party", "acrylic tokens"),
    "rule-on-component": ("component", "rule", "cup", "k1", "yes", "--note", "clear enough"),
    "make-proxy": ("proxy", "cup", "Ann", "Rune Golem"),
    "agree-sharing": ("share", "cup", "1", "dice"),
    "order-sharing": ("share", "cup", "1", "dice", "--order"),
    "save-list": ("army", "save", "cup", "Ann", LIST, "--as", "Ann"),
    "submit-list": ("squad", "submit", "cup", "Ann", LIST, "--form", "plain"),
    "receive-lists-on-paper": ("fleet", "paper", "cup", "Ann", "Bob"),
    "waive-list": ("army", "waive", "cup", "Ann", *WHY),
    "return-list": ("army", "return", "cup", "Ann", *WHY),
    "approve-list": ("army", "approve", "cup", "Ann", "--digest", "0"),
    "approve-clean-lists": ("army", "approve-clean", "cup"),
    "amend-list": ("army", "amend", "cup", "Ann", LIST, "--significant", *WHY),
    "set-list-deadline": ("army", "deadline", "cup", "2018-11-03 09:30"),
    "rule-on-product": ("product", "cup", "Core Set", "legal", "--since", "2018-11-01", *WHY),
    "request-conversion": ("conversion", "ask", "cup", "Ann", "a rider on foot"),
    "decide-conversion": ("conversion", "decide", "cup", "k1", "no", "--note", "too tall"),
    "count-terrain": ("count-terrain", "cup", "Standoff", "--defensive", 3, "--dangerous", 2),
    "label-terrain": ("terrain", "cup", "Ruins", "55", "--keyword", "cover", "--value", "cover=2"),
    "draw-mats": ("mats", "cup", "Ann's mat", "Bob's mat"),
    "toss-coin": ("coin", "cup", "1"),
    "record-first-player": ("first", "cup", "1", "Ann", "--side", "red"),
}


def test_the_table_of_this_test_holds_every_act():
    assert set(REACHED) == set(FOR_PROGRAMS)


@pytest.mark.parametrize("name", FOR_PROGRAMS)
def test_every_act_is_reachable_from_the_terminal(name, terminal, monkeypatch):
    asked = []

    def note(self, stream, person, command, **more):
        asked.append(command.NAME)
        raise Refused("clock-stands")

    monkeypatch.setattr(Desk, "do", note)
    result = terminal.run(*REACHED[name])

    assert asked == [name], result.output
    assert result.exit_code == 2


def commands(command, path=()):
    yield path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from commands(command.get_command(context, name), (*path, name))


@pytest.mark.parametrize("path", list(commands(event)), ids=" ".join)
def test_every_command_has_its_own_help(path):
    result = CliRunner().invoke(group, ["event", *path, "--help"])

    assert result.exit_code == 0
    assert result.stdout.startswith("Usage:")
    assert len(result.stdout.splitlines()) > 4


def test_the_help_lists_every_command_by_the_moments_of_a_day():
    text = CliRunner().invoke(group, ["event", "--help"]).stdout

    assert [moment for moment in DAY if f"{moment}:" not in text] == []
    assert [name for name in LINES if f"  {name} " not in text] == []
    assert set(ALIASES.values()) <= set(LINES)


def test_a_command_that_does_not_exist_is_a_mistake_of_usage(terminal):
    result = terminal.run("juggle", "cup")

    assert result.exit_code == 2
    assert "No such command 'juggle'" in result.stderr


@pytest.mark.parametrize(
    ("words", "left_out"),
    [
        (("--help",), ("rich", "apsw", "msgspec", "rustworkx")),
        (("register", "cup", "Hal"), ("rich",)),
        (("enter", "cup", "1", *SLIP), ("rich",)),
    ],
)
def test_commands_load_only_what_they_need(words, left_out, terminal):
    program = (
        "import sys; from tiltyard.cli import group; "
        f"group.main({['event', '--store', str(terminal.file), *words]!r}, standalone_mode=False); "
        f"print([name for name in {left_out!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, timeout=HANGING, check=True
    )

    assert done.stdout.decode().splitlines()[-1] == "[]"
