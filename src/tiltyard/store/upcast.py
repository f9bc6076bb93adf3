"""Old facts in new clothes: a shipped fact never changes, its successor knows how to read it.

Each entry takes the body of an old fact, as decoded JSON, one version further. There is none yet:
every fact is in its first version. The files written by each release are opened by the tests for
ever (`tests/app/releases`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

Body = dict[str, object]
Upcaster = Callable[[Body], tuple[str, Body]]

UPCASTERS: Mapping[str, Upcaster] = {}


def newest(
    name: str, body: Body, upcasters: Mapping[str, Upcaster] = UPCASTERS
) -> tuple[str, Body]:
    """Return a fact in its newest version."""
    while name in upcasters:
        name, body = upcasters[name](body)
    return name, body
