"""Invented people of many countries, and what they play; any likeness is chance."""

from __future__ import annotations

NAMES: tuple[tuple[str, str | None], ...] = (
    ("Greta Holmqvist", "Northern Lights"),
    ("Tomás Aguilera", None),
    ("Akua Mensah-Boateng", "Dockside"),
    ("Piotr Wieczorek", "Dockside"),
    ("Ines Cardoso", None),
    ("Yuto Kanemoto", "Paper Cranes"),
    ("Siobhán Ní Dhuibhir", None),
    ("Lamine Diouf-Sarr", "Dockside"),
    ("Katarína Hronská", "Northern Lights"),
    ("Rahul Deshmane", None),
    ("Maëlle Quéméner", "Granite Coast"),
    ("Ferenc Bodrogi", None),
    ("Oksana Tymchyna", "Northern Lights"),
    ("Benedikt Thaler", "Paper Cranes"),
    ("Noor van Esdonk", None),
    ("Emre Karataşlı", "Granite Coast"),
    ("Lucía Montenegro", None),
    ("Aleksi Rautavaara", "Northern Lights"),
    ("Thandiwe Nkabinde", "Dockside"),
    ("Cosmin Văduva", None),
    ("Hye-jin Baekseok", "Paper Cranes"),
    ("Matteo Scarfone", "Granite Coast"),
    ("Dagný Hallmundsdóttir", None),
    ("Wiremu Tautahi", "Dockside"),
    ("Zsófia Kelemenes", None),
    ("Callum Strathnairn", "Granite Coast"),
    ("Marisol Ybarrondo", None),
    ("Đorđe Milutinov", "Paper Cranes"),
    ("Farida Benchaouia", "Northern Lights"),
    ("Kwabena Osei-Tutuah", None),
    ("Elin Fagerstrand", "Granite Coast"),
    ("Li Qingshuo", None),
)

FACTIONS: dict[str, tuple[str, ...]] = {
    "runewars": ("Daqan", "Waiqar", "Latari", "Uthuk"),
    "xwing-dogfight": ("Rebel", "Imperial"),
    "xwing-escalation": ("Rebel", "Imperial"),
    "middle-earth": ("Good", "Evil"),
    "diskwars": ("Order", "Destruction"),
    "armada": ("Rebel", "Imperial"),
}
