"""The press takes every picture, whatever people are called."""

from __future__ import annotations

from dataclasses import replace

import pytest
import typst

from tests.web.public.played_field import played_field
from tiltyard.charts.gallery import pictures_for_paper
from tiltyard.paper.fonts import typefaces

NAMES = ("Ana <b>&</b> Co", "]]></svg>", "\x00\x1b\ufffe", "W" * 80, "山田太郎", "مريم")


@pytest.mark.parametrize("players", [6, 60])
def test_the_press_sets_every_picture(players, tmp_path):
    view = played_field(players, 3)
    event = view.event
    named = dict(zip(event.entrants, NAMES, strict=False))
    names = {**event.people, **named}
    first = next(iter(event.entrants))
    entrants = event.entrants | {first: replace(event.entrants[first], faction="<Daqan> & \x07")}
    event = replace(event, entrants=entrants)
    made = pictures_for_paper(event, view.rules, view.document, view.tournament, names)
    assert len(made) == 5
    source = []
    for one in made:
        (tmp_path / f"{one.name}.svg").write_text(one.on_paper, "utf-8")
        source.append(f'#image("{one.name}.svg", width: 100%)')
    (tmp_path / "all.typ").write_text("\n".join(source), "utf-8")
    fonts = typefaces("".join(one.on_paper for one in made)).fonts
    pdf = typst.compile(str(tmp_path / "all.typ"), font_paths=fonts, ignore_system_fonts=True)
    assert pdf.startswith(b"%PDF")
