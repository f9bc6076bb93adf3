"""Style sheets, scripts and pictures: read once, named by their content, kept for ever."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources
from typing import TYPE_CHECKING

from tiltyard.text.language import LANGUAGES, speaking
from tiltyard.text.say import wording

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.resources.abc import Traversable

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
}


JOINED = ("phone.js", "public.js")
"""Entries that are sent as one file with all they import: on a bad network every request waits."""

WORDS = {
    "body": {
        "anyway": "common.do-it-anyway",
        "offline": "common.no-answer-from-the-desk",
        "offlineFix": "common.it-may-have-been-recorded",
    },
    "[data-connection]": {
        "live": "web.live",
        "poll": "web.asking-every-few-seconds",
        "off": "web.no-connection",
        "age": "web.as-of",
        "out": "web.signed-out-open-your-link",
    },
    "#receipts": {"dismiss": "desk.dismiss"},
    "#outbox": {
        "waiting": "phone.waiting-to-be-sent",
        "sent": "phone.sent-and-recorded-at",
        "refused": "phone.refused",
        "differs": "phone.it-differs-from-your-opponents",
        "hide": "phone.hide",
        "qr": "phone.show-qr",
        "yes": "phone.that-is-right",
        "scanned": "phone.they-show",
    },
}
"""What only the scripts of a phone say: where on the page, under which name, by code."""

_IMPORT = re.compile(r'^import (?:{([^}]*)} from )?"\./([a-z0-9-]+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|const) (\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of the site as it is sent."""

    path: str
    type: str
    body: bytes


class Assets:
    """Every file under `static/`; scripts name one another by plain names, which are made stable.

    All files share one fingerprint in their path, so a script may import its neighbour relatively.
    """

    def __init__(self) -> None:
        files = dict(sorted(_files(resources.files("tiltyard.web") / "static", "")))
        files |= {entry: _joined(entry, files) for entry in JOINED}
        phone = files.pop("phone.js")
        files |= {f"phone.{name}.js": _words(name) + phone for name in LANGUAGES}
        digest = sha256()
        for name, body in files.items():
            digest.update(name.encode() + b"\0" + body)
        self.root = f"/static/{digest.hexdigest()[:12]}/"
        self.by_path = {
            self.root + name: Asset(self.root + name, TYPES[_ending(name)], body)
            for name, body in files.items()
        }

    def address(self, name: str) -> str:
        """Return where a file is; a name that is not there is a mistake of ours."""
        path = self.root + name
        if path not in self.by_path:
            raise LookupError(f"there is no static file {name!r}")
        return path


def _joined(entry: str, files: Mapping[str, bytes]) -> bytes:
    """Return an entry and its modules as one: each in a scope of its own, those it needs first."""
    done: dict[str, str] = {}

    def add(name: str) -> None:
        source = files[name].decode()
        for _, needed in _IMPORT.findall(source):
            if f"{needed}.js" not in done:
                add(f"{needed}.js")
        done[name] = _IMPORT.sub(_taken, source)

    add(entry)
    return "".join(_scoped(name, body) for name, body in done.items()).encode()


def _words(language: str) -> bytes:
    """Return what the scripts of a phone say in a language, for `words.js`."""
    with speaking(language):
        said = {
            place: {name: wording(code) for name, code in words.items()}
            for place, words in WORDS.items()
        }
    text = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    return f"const WORDS = {text};\n".encode()


def _taken(found: re.Match[str]) -> str:
    """Return an import as what is taken from the scope of the other module."""
    names, module = found.groups()
    return f"const {{{names.replace(' as ', ': ')}}} = {_scope(module)};\n" if names else ""


def _scoped(name: str, body: str) -> str:
    given = ", ".join(exported for _, exported in _EXPORT.findall(body))
    inner = re.sub(r"^ +", "", _EXPORT.sub(r"\1 \2", body), flags=re.MULTILINE)
    scope = _scope(name.removesuffix(".js"))
    return f"const {scope} = (() => {{\n{inner}return {{{given}}};\n}})();\n"


def _scope(module: str) -> str:
    return f"${module.replace('-', '_')}"


def _files(folder: Traversable, above: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry, f"{above}{entry.name}/")
        elif _ending(entry.name) in TYPES:
            yield above + entry.name, _sent(entry)


def _sent(file: Traversable) -> bytes:
    """Return a file as it is sent: scripts without their comments, which are for us."""
    body = file.read_bytes()
    if _ending(file.name) != ".js":
        return body
    lines = body.splitlines(keepends=True)
    return b"".join(line for line in lines if not line.lstrip().startswith(b"//"))


def _ending(name: str) -> str:
    return name[name.rfind(".") :]
