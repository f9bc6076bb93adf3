"""What a server says as one JSON object per line, for programs that collect logs."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiltyard.engine.errors import TiltyardError

log = logging.getLogger("tiltyard.serve")


class JsonLines(logging.Formatter):
    """A record as one line: when, how grave, from where, what; a trace where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def start_json_log() -> None:
    """Write everything that is logged to standard output, a line for each record."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    log.setLevel(logging.INFO)


def tell(message: str, **facts: object) -> None:
    """Write a line about the server itself."""
    log.info(message, extra={"facts": facts})


def tell_refusal(error: TiltyardError) -> None:
    """Write why the server does not start."""
    from tiltyard.text.refusals import fix_text, refusal_text

    facts = {"code": error.sentence, "fix": fix_text(error)}
    log.error(refusal_text(error), extra={"facts": facts})
