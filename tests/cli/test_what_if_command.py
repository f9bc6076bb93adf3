"""`tiltyard what-if`: another result from the terminal."""

import json

from click.testing import CliRunner

from tests.cli.test_clinch_command import EVENT
from tiltyard.cli.what_if import what_if


def test_the_order_with_another_result_and_what_changed(tmp_path):
    path = tmp_path / "cup.json"
    path.write_text(json.dumps(EVENT), encoding="utf-8")

    told = CliRunner().invoke(what_if, [str(path), "1.1=0-100"], catch_exceptions=False)
    answer = CliRunner().invoke(what_if, [str(path), "1.1=0-100", "--json"])

    assert "players change place." in told.output
    assert "dov" == json.loads(answer.output)["rows"][0]["player"]
    assert EVENT == json.loads(path.read_text(encoding="utf-8"))
