"""Tiltyard: the tournament desk for tabletop miniatures games."""

__version__ = "0.2.0"
