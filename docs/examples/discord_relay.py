"""Announces published rounds and results in a Discord channel.

    DISCORD_WEBHOOK=https://discord.com/api/webhooks/... TILTYARD_SECRET=... python discord_relay.py

At the desk: More, Access, Webhooks; the address of this relay, and the secret it shows once. The
desk says that something happened; the relay reads what, and writes a line to the channel.
"""

from __future__ import annotations

import hmac
import json
import os
import time
from collections.abc import Callable, Mapping
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.request import Request, urlopen

PORT = 8787
OLDEST = 300  # seconds: an old message was recorded by somebody and is sent again


def is_genuine(secret: str, headers: Mapping[str, str], body: bytes, now: float) -> bool:
    """Whether the desk that knows the secret sent this, just now."""
    timestamp = headers.get("tiltyard-timestamp", "")
    if not timestamp.isdigit() or abs(now - int(timestamp)) > OLDEST:
        return False
    signed = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, sha256).hexdigest()
    return hmac.compare_digest(f"v1={signed}", headers.get("tiltyard-signature", ""))


def line_of(news: Mapping[str, Any], read: Callable[[str], Any]) -> str:
    """Return what is written to the channel; `read` fetches what the news are about."""
    document = read(news["read"])
    if news["kind"] == "round-published":
        games = [match for match in document["matches"] if len(match["names"]) == 2]
        rows = [f"Table {game['table']}: {' v '.join(game['names'])}" for game in games]
        return "\n".join([f"**Pairings of round {document['number']} are up**", *rows])
    match = next(match for match in document["matches"] if match["match"] == news["match"])
    if not match["score"]:
        return ""
    (first, second), (ours, theirs) = match["names"], match["score"]
    return f"Table {match['table']}: {first} {ours}–{theirs} {second}"


def fetch(address: str) -> Any:
    """Read a document of the desk; no token: what everybody may read is enough."""
    with urlopen(address, timeout=15) as answer:  # noqa: S310  # the desk's own address
        return json.load(answer)


def write(channel: str, text: str) -> None:
    """Write to the channel."""
    body = json.dumps({"content": text[:2000], "allowed_mentions": {"parse": []}}).encode()
    headers = {"Content-Type": "application/json"}
    with urlopen(Request(channel, body, headers), timeout=15):  # noqa: S310
        pass


class Relay(BaseHTTPRequestHandler):
    """Takes a message of the desk and answers before it writes: the desk does not wait for us."""

    secret = os.environ.get("TILTYARD_SECRET", "")
    channel = os.environ.get("DISCORD_WEBHOOK", "")

    def do_POST(self) -> None:
        """Take one message."""
        body = self.rfile.read(min(int(self.headers.get("content-length", 0)), 65_536))
        genuine = is_genuine(self.secret, self.headers, body, time.time())
        self.send_response(204 if genuine else 403)
        self.end_headers()
        if genuine and (text := line_of(json.loads(body), fetch)):
            write(self.channel, text)


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", PORT), Relay).serve_forever()
