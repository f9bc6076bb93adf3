"""The draw of a Swiss round (contract, section 5).

`field` says who is drawn and in which order, `byes` who rests, `brackets` who meets whom,
`matching` and `factors` answer what can still be completed, `reasons` says why, `tables` where.
"""

from tiltyard.engine.pairing.field import Field
from tiltyard.engine.pairing.round import DrawnMatch, Pairings, Why
from tiltyard.engine.pairing.swiss import draw_swiss

__all__ = ["DrawnMatch", "Field", "Pairings", "Why", "draw_swiss"]
