"""What an installation offers besides the desk: completion, a unit for systemd, its own version."""

import shutil
import subprocess

import pytest
from click.testing import CliRunner

from tiltyard.cli import COMMANDS, group
from tiltyard.service import release


@pytest.fixture
def run():
    return lambda *words: CliRunner().invoke(group, list(words))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_for_every_shell(run, shell):
    result = run("completion", shell)

    assert result.exit_code == 0
    assert f"_TILTYARD_COMPLETE={shell}_complete" in result.output


def test_the_script_completes_the_names_of_commands(monkeypatch, run):
    monkeypatch.setenv("COMP_WORDS", "tiltyard st")
    monkeypatch.setenv("COMP_CWORD", "1")
    monkeypatch.setenv("_TILTYARD_COMPLETE", "bash_complete")
    result = CliRunner().invoke(group, [], prog_name="tiltyard")

    completed = {line.partition(",")[2] for line in result.output.splitlines()}
    assert {name for name in COMMANDS if name.startswith("st")} == completed


def test_the_unit_is_one_that_systemd_takes(run, tmp_path):
    result = run("service", "--folder", "/var/lib/tiltyard", "--address", "https://cup.example.org")
    unit = tmp_path / "tiltyard.service"
    unit.write_text(result.stdout)

    assert "User=tiltyard" in result.stdout
    assert "--address https://cup.example.org" in result.stdout
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("NOT CHECKED by systemd: there is none here")
    answer = subprocess.run([analyze, "verify", unit], capture_output=True, text=True, check=False)
    assert not [
        line for line in answer.stderr.splitlines() if str(unit) in line and "Unknown" in line
    ]


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["--user", "root"], id="root"),
        pytest.param(["--folder", "/var/lib/my cups"], id="a space"),
        pytest.param(["--store", "postgresql://$HOME/x"], id="a variable"),
    ],
)
def test_what_a_unit_cannot_say_safely_is_refused(run, words):
    result = run("service", *words)

    assert result.exit_code == 2
    assert result.stdout == ""


def test_a_folder_below_home_is_not_hidden_from_the_service(run):
    assert "ProtectHome=no" in run("service", "--folder", "/home/desk/cups").stdout
    assert "ProtectHome=yes" in run("service").stdout


def test_a_checkout_knows_its_commit():
    git = shutil.which("git")
    if git is None or not (release.Path(release.__file__).parents[3] / ".git").exists():
        pytest.skip("NOT CHECKED: this is no checkout")
    root = release.Path(release.__file__).parents[3]
    head = subprocess.run(
        [git, "rev-parse", "HEAD"], cwd=root, capture_output=True, text=True, check=True
    )

    assert head.stdout.strip() == release.commit()


@pytest.mark.parametrize("how", ["loose", "packed", "detached"])
def test_a_commit_is_read_however_git_keeps_it(tmp_path, how):
    git = tmp_path / ".git"
    (git / "refs" / "heads").mkdir(parents=True)
    (git / "HEAD").write_text("c0ffee" if how == "detached" else "ref: refs/heads/main\n")
    if how == "loose":
        (git / "refs" / "heads" / "main").write_text("c0ffee\n")
    if how == "packed":
        (git / "packed-refs").write_text("# pack\nbeef refs/heads/other\nc0ffee refs/heads/main\n")

    assert "c0ffee" == release._checked_out(tmp_path)


def test_without_git_no_commit_is_made_up(tmp_path):
    assert "" == release._checked_out(tmp_path)
