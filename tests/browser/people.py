"""The people of a day, each in a browser of their own: what they press, and what they then see."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.browsing import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

    from tests.browser.browsing import Visitor

LOST_LINE = r"ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED"
expect.set_options(timeout=PATIENCE)


class Person:
    """Somebody with a browser."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page

    def go(self, path: str) -> None:
        self.visitor.go(path)
        assert 200 == self.visitor.status, path

    def press(self, name: str, inside: Locator | None = None) -> None:
        (inside or self.page).get_by_role("button", name=name, exact=True).first.click()

    def follow(self, name: str) -> None:
        self.page.get_by_role("link", name=name, exact=True).first.click()

    def unfold(self, name: str, inside: Locator | None = None) -> Locator:
        """Open a fold by its title and return it."""
        fold = (inside or self.page).locator(
            "details", has=self.page.locator("summary", has_text=name)
        )
        fold = fold.first
        if fold.get_attribute("open") is None:
            fold.locator("summary").first.click()
        return fold

    def fill(self, label: str, text: str, inside: Locator | None = None) -> None:
        (inside or self.page).get_by_label(label, exact=True).first.fill(text)

    def sees(self, text: str | re.Pattern[str], inside: Locator | None = None) -> None:
        expect((inside or self.page.locator("body")).get_by_text(text).first).to_be_visible()

    def sees_heading(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_role("heading", name=text).first).to_be_visible()


class Organizer(Person):
    """Whoever started the server, at the desk."""

    event = ""

    def open_the_desk(self, link: str, name: str) -> None:
        self.go(link)
        self.fill("Your name", name)
        self.press("Open the desk")
        self.sees_heading("My events")

    def create(
        self, game: str, name: str, fields: dict[str, str], choices: tuple[str, ...]
    ) -> None:
        """Set up an event from the list of games, and announce it."""
        self.page.get_by_role("link", name=re.compile(f"^{game}")).click()
        self.fill("Name", name)
        for choice in choices:
            self.page.get_by_role("radio", name=choice).check()
        for label, text in fields.items():
            self.fill(label, text)
        self.press("Set up the event")
        self.sees_heading(name)
        self.event = re.findall(r"/e/([a-z0-9-]+)/desk", self.page.url)[0]
        self.press("Announce it")
        self.sees_heading("Add the players")

    def at(self, room: str) -> None:
        """Go to a page of the desk."""
        self.go(f"/e/{self.event}/desk{room}")

    def invite(self, role: str, name: str) -> str:
        """Appoint somebody and return their invitation."""
        self.at("/staff")
        form = self.page.locator("form[action$='appoint-staff']")
        form.get_by_label("Role").select_option(
            label=self.page.locator(f"#role option:has-text('{role}')").first.inner_text()
        )
        self.fill("Name", name, form)
        self.press("Appoint", form)
        card = self.page.locator("article", has=self.page.get_by_role("heading", name=name))
        self.press("Invite", card)
        return self.page.locator("section.secret code").inner_text()

    def register(self, lines: list[str]) -> None:
        """Paste the players, look at what was read, and register them."""
        self.at("/people")
        self.unfold("Add players")
        self.fill("One player in each line", "\n".join(lines))
        self.press("Preview")
        self.sees_heading(f"{len(lines)} players would be registered")
        self.press("Add selected players")
        expect(self.page.locator("#player-count")).to_contain_text(f"{len(lines)} players")

    def stand_ready(self, name: str) -> None:
        """Let somebody be the Spare Player."""
        self.at("/people")
        spare = self.page.locator("#spare")
        self.fill("Name of the Spare Player", name, spare)
        self.press("Add Spare Player", spare)
        expect(spare.locator("strong")).to_have_text(name)

    def links(self) -> dict[str, str]:
        """Make everybody's personal link."""
        self.at("/links")
        self.press("Make missing links")
        badges = self.page.locator(".badge")
        return {
            badge.locator(".badge-name").inner_text(): badge.locator(".address").inner_text()
            for badge in badges.all()
        }

    def open_check_in(self) -> None:
        self.at("")
        self.press("Check in one by one")
        self.sees_heading("Check-in")

    def start(self, players: int) -> None:
        """Check in whoever is missing, tell what must be told, and start."""
        self.at("/check-in")
        self.page.get_by_role("button", name=re.compile("^Check in (all|the) ")).click()
        self.sees("Everybody is here")
        self.take_lists_on_paper()
        for box in self.page.get_by_label("said aloud, without a text").all():
            box.check()
        tell = self.page.get_by_role("button", name=re.compile(r"^Announce all \d+$"))
        if tell.count():
            tell.first.click()
        self.sees(f"Start with {players} and draw round 1")
        self.press("Start without drawing")
        self.sees_heading("Draw the first round")

    def take_lists_on_paper(self) -> None:
        """Say that a list is here on paper; then, where the start needs them, all others."""
        self.at("/lists")
        missing = self.page.get_by_role("button", name=re.compile("^On paper"))
        if (count := missing.count()) > 0:
            missing.first.click()
            expect(missing).to_have_count(count - 1)
        self.at("")
        others = self.page.get_by_role("button", name="I have them on paper")
        if others.count():
            others.click()
            expect(others).to_have_count(0)

    # ------------------------------------------------------------------ rounds

    def draw(self) -> None:
        self.at("/round")
        self.press("Draw the round")
        self.sees("Only the desk sees this.", self.page.locator("#round-head"))

    def drawn(self) -> list[list[str]]:
        """Return the chairs of every table of the draw; the Spare Player's cannot be moved."""
        return [
            [
                chair.evaluate("chair => chair.firstChild.textContent.trim()")
                for chair in line.locator(".chair").all()
            ]
            for line in self.page.locator(".tables.drawn .table-line").all()
        ]

    def change_by_keyboard(self, first: str, second: str, reason: str) -> None:
        """Let two players meet by hand, without a mouse; if they do already, two others swap."""
        kind = "plays against"
        if any({first, second} <= set(table) for table in self.drawn()):
            others = [table[0] for table in self.drawn() if first not in table]
            (first, second), kind = others[:2], "changes places with"
        form = self.page.locator("[data-swap-form]")
        form.get_by_label("Player", exact=True).select_option(label=first)
        form.get_by_label("What happens").select_option(label=kind)
        form.get_by_label("Other player").select_option(label=second)
        self._give_reason(reason)

    def change_by_mouse(self, first: str, second: str, reason: str) -> None:
        """Drag somebody to another chair so that two players meet."""
        moved, place = first, self._against(second)
        if place == first:
            moved, place = [table[0] for table in self.drawn() if first not in table][:2]
        elif self.page.locator("button.chair", has_text=place).count() == 0:
            moved, place = second, self._against(first)  # the Spare Player stays
        chairs = self.page.locator("button.chair")
        chairs.filter(has_text=moved).drag_to(chairs.filter(has_text=place))
        self._give_reason(reason)

    def _against(self, player: str) -> str:
        return next(
            one for table in self.drawn() if player in table for one in table if one != player
        )

    def _give_reason(self, reason: str) -> None:
        form = self.page.locator("[data-swap-form]")
        expect(form.locator("[data-cost-text] li").first).to_be_visible()
        self.fill("Reason (public)", reason, form)
        form.get_by_label("Reason (public)").press("Enter")
        expect(self.page.locator(".table-line", has_text="by hand").first).to_be_visible()

    def publish(self) -> None:
        self.press("Publish pairings")
        self.sees("Start the clock")

    def start_clock(self) -> None:
        state = self.page.locator("#round-head .state").first
        self.press("Ask players to their tables")
        expect(state).to_contain_text("players take their seats")  # the next page is there
        self.press("Start the clock")
        expect(state).to_have_text("running")

    def tables(self) -> dict[str, tuple[str, ...]]:
        """Return who sits where: the number of the table, and the players in their order."""
        self.at("/round")
        found = {}
        for line in self.page.locator("#round-main .table-line").all():
            number = re.sub(r"\D", "", line.locator(".table-number").inner_text())
            names = line.locator(".table-names").inner_text()
            if number:
                found[number] = tuple(names.split(" – "))
        return found

    def enter(self, lines: list[str]) -> None:
        """Type results line by line, as quickly as the keys allow."""
        self.at("/results")
        field = self.page.get_by_label("Table, scores, Enter")
        for line in lines:
            field.fill(line)
            field.press("Enter")
        sent = self.page.get_by_role("list", name="Lines sent from here").get_by_role("listitem")
        expect(sent).to_have_count(len(lines))
        expect(sent.filter(has_text="…")).to_have_count(0)
        expect(self.page.locator("#entry-answer .refusal")).to_have_count(0)

    def history_of(self, player: str) -> list[str]:
        """Open the match of a player in this round and return what was recorded about it."""
        self.at("/round")
        self.page.get_by_role("link", name=re.compile(player)).first.click()
        self.sees_heading("History of this match")
        return self.page.locator("#match-history li").all_inner_texts()

    def correct(self, player: str, scores: tuple[int, int], reason: str) -> None:
        """Correct the result of a player's match, after looking at what that changes."""
        self.history_of(player)
        fold = self.unfold("Correct result")
        for place, score in enumerate(scores):
            fold.locator(f"[name='slip.score.{place}']").fill(str(score))
        self.fill("Reason (public)", reason, fold)
        self.press("What would change?", fold)
        expect(fold.get_by_role("heading", name="What would change")).to_be_visible()
        expect(fold.locator("[data-consequences] tbody tr").first).to_be_visible()
        self.press("Correct the result", fold)
        self.sees(reason, self.page.locator("#match-history"))

    def drop(self, player: str, note: str) -> None:
        """Drop somebody from the event, from their page at the desk."""
        self._at_player(player)
        fold = self.unfold("Drop player")
        self.fill("Note", note, fold)
        self.press("Drop the player", fold)
        self.sees_heading("Rejoin")

    def let_in_again(self, player: str) -> None:
        self._at_player(player)
        self.press("Let player rejoin")
        self.sees_heading("Drop")

    def _at_player(self, player: str) -> None:
        self.at("/standings")
        self.page.get_by_role("link", name=player, exact=True).first.click()
        self.sees_heading(re.compile(f"{player}$"))

    def make_cut(self) -> list[str]:
        """Make the cut and return who goes on."""
        self.at("/cut")
        self.press("Make the cut")
        self.sees("The cut is made.")
        return self.page.locator("#cut-people section").first.locator("strong").all_inner_texts()

    def award(self, prize: str, player: str) -> None:
        self.at("/finish")
        fold = self.unfold("Award a prize")
        self.fill("Prize", prize, fold)
        fold.get_by_label("Who gets it").select_option(label=player)
        self.press("Award prize", fold)
        self.sees(prize, self.page.locator("#prizes"))

    def close_round(self) -> None:
        """See that every result is in."""
        self.at("/results")
        self.sees("All results are in.")

    def finish(self) -> str:
        """Finish the event and return the champion."""
        self.at("/finish")
        self.sees("All planned rounds are played.")
        self.press("Finish the event")
        self.press("Finish the event", self.page.get_by_role("dialog"))
        self.sees("The event is finished. Its seed is public.")
        return self.page.locator(".champion").inner_text()


class Player(Person):
    """A player with a phone."""

    event = ""

    def join(self, link: str, name: str) -> None:
        self.name = name
        self.go(link)
        self.sees_heading(name)
        self.press("Yes, that's me")
        self.page.wait_for_url("**/me")
        self.event = re.findall(r"/e/([a-z0-9-]+)/me", self.page.url)[0]

    def check_in(self) -> None:
        self.press("Check in")
        self.sees_heading("You're checked in")

    def sees_table(self, number: str, opponent: str) -> None:
        expect(self.page.locator("#now h1")).to_contain_text(number)
        expect(self.page.locator("#now .against")).to_contain_text(opponent)

    def write_report(
        self, ending: str, mine: int, theirs: int, opponent: str, fold: str = "Report result"
    ) -> Locator:
        """Fill in the slip and wait until it says what it means."""
        form = self.unfold(fold, self.page.locator("#result"))
        form.get_by_label(ending).check()
        own = re.compile("you destroyed|Your victory points")
        form.get_by_role("textbox", name=own).first.fill(str(mine))
        form.get_by_role("textbox", name=opponent).first.fill(str(theirs))
        return form

    def outcome(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator("[data-outcome-text]").filter(has_text=text).first).to_be_visible()

    def send(self) -> None:
        self.press("Send result", self.page.locator("#result details[open]"))

    def outbox_says(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator("#outbox")).to_contain_text(text)

    def loses_the_line(self) -> None:
        self.visitor.allow(LOST_LINE)
        self.visitor.context.set_offline(True)

    def finds_the_line(self) -> None:
        self.visitor.context.set_offline(False)

    def send_and_lose_the_answer(self) -> None:
        """Let what is sent arrive, and the answer get lost on its way back."""

        def lost(route: Route) -> None:
            route.fetch()
            route.abort()

        self.visitor.allow(LOST_LINE)
        self.page.route("**/do/*", lost, times=1)
        with self.page.expect_event("requestfailed"):
            self.send()

    def leave(self) -> None:
        fold = self.unfold("Drop", self.page.locator("#leaving"))
        fold.get_by_label("Yes, drop me").check()
        self.press("Drop", fold)
        self.sees_heading("You've dropped")


class Judge(Person):
    """A judge walking the hall."""

    def accept(self, invitation: str) -> None:
        self.go(invitation)
        self.press("Yes, that's me")
        self.page.wait_for_url(re.compile(r"/e/[a-z0-9-]+/(desk|judge)$"))
        self.event = re.findall(r"/e/([a-z0-9-]+)/", self.page.url)[0]
        self.go(f"/e/{self.event}/judge")

    def decide_for(self, player: str, reason: str) -> None:
        """Let the slip of one player count."""
        self.follow("Decide result")
        by = self.page.locator("strong", has_text=player)
        slip = self.page.locator("#result li", has=by)
        slip.get_by_role("link", name="Fill this in").click()
        result = self.page.locator("#result")
        expect(result.get_by_role("radio", checked=True)).to_have_count(1)
        self.fill("Reason (public)", reason, result)
        self.press("Decide dispute", result)
        expect(self.page.locator("#table-head .state").first).not_to_have_text("disputed")

    def waiting(self, what: str) -> Locator:
        card = self.page.locator("article.waiting", has_text=what)
        expect(card.first).to_be_visible()
        return card.first
