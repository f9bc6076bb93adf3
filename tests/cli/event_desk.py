"""Somebody at the terminal, and a small event to try commands on."""

import json

from click.testing import CliRunner

from tiltyard.cli import group


class Terminal:
    """Somebody typing `tiltyard event ...` against one store."""

    def __init__(self, file):
        self.file = file

    def run(self, *words, **more):
        arguments = ["event", "--store", str(self.file), *(str(word) for word in words)]
        return CliRunner().invoke(group, arguments, **more)

    def do(self, *words, **more):
        result = self.run(*words, **more)
        assert result.exit_code == 0, (words, result.output, result.exception)
        return result.stdout

    def json(self, *words, **more):
        return json.loads(self.do(*words, "--json", **more))

    def no(self, *words, **more):
        before = self.version()
        result = self.run(*words, "--json", **more)
        assert result.exit_code == 2, (words, result.output, result.exception)
        assert self.version() == before
        return json.loads(result.stdout)["error"]

    def version(self):
        return self.json("show", "cup")["version"]

    def match_at(self, table):
        matches = self.json("round", "cup")["matches"]
        return next(one for one in matches if one["table"] == table)

    def player_at(self, table, side=0):
        return self.match_at(table)["players"][side]

    def slip_at(self, table):
        """Return the newest slip that was recorded for the game at a table."""
        bodies = [fact["body"] for fact in self.json("history", "cup")["facts"]]
        match = self.match_at(table)["match"]
        return [one["slip"] for one in bodies if "slip" in one and one["match"] == match][-1]


def play_until_round_one(terminal):
    """Eight players, a marshal and a judge, round 1 running; Ann and Anton share a beginning."""
    new = ("--ruleset", "runewars", "--organizer", "Olga", "--structure", "custom")
    terminal.do("new", "cup", *new, "--rounds", 3, "--date", "2018-11-03")
    terminal.do("announce", "cup")
    terminal.do("open-registration", "cup")
    terminal.do("register", "cup", "Ann", "Anton", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus")
    terminal.do("staff", "appoint", "cup", "marshal", "Mara")
    terminal.do("staff", "appoint", "cup", "judge", "Jude")
    terminal.do("open-check-in", "cup")
    terminal.do("check-in", "cup", "--all")
    terminal.do("tell", "cup", "--all")
    terminal.do("start", "cup")
    terminal.do("draw", "cup", "--publish")
    terminal.do("clock", "start", "cup")
