"""The API."""

from __future__ import annotations

from typing import Any

API: tuple[Any, ...] = ()
