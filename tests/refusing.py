"""Refusals in tests: by kind, and by what people read of them."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tiltyard.text.refusals import refusal_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.errors import TiltyardError


@contextmanager
def refuses(
    kind: type[TiltyardError], match: str = "", *, code: str = ""
) -> Iterator[pytest.ExceptionInfo[TiltyardError]]:
    """Expect an error of a kind: with a code, or with a sentence that matches."""
    with pytest.raises(kind) as caught:
        yield caught
    if code:
        assert caught.value.code == code
    said = refusal_text(caught.value)
    assert re.search(match, said), f"{match!r} is not in {said!r}"
