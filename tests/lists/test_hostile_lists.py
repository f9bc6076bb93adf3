"""Whatever is handed in as a list: a clear refusal, soon, in little memory, and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.lists.example_cards import squad
from tests.lists.hostile_inputs import hostile_inputs
from tiltyard.cli import group
from tiltyard.engine.errors import Refused
from tiltyard.formats.lists.list_limits import decode_list
from tiltyard.rulesets.loader import load
from tiltyard.service.list_reading import reader
from tiltyard.text.refusals import fix_text, refusal_text

INPUTS = hostile_inputs()
RULES = load("xwing-dogfight")
LONGEST_MESSAGE = 500
MOST_MEMORY = 200_000_000
HANGING = 120  # seconds; only against a program that never ends

MEASURED = """
import re, resource, runpy, sys
sys.argv = ["tiltyard", *sys.argv[1:]]
try:
    runpy.run_module("tiltyard", run_name="__main__")
finally:
    used = resource.getrusage(resource.RUSAGE_SELF)
    status = open("/proc/self/status").read()
    peak = int(re.search("VmHWM:\\s*([0-9]+) kB", status).group(1)) * 1024
    print(int(used.ru_utime + used.ru_stime), peak, file=sys.stderr)
"""


def test_there_are_enough_of_them():
    assert len(INPUTS) >= 60


@pytest.mark.parametrize("data", INPUTS.values(), ids=INPUTS)
def test_every_one_is_refused_with_a_short_message_and_a_way_out(data):
    tracemalloc.start()
    try:
        with pytest.raises(Refused) as refused:
            reader()(RULES, decode_list(data), "")
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY // 4
    finally:
        tracemalloc.stop()
    message = refusal_text(refused.value)
    assert 0 < len(message) <= LONGEST_MESSAGE
    assert message.isprintable()
    assert fix_text(refused.value)


@pytest.mark.parametrize("data", INPUTS.values(), ids=INPUTS)
def test_pasted_as_text_it_is_refused_as_well(data):
    text = data.decode("utf-8", errors="surrogateescape")
    with pytest.raises(Refused) as refused:
        reader()(RULES, text, "")
    assert 0 < len(refusal_text(refused.value)) <= LONGEST_MESSAGE


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    paths = []
    for number, data in enumerate(INPUTS.values()):
        path = folder / f"{number}.list"
        path.write_bytes(data)
        paths.append(str(path))
    return paths


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what a process needed")
def test_all_of_them_in_one_command_stay_within_two_seconds_each_and_200_mb(files):
    command = [sys.executable, "-c", MEASURED, "list", "check", *files, "--json"]
    command += ["--ruleset", "xwing-dogfight", "--catalogues", str(Path(files[0]).parent)]
    ended = subprocess.run(command, capture_output=True, timeout=HANGING, check=False)
    *complaints, measured = ended.stderr.decode().splitlines()
    seconds, peak = map(int, measured.split())
    assert ended.returncode == 2
    assert len(complaints) == len(files)
    assert b"Traceback" not in ended.stderr
    for line in ended.stdout.decode().splitlines():
        answer = json.loads(line)
        assert answer["ok"] is False
        assert answer["error"]["message"]
        assert answer["error"]["code"] != "fault"
    assert seconds < 2 * len(files)
    assert peak < MOST_MEMORY


def test_unreadable_lines_never_stop_a_batch(tmp_path):
    good = json.dumps(squad(("kitecadet", "kite", {}), points=20)).encode()
    lines = [good]
    for data in INPUTS.values():
        lines += [data.replace(b"\n", b" ").replace(b"\r", b" ")[:2_000_000], good]
    file = tmp_path / "lists.jsonl"
    file.write_bytes(b"\n".join(lines))
    arguments = ["list", "check", str(file), "--ruleset", "xwing-dogfight", "--catalogues", "no"]
    result = CliRunner().invoke(group, arguments)
    answers = {one["line"]: one for one in map(json.loads, result.stdout.splitlines())}
    assert result.exit_code == 2
    for number, line in enumerate(lines, start=1):
        if line == good:
            assert answers[number]["ok"] is True, number
        elif line.strip():
            assert answers[number]["ok"] is False, number
            assert answers[number].get("error", {}).get("code") != "fault", answers[number]
