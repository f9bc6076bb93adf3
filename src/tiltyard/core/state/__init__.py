"""The live state of an event, folded from its facts."""

from tiltyard.core.state.event import Event
from tiltyard.core.state.evolve import evolve, fold

__all__ = ["Event", "evolve", "fold"]
