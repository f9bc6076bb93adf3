"""A tournament day at the terminal: every step is a command of the program, run in this process."""

import json
from contextlib import closing

from click.testing import CliRunner

from tiltyard.cli import group
from tiltyard.cli import session as event_sitting
from tiltyard.day.fold import fold
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.store.sqlite import SqliteStore

EVENT = "day"
ORGANIZER = "Olga"
FIELD = ("Ada", "Ben", "Cleo", "Dan", "Eli", "Fay", "Gus", "Hedi")
STRENGTH = (*FIELD, "Jo", ORGANIZER)
"""Who wins against whom: the earlier in this list."""


class Day:
    """One event in a SQLite file, told command by command."""

    def __init__(self, folder, monkeypatch, ruleset, deputy, seed="5eed"):
        self.folder, self.ruleset, self.deputy = folder, ruleset, deputy
        self.file = folder / "store.db"
        self.names = {}
        secret = (seed * 16)[:64]
        fixed = {"new_seed": lambda: secret, "new_nonce": lambda: ""}
        monkeypatch.setattr(event_sitting, "new_desk", lambda store: Desk(store, load, **fixed))

    # ------------------------------------------------------------------------ telling

    def run(self, *words, by=None):
        """Run a command of the event group; the second word on are its arguments."""
        arguments = ["event", "--store", str(self.file), *(str(word) for word in words)]
        arguments += ["--as", by] if by else []
        return CliRunner().invoke(group, [*arguments, "--json"])

    def do(self, *words, by=None):
        """Do something that must be allowed; return the answer for programs."""
        result = self.run(*words, by=by)
        assert result.exit_code == 0, (words, by, result.output, result.exception)
        assert result.stderr == ""
        return json.loads(result.stdout)

    def no(self, *words, by=None):
        """Try something that must be refused; the log stays as it is."""
        before = self.head()
        result = self.run(*words, by=by)
        assert result.exit_code == 2, (words, by, result.output, result.exception)
        error = json.loads(result.stdout)["error"]
        assert error["message"] in result.stderr
        assert error["fix"] in result.stderr
        assert self.head() == before
        return error

    def facts(self, *words, by=None):
        """Do something; return the facts by their names without the version."""
        answer = self.do(*words, by=by)
        return {fact["name"].partition("/")[0]: fact["body"] for fact in answer["facts"]}

    # ------------------------------------------------------------------------ looking

    def head(self):
        """Return how far the log goes, and the hash that covers all of it."""
        with closing(SqliteStore(self.file)) as store:
            return store.head(EVENT)

    def round(self, *more):
        return self.do("round", EVENT, *more)

    def rows(self):
        return self.do("standings", EVENT)["rows"]

    def ranking(self):
        return [row["name"] for row in self.rows()]

    def still_in(self):
        """Return those who have not left, best first."""
        return [row["name"] for row in self.rows() if row["status"] == "active"]

    def learn_names(self):
        """Remember who has which id."""
        with closing(SqliteStore(self.file)) as store:
            self.names = dict(Desk(store, load).event(EVENT).people)

    def pairs(self, round_=None):
        """Return the games of a round as pairs of names, by match id."""
        self.learn_names()
        matches = (round_ or self.round())["matches"]
        return {
            one["match"]: tuple(self.names[player] for player in one["players"]) for one in matches
        }

    def open_games(self):
        """Return the games that still need a result."""
        waiting = {"pending", "playing"}
        pairs = self.pairs()
        return {
            one["match"]: pairs[one["match"]]
            for one in self.round()["matches"]
            if one["kind"] == "game" and one["state"] in waiting
        }

    def game_without(self, *people):
        """Return an open game in which none of these play."""
        return next(
            (match, pair) for match, pair in self.open_games().items() if not {*people} & {*pair}
        )

    # ------------------------------------------------------------------------ playing

    def slip(self, pair, gap=None):
        """Return the options of a slip in which the stronger of the two wins."""
        first, second = (_strength(name) for name in pair)
        scores = (20 + 2 * (12 - first), 20 + 2 * (12 - second))
        if gap is not None:
            scores = (20 + gap, 20) if first < second else (20, 20 + gap)
        words = ["--end", "time", "--score", *scores]
        round_, xwing = self.round(), self.ruleset.startswith("xwing")
        bracket = round_["kind"] == "elimination"
        if bracket and (self.ruleset == "armada" or (xwing and len(round_["matches"]) == 1)):
            words = [*self._played_out(scores), "--score", *scores]
        if bracket and xwing:
            words += ["--initiative", pair[1]]
        return words + (["--leaders", "yes", "no"] if self.ruleset == "middle-earth" else [])

    def _played_out(self, scores):
        """Return how a game without a clock ends."""
        if not self.ruleset.startswith("xwing"):
            return ["--end", "rounds"]
        return ["--end", "destroyed", "--survivor", int(scores[1] > scores[0])]

    def enter_all(self):
        """Let the deputy enter every slip that is missing."""
        for match, pair in self.open_games().items():
            self.do("enter", EVENT, match, *self.slip(pair), by=self.deputy)

    def play_round(self):
        """Draw, publish and play a round without any trouble."""
        self.do("draw", EVENT, "--publish")
        self.do("clock", "start", EVENT, by=self.deputy)
        self.enter_all()

    # ------------------------------------------------------------------------ the end

    def require_sound(self):
        """The log alone gives the live state; the export passes the check, the log the audit."""
        event = self.replayed()
        file = self.folder / "export.json"
        file.write_text(self.program("export", EVENT, "--store", self.file).stdout, "utf-8")
        checked = self.program("check", file, "--json")
        found = json.loads(checked.stdout)["findings"]
        assert checked.exit_code == 0, found
        assert {one["severity"] for one in found} <= {"notice", "warning"}, found
        verified = self.program("verify", EVENT, "--store", self.file, "--json")
        verdict = json.loads(verified.stdout)
        assert verified.exit_code == 0, verdict
        assert verdict["clean"]
        assert verdict["logs"][0]["seed"] == "matches"
        return event

    def replayed(self):
        """Return the event, and make sure that its log alone gives the same."""
        with closing(SqliteStore(self.file)) as store:
            desk = Desk(store, load)
            event = desk.event(EVENT)
            assert fold(desk.log(EVENT)) == event
            store.verify(EVENT)
        return event

    def program(self, *words):
        """Run another command of the program."""
        return CliRunner().invoke(group, [str(word) for word in words])


def _strength(name):
    return STRENGTH.index(name) if name in STRENGTH else len(STRENGTH)
