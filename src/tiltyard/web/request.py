"""One request as a page reads it: who asks, for which event, with which form."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from secrets import token_hex
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote

from litestar import MediaType, Response

from tiltyard.engine.errors import Refused
from tiltyard.text.language import speaking
from tiltyard.text.say import say
from tiltyard.web.errors import Malformed, refusal_words
from tiltyard.web.second_server import banner_of
from tiltyard.web.security.headers import NO_STORE, REVALIDATE
from tiltyard.web.security.secrets import form_token, masked, new_session
from tiltyard.web.sizes import size_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tiltyard.day.context import Command
    from tiltyard.engine.errors import TiltyardError
    from tiltyard.engine.tournament import PersonId
    from tiltyard.service.desk import Done
    from tiltyard.web.event_view import EventView
    from tiltyard.web.security.sources import Source
    from tiltyard.web.security.visitors import Visitor
    from tiltyard.web.site import Site

Reply = Response[Any]
MOST_FIELDS = 20_000


class Form:
    """The fields of a form, each as often as it was sent, and the files that came with it."""

    def __init__(
        self, pairs: list[tuple[str, str]], files: list[tuple[str, bytes]] | None = None
    ) -> None:
        self._values: dict[str, list[str]] = {}
        self._files = files or []
        for name, value in pairs:
            self._values.setdefault(name, []).append(value)

    @classmethod
    def of(cls, body: bytes) -> Form:
        """Read a form as browsers send it."""
        try:
            text = body.decode("utf-8")
            pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS)
        except (UnicodeDecodeError, ValueError):
            raise Malformed("form-cannot-read") from None
        return cls(pairs)

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def __iter__(self) -> Any:
        return iter(self._values)

    def text(self, name: str, default: str = "") -> str:
        """Return one value; a field that was sent twice is refused."""
        values = self._values.get(name)
        if values is None:
            return default
        if len(values) > 1:
            raise Refused("sent-twice", field=name, name=name[:40])
        return values[0]

    def every(self, name: str) -> tuple[str, ...]:
        """Return all values of a field."""
        return tuple(self._values.get(name, ()))

    def file(self, largest: int) -> tuple[str, bytes] | None:
        """Return the name and the bytes of the one file that was sent, or none."""
        if not self._files:
            return None
        if len(self._files) > 1:
            raise Refused("more-than-one-file-sent", field="file")
        name, data = self._files[0]
        if len(data) > largest:
            raise Refused("file-too-large", field="file", largest=largest // 1024)
        return name, data


@dataclass(slots=True)
class Cookie:
    """A cookie to be set; with no value it is taken away."""

    name: str
    value: str
    longest: int | None = None


@dataclass
class Asked:
    """What a page needs to answer. `token_page` marks pages whose address is a secret."""

    site: Site
    visitor: Visitor
    method: str
    address: str
    path: Mapping[str, str]
    query: Form
    form: Form
    headers: Mapping[str, str]
    source: Source
    device: str = ""
    token_page: bool = False
    cookies: list[Cookie] = field(default_factory=list)

    @cached_property
    def view(self) -> EventView:
        """The event this page is about."""
        return self.site.view(self.path["event"])

    @cached_property
    def person(self) -> PersonId | None:
        """As whom the visitor acts at this event."""
        return self.visitor.person(self.view.event)

    @property
    def me(self) -> PersonId:
        """The same where a route has made sure that there is somebody."""
        if self.person is None:
            raise Refused("nobody-signed-here")
        return self.person

    def own_key(self, key: str) -> str:
        """Return the key of a form as the log keeps it: of no use to any other browser."""
        return sha256(f"{key} {self.visitor.form_token}".encode()).hexdigest()

    @property
    def wants_json(self) -> bool:
        """Whether one of our scripts asks, and not a person."""
        return "application/json" in self.headers.get("accept", "")

    @property
    def back(self) -> str:
        """Where the form says it came from: a path of this site, whatever was sent."""
        said = self.form.every("next")
        return own_path(said[0]) if len(said) == 1 else "/"

    @property
    def came_from(self) -> str:
        """The page of ours that led here, as the browser says; the list of events if it doesn't."""
        referer, host = self.headers.get("referer", ""), self.headers.get("host", "")
        return referer.partition(f"//{host}")[2] if host and f"//{host}/" in referer else "/"

    @property
    def confirmed(self) -> frozenset[str]:
        """The codes of what was asked back and is meant."""
        return frozenset(code for code in self.form.every("confirm") if code)

    def doing(self, event: str, person: PersonId | None = None) -> Callable[[Command, str], Done]:
        """Return what does several acts of one form, each under an ending of its key."""
        key = self.form.text("key")[:80] or token_hex(12)
        actor = person or self.me

        def do(command: Command, ending: str) -> Done:
            own = f"{key}-{ending}"
            return self.site.do(event, actor, command, key=own, confirmed=self.confirmed)

        return do

    def why_not(self, refused: TiltyardError | None) -> dict[str, Any] | None:
        """Return a refusal in the visitor's words."""
        with speaking(self.visitor.language):
            return refusal_words(refused)

    # ------------------------------------------------------------------ answers

    def page(
        self,
        template: str,
        *,
        status: int = 200,
        is_open: bool = False,
        cacheable: bool = False,
        **values: Any,
    ) -> Reply:
        """Answer with a page that is made for this visitor.

        An open page has no form: whoever is nobody here gets no cookie with it. A `cacheable` one
        may be kept on its way to them, by caches that ask whether it still holds.
        """
        secret = self.visitor.secret
        for_nobody = is_open and not secret
        if not secret and not for_nobody:
            secret = self.visit_begins()
        with speaking(self.visitor.language):
            banner = banner_of(self.site)
        said = self.site.flashes(form_token(secret))
        html = self.site.renderer.render(
            template,
            self.visitor.language,
            asked=self,
            visitor=self.visitor,
            form_token=masked(form_token(secret)),
            flashes=tuple(sentence for sentence, _ in said),
            undoable=all(undoable for _, undoable in said),
            settings=self.site.settings,
            banner=banner,
            size=size_of(self.headers.get("cookie", "")),
            now=self.site.now_ms(),
            **values,
        )
        for_anybody = {"cache-control": REVALIDATE, "vary": "accept-language, cookie"}
        headers = for_anybody if for_nobody and cacheable else None
        return self.reply(html, status=status, media_type=MediaType.HTML, headers=headers)

    def event_page(self, template: str, *, status: int = 200, **values: Any) -> Reply:
        """Answer with a page about this event."""
        view = self.view
        person = self.person
        return self.page(
            template,
            status=status,
            view=view,
            event=view.event,
            me=person,
            my_roles=view.roles(person) if person is not None else frozenset(),
            **values,
        )

    def visit_begins(self) -> str:
        """Give a browser without a cookie one of its own, so that its forms can be trusted."""
        secret = new_session()
        self.cookies.append(Cookie(self.source.cookie, secret))
        return secret

    def redirect(self, to: str, *, status: int = 303) -> Reply:
        """Send the browser to another page of ours."""
        return self.reply("", status=status, headers={"location": own_path(to)})

    def json(self, document: Mapping[str, Any], *, status: int = 200) -> Reply:
        """Answer one of our scripts."""
        return self.reply(dict(document), status=status, media_type=MediaType.JSON)

    def flash(self, sentence: str, *, undoable: bool = True) -> None:
        """Say something on the next page, beside Undo if an act of the event is behind it."""
        if self.visitor.secret:
            self.site.flash(form_token(self.visitor.secret), sentence, undoable=undoable)

    def tell_next(self, code: str, **facts: object) -> None:
        """Say on the next page, in the reader's language, what was done that no undo takes back."""
        with speaking(self.visitor.language):
            self.flash(say(code, **facts), undoable=False)

    def reply(
        self,
        content: Any,
        *,
        status: int = 200,
        media_type: str | MediaType = MediaType.HTML,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """Answer with anything; private unless the headers say otherwise."""
        said = {"cache-control": NO_STORE, **(headers or {})}
        reply: Reply = Response(content, status_code=status, media_type=media_type, headers=said)
        for cookie in self.cookies:
            reply.set_cookie(
                cookie.name,
                cookie.value,
                path="/",
                max_age=cookie.longest,
                httponly=cookie.name != "lang",
                secure=self.source.encrypted,
                samesite="lax",
            )
        return reply


def own_path(to: str) -> str:
    """Return a path of this site, whatever was asked for: never another host."""
    if not to.startswith("/") or to.startswith(("//", "/\\")) or not to.isprintable():
        return "/"
    return quote(to, safe="/?&=#%:@!$'()*+,;-._~[]")
