"""`tiltyard clinch`: who is safe and who is out, in words and as JSON."""

import json

from click.testing import CliRunner

from tiltyard.cli.clinch import clinch

EVENT = {
    "format": "tiltyard/1",
    "ruleset": "xwing-dogfight",
    "seed": "clinch",
    "players": [{"id": name, "name": name.title()} for name in ("ana", "ben", "cleo", "dov")],
    "plan": {"swiss_rounds": 2, "cut": None},
    "stages": [
        {
            "kind": "swiss",
            "rounds": [
                {
                    "matches": [
                        {
                            "players": ["ana", "dov"],
                            "report": {"end": "destroyed", "score": [100, 0], "survivor": 0},
                        },
                        {
                            "players": ["ben", "cleo"],
                            "report": {"end": "destroyed", "score": [100, 60], "survivor": 0},
                        },
                    ]
                },
                {"matches": [{"players": ["ana", "ben"]}, {"players": ["cleo", "dov"]}]},
            ],
        }
    ],
}


def run(tmp_path, *options):
    path = tmp_path / "cup.json"
    path.write_text(json.dumps(EVENT), encoding="utf-8")
    return CliRunner().invoke(clinch, [str(path), *options], catch_exceptions=False)


def test_every_player_has_a_line_with_what_is_needed(tmp_path):
    told = run(tmp_path)

    assert 0 == told.exit_code
    lines = [" ".join(line.split()) for line in told.output.splitlines()]
    assert "Ana 1st place Open Safe with a draw. Out with any loss." in lines
    assert "Dov 1st place Out" in lines


def test_another_place_is_asked_for_by_its_number(tmp_path):
    answer = json.loads(run(tmp_path, "--json", "--places", "2").output)

    assert "tiltyard/clinch/1" == answer["format"]
    assert {2} == {verdict["line"]["places"] for verdict in answer["verdicts"]}
