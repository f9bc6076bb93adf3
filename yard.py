"""Set up Tiltyard and run it with nothing but Python: `python3 yard.py help` lists the commands.

It makes a virtual environment, installs the packages of `locks/` (each checked by its hash) and
the project itself, and then does what it was asked. Standard library only, any system; the file
parses on old Pythons so that it can say politely that it needs a newer one.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent
VENV = Path(os.environ.get("TILTYARD_VENV") or ROOT / ".venv").resolve()
STAMP = VENV / "tiltyard.json"
LOCKS = ROOT / "locks"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = SCRIPTS / ("python.exe" if os.name == "nt" else "python")

UV = "uv==0.13.7"  # makes the lock files; nothing else needs it
LOCK_GROUPS = {
    "run": ("build",),
    "develop": ("build", "develop"),
    "release": ("build", "release"),
}
LOCK_HEADER = """\
# Made by `python3 yard.py lock` from pyproject.toml; change that file, not this one.
# Every package is pinned and checked by its hash: pip install --require-hashes -r {name}
"""
CLAUSE_TOOLS = ("tiltyard.dev.clause_state", "tiltyard.dev.rule_pages")
PAGE_TOOLS = (  # pages of docs/ that are made from the program
    *CLAUSE_TOOLS,
    *("tiltyard.dev.refusal_page", "tiltyard.cli.command_page", "tiltyard.web.api.api_page"),
)
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER = "TILTYARD_CHROMIUM"  # names the browser of the tests
UNWANTED = {
    "PYTHONHOME",  # another Python's
    "PYTHONPATH",
    "PYTHONDONTWRITEBYTECODE",  # the tests start hundreds of processes: each would compile anew
}
QUICK = (  # the engine, the words, and a sample of every interface
    *("architecture", "engine", "rules", "rulesets", "day", "reminders"),
    *("text/test_refusals.py", "text/test_language.py", "cli/test_event_commands.py"),
    *("web/test_front.py", "web/api/test_operations.py", "store/test_chain.py"),
    *("paper/test_press.py", "formats/test_documents.py"),
)
RELEASE_VENV = ".venv-release"
LONG = ("engine/test_against_the_oracle.py",)
CACHES = (".hypothesis", ".import_linter_cache", ".mypy_cache", ".pytest_cache", ".ruff_cache")


# ---------------------------------------------------------------------------------------- talking


def say(sentence: str) -> None:
    """Tell the person at the terminal what happens, in one line."""
    print(f"yard: {sentence}", flush=True)


def stop(sentence: str, code: int = 1) -> NoReturn:
    """End with a sentence that says what to do."""
    sys.stdout.flush()
    print(f"yard: {sentence}", file=sys.stderr, flush=True)
    raise SystemExit(code)


def run(*command: str | Path, folder: Path = ROOT) -> int:
    """Run a program, in the project's folder unless told otherwise; its exit code."""
    with start(*command, folder=folder) as program:
        return program.wait()


def start(*command: str | Path, folder: Path = ROOT) -> subprocess.Popen[bytes]:
    """Start a program and do not wait for it."""
    environment = {name: said for name, said in os.environ.items() if name not in UNWANTED}
    sys.stdout.flush()
    return subprocess.Popen([str(part) for part in command], cwd=folder, env=environment)


# --------------------------------------------------------------------------------- the environment


def need(lock: str) -> None:
    """Have an environment with the packages of this lock (of `LOCK_GROUPS`) and the project."""
    stamp = read_stamp()
    there = stamp.get("lock", "")
    if set(LOCK_GROUPS[lock]) <= set(LOCK_GROUPS.get(there, ())):
        lock = there  # a larger environment holds everything a smaller one has
    packages = {"lock": lock, "packages": fingerprint(LOCKS / f"{lock}.txt"), "home": home()}
    project = fingerprint(ROOT / "pyproject.toml", ROOT / "src" / "tiltyard" / "__init__.py")
    complete = {**packages, "project": project, "root": str(ROOT)}
    if not packages.items() <= stamp.items():
        make_environment()
        install_packages(lock)
        STAMP.write_text(json.dumps(packages), "utf-8")
    if stamp != complete:
        install_project()
        STAMP.write_text(json.dumps(complete), "utf-8")


def read_stamp() -> dict[str, str]:
    """What the environment was made from; empty when there is none, or only half of one."""
    if not PYTHON.exists():
        return {}
    try:
        stamp = json.loads(STAMP.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def fingerprint(*files: Path) -> str:
    """One hash over these files, whatever their line ends."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()


def home() -> str:
    """Where the environment is and for which Python: it cannot be moved, nor be lent to another."""
    return f"{VENV} {sys.implementation.cache_tag} {sys.platform}"


def make_environment() -> None:
    """Make the environment anew, so that no package of an older lock stays in it."""
    if VENV.exists() and any(VENV.iterdir()) and not (VENV / "pyvenv.cfg").exists():
        stop(f"{VENV} is not a virtual environment and not empty: name another in TILTYARD_VENV.")
    if Path(sys.prefix).resolve() == VENV:
        stop(f"{VENV} must be made again, but this Python runs in it: leave it (deactivate) first.")
    say(f"making the environment {VENV}")
    create_environment(VENV)


def create_environment(folder: Path) -> None:
    """Make an empty environment with pip, or say what this Python lacks for it."""
    missing = [name for name in ("venv", "ensurepip") if importlib.util.find_spec(name) is None]
    if missing:
        version = ".".join(map(str, sys.version_info[:2]))
        stop(
            f"this Python cannot make virtual environments: {' and '.join(missing)} is missing. "
            f"On Debian or Ubuntu: apt install python{version}-venv (or python3-venv), then again."
        )
    import venv  # here, because some systems leave it out

    try:
        venv.create(folder, clear=True, with_pip=True, symlinks=os.name != "nt")
    except (OSError, subprocess.CalledProcessError) as problem:
        stop(f"could not make the environment {folder}: {problem}")


def install_packages(lock: str) -> None:
    """Install exactly what the lock names: wheels only, each checked by its hash."""
    say(f"installing the packages of locks/{lock}.txt, each checked by its hash")
    if pip("--require-hashes", "--only-binary", ":all:", "--requirement", LOCKS / f"{lock}.txt"):
        stop(f"could not install locks/{lock}.txt; the reason stands above.")


def install_project() -> None:
    """Install the project itself, editable, with the locked build tools and without network."""
    say("installing the project itself")
    if pip("--no-index", "--no-deps", "--no-build-isolation", "--editable", ROOT):
        stop("could not install the project (see above).")


def pip(*arguments: str | Path) -> int:
    """Run the environment's pip, quietly."""
    quiet = ("-qq", "--disable-pip-version-check", "--no-input")
    return run(PYTHON, "-m", "pip", "install", *quiet, *arguments)


# ------------------------------------------------------------------------------------- the browser


def need_browser() -> None:
    """Have a Chromium for the tests in a browser: the system's own, or one that is fetched now."""
    if find_browser() or install_system_browser() or install_own_browser():
        return
    say("!!! NO CHROMIUM: no page is opened in a browser, those tests are skipped !!!")
    say(f"install Chromium or Chrome, or name one in {BROWSER}, then again.")


def find_browser() -> bool:
    """Whether a browser is named or lies on the path; the tests look in the same places."""
    if os.environ.get(BROWSER):
        return Path(os.environ[BROWSER]).is_file()
    return any(map(shutil.which, BROWSERS))


def install_system_browser() -> bool:
    """Install the package of Debian, where we may."""
    may = getattr(os, "geteuid", lambda: 1)() == 0
    if not may or not shutil.which("apt-get") or os.environ.get(BROWSER):
        return False
    say("no Chromium here: installing the system's package (apt-get install chromium)")
    quiet = ("apt-get", "-q", "-y", "-o", "Dpkg::Use-Pty=0")
    os.environ.setdefault("DEBIAN_FRONTEND", "noninteractive")
    run(*quiet, "update")
    return run(*quiet, "install", "--no-install-recommends", "chromium") == 0 and find_browser()


def install_own_browser() -> bool:
    """Let Playwright fetch its own Chromium; nothing happens where it has done so before."""
    if os.environ.get(BROWSER):
        return False
    say("no Chromium on the path: Playwright keeps its own (playwright install chromium)")
    return run(PYTHON, "-m", "playwright", "install", "chromium") == 0


# -------------------------------------------------------------------------------------- the checks


def static_checks(*, clauses: bool = True) -> list[str]:
    """Run every check that needs no test run; the names of those that failed.

    The whole suite compares the clause table and the rule pages itself: then they may be left out.
    """
    checks: list[tuple[str, tuple[str | Path, ...]]] = [
        ("lint", (PYTHON, "-m", "ruff", "check", "--quiet", ".")),
        ("format", (PYTHON, "-m", "ruff", "format", "--check", "--quiet", ".")),
        ("types", (PYTHON, "-m", "mypy", "--no-error-summary")),
        ("imports", (SCRIPTS / "lint-imports", "--no-logo")),
    ]
    if clauses:
        checks += [
            ("clauses", (PYTHON, "-m", CLAUSE_TOOLS[0], "--check")),
            ("rule pages", (PYTHON, "-m", CLAUSE_TOOLS[1], "--check")),
        ]
    failed = []
    for name, command in checks:
        code = run(*command)
        say(f"{name}: {'ok' if code == 0 else 'FAILED'}")
        failed += [name] if code else []
    return failed


# ------------------------------------------------------------------------------------ the commands


def serve(arguments: list[str]) -> int:
    """Open the desk in the browser; `--demo` shows a hall full of example events."""
    need("run")
    return run(PYTHON, "-m", "tiltyard", "serve", *arguments, folder=Path.cwd())


def demo(arguments: list[str]) -> int:
    """Show the engine at work on an example event."""
    need("run")
    return run(PYTHON, "-m", "tiltyard", "demo", *arguments)


def tiltyard(arguments: list[str]) -> int:
    """Run the program itself: `yard.py tiltyard standings FILE`."""
    need("run")
    return run(PYTHON, "-m", "tiltyard", *arguments, folder=Path.cwd())


def lint(arguments: list[str]) -> int:
    """Lint, format, types, import contracts, clause table: all checks but the tests."""
    refuse(arguments)
    need("develop")
    failed = static_checks()
    if failed:
        stop(f"failed: {', '.join(failed)}.")
    return 0


def test(arguments: list[str]) -> int:
    """Do all checks and the whole test suite (`--quick`: a part); arguments go to pytest."""
    need("develop")
    quick, rest = "--quick" in arguments, [word for word in arguments if word != "--quick"]
    if quick:
        rest += ["--hypothesis-profile=quick", *(f"tests/{part}" for part in QUICK)]
        rest += [f"--ignore=tests/{part}" for part in LONG]
    else:
        need_browser()
    whole = set(rest) <= {"--full"}
    # Neighbours stay together: what a module sets up (a browser, a server) is set up once. One
    # worker more than there are cores: some tests wait for a lease, a kill or another process.
    workers = (os.cpu_count() or 1) + (0 if quick else 1)
    spread = ("-n", str(workers), "--dist", "worksteal")
    with start(PYTHON, "-m", "pytest", *spread, *rest) as tests:
        failed = static_checks(clauses=not whole and not quick)
        if tests.wait():
            failed.append("tests")
    if failed:
        stop(f"failed: {', '.join(failed)}.")
    return 0


def tidy(arguments: list[str]) -> int:
    """Format the code and repair what the linter can repair."""
    refuse(arguments)
    need("develop")
    fixed = run(PYTHON, "-m", "ruff", "check", "--fix", ".")
    return run(PYTHON, "-m", "ruff", "format", ".") or fixed


def bench(arguments: list[str]) -> int:
    """Run one benchmark by name, or all."""
    known = sorted(f.stem for f in (ROOT / "bench").glob("*.py") if not f.stem.startswith("_"))
    names, options = (arguments[:1], arguments[1:]) if arguments else (known, [])
    unknown = [name for name in names if name not in known]
    if unknown:
        stop(f"there is no benchmark {unknown[0]!r}; there are: {', '.join(known)}.", 2)
    need("develop")
    failed = [name for name in names if run(PYTHON, "-m", f"bench.{name}", *options)]
    if failed:
        stop(f"failed: {', '.join(failed)}.")
    return 0


def shots(arguments: list[str]) -> int:
    """Take a picture of every page, wide and narrow, light and dark; into `shots/`."""
    need("develop")
    need_browser()
    return run(PYTHON, "-m", "tests.browser.shots", *arguments)


def docs(arguments: list[str]) -> int:
    """Make the documentation as a site; into `dist/site/` (`--pictures`: with every page)."""
    need("develop" if "--pictures" in arguments else "run")
    code = run(PYTHON, "-m", "tiltyard.web.documentation_site", *arguments)
    if code or "--pictures" not in arguments:
        return code
    folder = next((word for word in arguments if not word.startswith("-")), "dist/site")
    return shots([str(Path(folder) / "screens")])


def clauses(arguments: list[str]) -> int:
    """Bring the clause table and every made page of docs/ up to date."""
    need("develop")
    for tool in PAGE_TOOLS:
        code = run(PYTHON, "-m", tool, *arguments)
        if code:
            stop(f"{tool} failed (see above).", code)
    return 0


def release(arguments: list[str]) -> int:
    """Make what is given away, in parts: ready, dist, wheelhouse, bundle, audit; or all."""
    if VENV.name != RELEASE_VENV:  # its tools stay out of the environment of the tests
        os.environ["TILTYARD_VENV"] = str(ROOT / RELEASE_VENV)
        return run(sys.executable, ROOT / "yard.py", "release", *arguments)
    need("release")
    for part in arguments or ["ready", "dist", "wheelhouse", "bundle", "audit"]:
        say(f"release: {part}")
        if run(PYTHON, "-m", "tiltyard.dev.release", part):
            stop(f"{part} failed (see above).")
    return 0


def lock(arguments: list[str]) -> int:
    """Write locks/ from pyproject.toml; `--upgrade` takes the newest versions."""
    with tempfile.TemporaryDirectory() as folder:
        uv = shutil.which("uv") or fetch_uv(Path(folder))
        for name, groups in LOCK_GROUPS.items():
            say(f"locking {name}.txt")
            write_lock(uv, name, groups, arguments)
    return 0


def write_lock(uv: str, name: str, groups: tuple[str, ...], arguments: list[str]) -> None:
    """Pin everything for every system and every Python we support, without any address."""
    target = LOCKS / f"{name}.txt"
    options = ["--universal", "--python-version", ".".join(map(str, OLDEST)), "--generate-hashes"]
    options += ["--no-header", "--no-annotate", "--no-emit-index-url", "--no-config", "--quiet"]
    options += [f"--group={group}" for group in groups]
    if name != "run":
        options += ["--constraints", str(LOCKS / "run.txt")]  # what runs is what was tested
    if run(uv, "pip", "compile", "pyproject.toml", *options, *arguments, "--output-file", target):
        stop(f"could not make locks/{name}.txt (see above).")
    pins = [row for row in target.read_text("utf-8").splitlines() if not row.startswith("#")]
    text = LOCK_HEADER.format(name=f"locks/{name}.txt") + "\n".join(pins) + "\n"
    target.write_bytes(text.encode("utf-8"))


def fetch_uv(folder: Path) -> str:
    """Get uv for this one run, in a folder that goes away with it."""
    say(f"getting {UV} for this run")
    create_environment(folder)
    scripts = folder / SCRIPTS.name
    if run(scripts / PYTHON.name, "-m", "pip", "install", "--quiet", UV):
        stop(f"could not install {UV} (see above).")
    return str(scripts / ("uv.exe" if os.name == "nt" else "uv"))


def clean(arguments: list[str]) -> int:
    """Remove the environment and every cache."""
    refuse(arguments)
    if VENV.exists() and not (VENV / "pyvenv.cfg").exists():
        stop(f"{VENV} is not a virtual environment: it is left alone.")
    folders = [VENV, *(ROOT / cache for cache in CACHES)]
    folders += [f for top in ("src", "tests", "bench") for f in (ROOT / top).rglob("__pycache__")]
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
    say("the environment and the caches are gone")
    return 0


def usage(arguments: list[str]) -> int:
    """List the commands."""
    refuse(arguments)
    print("Usage: python3 yard.py COMMAND [ARGUMENTS]\n")
    for name, command in COMMANDS.items():
        print(f"  {name:<10}{command.__doc__}")
    print(f"\nThe environment is {VENV} (set TILTYARD_VENV for another place).")
    return 0


def refuse(arguments: list[str]) -> None:
    """Stop when a command that takes no arguments was given some."""
    if arguments:
        stop(f"this command takes no arguments, but got: {' '.join(arguments)}", 2)


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "serve": serve,
    "demo": demo,
    "test": test,
    "lint": lint,
    "tidy": tidy,
    "bench": bench,
    "shots": shots,
    "docs": docs,
    "clauses": clauses,
    "release": release,
    "lock": lock,
    "tiltyard": tiltyard,
    "clean": clean,
    "help": usage,
}


def main(arguments: list[str]) -> int:
    """Do what the first word says; without one, list the commands."""
    if sys.version_info < OLDEST:
        stop(
            f"Tiltyard needs Python {'.'.join(map(str, OLDEST))} or newer; this is Python "
            f"{sys.version.split()[0]} ({sys.executable}). Start it with a newer one, for "
            "instance: python3.12 yard.py",
            2,
        )
    name = arguments[0] if arguments else "help"
    name = "help" if name in {"-h", "--help"} else name
    if name not in COMMANDS:
        stop(f"there is no command {name!r}; there are: {', '.join(COMMANDS)}.", 2)
    try:
        return COMMANDS[name](arguments[1:])
    except KeyboardInterrupt:
        stop("stopped.", 130)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
