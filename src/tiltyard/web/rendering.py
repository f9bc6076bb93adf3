"""From a template and its values to a page: always escaped, in the visitor's language."""

from __future__ import annotations

import secrets
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup

from tiltyard.day.event import scenario_of
from tiltyard.text import language as words
from tiltyard.text.announcements import house_rule_sentence, scenario_lines
from tiltyard.text.language import LANGUAGES, ruleset_text, speaking
from tiltyard.text.refusals import fix_text, refusal_text
from tiltyard.text.say import counted, say, wording
from tiltyard.text.standings import key_text
from tiltyard.web.forms.commands import fields_of_slip

if TYPE_CHECKING:
    from tiltyard.web.event_view import EventView
    from tiltyard.web.settings import Settings
    from tiltyard.web.static_files import Assets


class Renderer:
    """The templates of the site."""

    def __init__(self, assets: Assets, settings: Settings) -> None:
        self._templates = jinja2.Environment(
            loader=jinja2.PackageLoader("tiltyard.web", "templates"),
            autoescape=True,  # for every template, whatever its name
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._templates.globals.update(
            asset=assets.address,
            languages=LANGUAGES,
            spoken=words.language,
            demo=settings.demo,
            own_address=settings.address,
            new_key=new_key,
            scenario_of=scenario_of,
            scenario_lines=scenario_lines,
            fields_of_slip=fields_of_slip,
            _=said,
        )
        self._templates.filters.update(
            clock=clock_text,
            day=day_text,
            time=time_text,
            time_at=time_at,
            number=number_text,
            key=key_text,
            ruleset=ruleset_text,
            refusal_text=refusal_text,
            fix_text=fix_text,
            house_rule=house_rule_sentence,
        )

    def render(self, template: str, language: str, **values: Any) -> str:
        """Return a page or a part of one."""
        with speaking(language):
            return self._templates.get_template(template).render(**values)

    def public(
        self,
        template: str,
        language: str,
        view: EventView,
        suffix: str,
        tag: str,
        context: dict[str, Any],
    ) -> str:
        """Return a public page: the same for everybody."""
        return self.render(
            template, language, view=view, event=view.event, suffix=suffix, tag=tag, **context
        )


def new_key() -> str:
    """Return a key for a form: sent twice, it counts once, also without a script."""
    return secrets.token_hex(12)


def said(code: str, /, **values: object) -> Markup:
    """Return a sentence of a template in the visitor's language, its values escaped.

    Most sentences have none: those are looked up once for each language.
    """
    if values:
        return Markup(wording(code, counted(code, values))).format(**values)  # noqa: S704  # our own
    return _without_values(words.language(), code)


@lru_cache(maxsize=8192)
def _without_values(language: str, code: str) -> Markup:
    with speaking(language):
        return Markup(wording(code)).format()  # noqa: S704  # our own sentences


def clock_text(seconds: int | None) -> str:
    """Return a time as a clock shows it."""
    if seconds is None:
        return ""
    hours, rest = divmod(seconds, 3600)
    minutes = f"{rest // 60:02}" if hours else str(rest // 60)
    return f"{hours}:{minutes}:{rest % 60:02}" if hours else f"{minutes}:{rest % 60:02}"


def day_text(day: date | None) -> str:
    """Return a day as people of this language write it."""
    if day is None:
        return say("common.no-date")
    from babel.dates import format_date

    return format_date(day, "long", locale=words.language())


def time_text(at: datetime) -> str:
    """Return a time of day where the server stands."""
    from babel.dates import format_time

    return format_time(at.astimezone(), "short", locale=words.language())


def time_at(milliseconds: int) -> str:
    """Return the time of day of a moment as browsers count it."""
    return time_text(datetime.fromtimestamp(milliseconds / 1000, UTC))


def number_text(number: int) -> str:
    """Return a whole number as people of this language write it."""
    from babel.numbers import format_decimal

    return format_decimal(number, locale=words.language())
