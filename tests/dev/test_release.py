"""What is given away: nothing lags behind, and every licence is known."""

import subprocess
from types import SimpleNamespace

import pytest

from tiltyard.dev import release

CHANGES = "# Changelog\n\n## 1.2.0 (2026-11-18)\n\n- More.\n"
VERSIONS = "| version | gets repairs |\n| --- | --- |\n| 1.2 | yes |\n"


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Return a project that is ready to be given away as 1.2.0."""
    monkeypatch.setattr(release, "_MADE_PAGES", ())
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    (tmp_path / "SECURITY.md").write_text(VERSIONS)
    git(tmp_path, "init", "-q")
    commit(tmp_path)
    return tmp_path


def git(folder, *words):
    someone = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", "-C", folder, *someone, *words], check=True)


def commit(folder):
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "Change")


def test_a_project_that_is_ready_lags_in_nothing(project):
    assert [] == list(release.lags(project, "1.2.0"))


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        pytest.param("CHANGELOG.md", "## 1.2.0 (unreleased)\n", "CHANGELOG", id="no date"),
        pytest.param("CHANGELOG.md", "## 1.1.0 (2026-01-01)\n", "CHANGELOG", id="older"),
        pytest.param("SECURITY.md", "| 1.1 | yes |\n", "SECURITY", id="not supported"),
    ],
)
def test_a_page_that_lags_is_named(project, file, text, says):
    (project / file).write_text(text)
    commit(project)
    (sentence,) = release.lags(project, "1.2.0")

    assert says in sentence


def test_changes_that_are_not_committed_are_named(project):
    (project / "more").write_text("")

    assert ["the work tree has changes that are not committed"] == list(
        release.lags(project, "1.2.0")
    )


def test_a_version_that_was_given_away_is_not_given_away_again(project):
    git(project, "tag", "v1.2.0")
    assert [] == list(release.lags(project, "1.2.0"))
    commit(project)
    (sentence,) = release.lags(project, "1.2.0")

    assert "raise the version" in sentence


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        pytest.param({"license_expression": "MIT"}, "MIT", id="expression"),
        pytest.param(
            {"classifier": ["License :: OSI Approved :: BSD License"]}, "BSD License", id="kind"
        ),
        pytest.param({"license": "SIL OFL V1.1\nPermission ..."}, "SIL OFL V1.1", id="free text"),
        pytest.param({}, "", id="nothing"),
    ],
)
def test_a_licence_is_read_however_it_is_stated(stated, expected):
    package = SimpleNamespace(metadata=SimpleNamespace(json=stated))

    assert expected == release.licence_of(package)


@pytest.mark.parametrize(
    "name", ["MIT", "Apache-2.0 OR BSD-3-Clause", "LGPL-3.0-only", "SIL OFL V1.1"]
)
def test_these_may_be_shipped(name):
    assert release.PERMITTED.search(name)


@pytest.mark.parametrize("name", ["", "GPL-3.0-only", "AGPL-3.0", "Proprietary"])
def test_these_may_not(name):
    assert not release.PERMITTED.search(name)


def test_everything_in_the_lock_that_is_installed_here_may_be_shipped():
    assert 20 < len(release.licences())
