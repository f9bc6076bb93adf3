"""A day with lists at the desk: some clean, some wrong, some not there at all."""

from __future__ import annotations

from typing import Any

from tests.day.events import Day
from tests.web.desk.at_desk import AtDesk
from tiltyard.day.lists import SubmitList
from tiltyard.service.list_reading import reader

ARMY = """Name: Hill and Ford
Faction: Latari
Total: 120

Units
Thorn Guard (40)
- Old Banner (20)
Reed Bows (30)
Reed Bows (30)

Terrain cards
Well [capacity: 3]
Wall [capacity: 3]
Moor [capacity: 3]
Hut [capacity: 3]
"""
"""An invented army of Runewars: legal, with two units of one name."""

SMALLER = ARMY.replace("Reed Bows (30)\nReed Bows (30)", "Reed Bows (30)").replace("120", "90")
OTHERS = SMALLER.replace("Latari", "Uthuk")
MIXED = ARMY.replace("Reed Bows (30)\n", "Barrow Bones (30) [faction: Waiqar]\n", 1)
TOO_LARGE = ARMY.replace("Thorn Guard (40)", "Thorn Guard (140)").replace("120", "220")


class ListDesk(AtDesk):
    """The desk of a day whose doors are open; the organizer is p1, players are p2 and so on."""

    def __init__(self, ruleset: str = "runewars", players: int = 4, **changes: Any) -> None:
        if ruleset == "runewars":
            changes = {"tier": "premier", **changes}
        day = Day(ruleset, **changes)
        day.desk.read_list = reader()
        day.open_doors()
        day.register(*(f"Player {number}" for number in range(2, players + 2)))
        super().__init__(day)

    def hands_in(self, **texts: str) -> None:
        """Players hand in their lists themselves."""
        for player, text in texts.items():
            self.day.do(SubmitList(player, text), player)  # type: ignore[arg-type]

    def begun(self) -> None:
        """The first round is being played."""
        self.day.begin()
        self.day.next_round()

    def match_of(self, player: str) -> str:
        """The path of the page of a player's game."""
        return f"/match/{self.day.game_of(player).id}"

    def outcome(self, person: str, **fields: str) -> dict[str, Any]:
        """What a slip for the first table would mean, as the script of a page asks."""
        game = self.table(1)
        sent = {"match": game.id, "slip.end": "time"}
        sent |= {name.replace("__", "."): value for name, value in fields.items()}
        answer = self.hall.browser("cup", person).post("/e/cup/outcome", sent, json=True)
        assert answer.status_code == 200, answer.text
        return answer.json()
