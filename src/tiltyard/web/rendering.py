"""From a template and its values to a page: always escaped, in the visitor's language."""

from __future__ import annotations

import json
import re
import secrets
from contextvars import ContextVar
from datetime import UTC, date, datetime
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup

from tiltyard.day.event import scenario_of
from tiltyard.engine.ruleset import Ruleset
from tiltyard.paper.qr import qr_code
from tiltyard.text import language as words
from tiltyard.text.announcements import house_rule_sentence, scenario_lines
from tiltyard.text.language import LANGUAGES, ruleset_text, speaking
from tiltyard.text.refusals import fix_text, refusal_text
from tiltyard.text.say import counted, say, wording
from tiltyard.text.standings import key_text
from tiltyard.web.forms.commands import fields_of_slip

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, MutableMapping
    from types import CodeType

    from jinja2.bccache import Bucket

    from tiltyard.web.event_view import EventView
    from tiltyard.web.settings import Settings
    from tiltyard.web.static_files import Assets


OURS = "AMB-"
"""How decisions of ours begin: they speak of several documents."""


class CompiledOnce(jinja2.BytecodeCache):
    """What templates compile to, kept for every site that this process opens."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket if this very source was compiled before."""
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what the bucket holds."""
        if bucket.code is not None:
            self._codes[bucket.key, bucket.checksum] = bucket.code


COMPILED = CompiledOnce()

_SENTENCE = re.compile(r"""({{ )?\b_\((["'])([a-z0-9.-]+)\2\)(?(1) }})""")


class TemplatesIn(jinja2.PackageLoader):
    """The templates in one language: what a page says without facts stands in them.

    `_("common.table")` is the same on every page of a language, so it is looked up once, when the
    template is loaded. Of many who ask for the first page, one compiles it.
    """

    _turn = Lock()

    def __init__(self, language: str) -> None:
        super().__init__("tiltyard.web", "templates")
        self._language = language

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool] | None]:
        """Return a template with its sentences in place of their codes."""
        source, file, is_current = super().get_source(environment, template)
        with speaking(self._language):
            return _SENTENCE.sub(_said_in_place, source), file, is_current

    def load(
        self,
        environment: jinja2.Environment,
        name: str,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002  # Jinja's name for it
    ) -> jinja2.Template:
        """Return a template; those who waited find it compiled."""
        with self._turn:
            template = super().load(environment, name, globals)
        template.globals = dict(template.globals)  # Jinja's chain of two takes ten times as long
        return template


def _said_in_place(found: re.Match[str]) -> str:
    """Return a sentence as text of the template, or as a value in the middle of an expression."""
    text = str(said(found[3]))
    if "{" in text or "}" in text:
        return found[0]
    return text if found[1] else f"({json.dumps(text, ensure_ascii=False)}|safe)"


_RULESET: ContextVar[str] = ContextVar("ruleset of the page that is made", default="")
_READ: ContextVar[list[PageContext] | None] = ContextVar("what its parts read", default=None)


class PageContext(jinja2.runtime.Context):
    """What a part of a page reads: let go when the page is made.

    A macro knows its context and the context its macros, so without a word Python would keep the
    values of every page, the event with them, until it looks for cycles.
    """

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*values, **named)
        read = _READ.get()
        if read is not None:
            read.append(self)


class PageTemplate(jinja2.Template):
    """A template whose macros without a context outlive the page that first imports them."""

    def _get_default_module(self, ctx: jinja2.runtime.Context | None = None) -> Any:
        token = _READ.set(None)
        try:
            return super()._get_default_module(ctx)
        finally:
            _READ.reset(token)


class Renderer:
    """The templates of the site."""

    def __init__(self, assets: Assets, settings: Settings) -> None:
        self._templates = {name: _environment(name, assets, settings) for name in LANGUAGES}

    def render(self, template: str, language: str, **values: Any) -> str:
        """Return a page or a part of one."""
        token, read = _RULESET.set(_ruleset_of(values)), list[PageContext]()
        reading = _READ.set(read)
        try:
            with speaking(language):
                return self._templates[words.language()].get_template(template).render(**values)
        finally:
            for part in read:
                part.vars.clear()
            _READ.reset(reading)
            _RULESET.reset(token)

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


def _ruleset_of(values: Mapping[str, Any]) -> str:
    """Return whose clauses a page cites: those of its event, or of the game it is about."""
    about = getattr(values.get("view"), "rules", None) or values.get("document")
    return about.id if isinstance(about, Ruleset) else ""


def rule_address(clauses: str) -> str:
    """Return the page that says what clauses mean to readers of this game; see `rules_page`."""
    ids = clauses.replace(" ", "")
    ruleset = _RULESET.get() if OURS in ids else ""
    return f"/rules/{ids}?in={ruleset}" if ruleset else f"/rules/{ids}"


def _environment(language: str, assets: Assets, settings: Settings) -> jinja2.Environment:
    """Return the templates in a language: always escaped, with what all of them use."""
    templates = jinja2.Environment(
        loader=TemplatesIn(language),
        autoescape=True,  # for every template, whatever its name
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=COMPILED,
    )
    templates.context_class = PageContext
    templates.template_class = PageTemplate
    templates.globals.update(
        asset=assets.address,
        languages=LANGUAGES,
        spoken=words.language,
        demo=settings.demo,
        own_address=settings.address,
        new_key=new_key,
        qr=qr_code,
        scenario_of=scenario_of,
        scenario_lines=scenario_lines,
        fields_of_slip=fields_of_slip,
        rule_address=rule_address,
        zone=zone_minutes,
        _=said,
    )
    templates.filters.update(
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
    return templates


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


def zone_minutes() -> int:
    """Return by how much the clock on the wall here is ahead of UTC, for scripts."""
    ahead = datetime.now(UTC).astimezone().utcoffset()
    return round(ahead.total_seconds() / 60) if ahead is not None else 0


def time_at(milliseconds: int) -> str:
    """Return the time of day of a moment as browsers count it."""
    return time_text(datetime.fromtimestamp(milliseconds / 1000, UTC))


def number_text(number: int) -> str:
    """Return a whole number as people of this language write it."""
    from babel.numbers import format_decimal

    return format_decimal(number, locale=words.language())
