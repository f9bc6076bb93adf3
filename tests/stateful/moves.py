"""What people at a tournament might do next: mostly sensible, sometimes not.

A move is a function of the day (its event, its rules, its chance) and returns a command, or None
where it makes no sense at all. Who does it is chosen by `somebody`.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from tests.oracle.random_events import random_options as options_the_oracle_knows
from tests.stateful.slips import any_slip, concession_of, legal_slip, slip_for
from tiltyard.day import policy
from tiltyard.day.clock import (
    AssignRulingLeader,
    CallSeating,
    CallTime,
    ChangeTable,
    ExtendRound,
    GrantExtension,
    PauseClock,
    ResumeClock,
    StartClock,
)
from tiltyard.day.facts import Details
from tiltyard.day.notices import EditNotice, PostNotice, WithdrawNotice
from tiltyard.day.people import (
    AppointStaff,
    ChangeDuty,
    ChangePlayer,
    CheckIn,
    ChooseShownName,
    DeclineDisqualification,
    DeclinePlace,
    Disqualify,
    DropPlayer,
    ForgetPeople,
    ForgetPerson,
    HandOver,
    JoinAsSpare,
    LetInLate,
    NameHeadMarshal,
    NoteContact,
    RecommendDisqualification,
    RegisterPlayer,
    Rejoin,
    ReleaseSpare,
    ReleaseStaff,
    ScoreExtra,
    SetDoorCode,
    TakeBackCheckIn,
    TakePlace,
    VoteFavourite,
    WithdrawRegistration,
    WithdrawRegistrations,
)
from tiltyard.day.results import (
    ConfirmResult,
    CorrectResult,
    EnterResult,
    ForfeitGame,
    ReportResult,
    ResolveDispute,
    VerifyTotals,
)
from tiltyard.day.rounds import (
    ByHand,
    ChangePairings,
    DiscardDraw,
    DrawRound,
    MakeCut,
    PublishRound,
    SetCards,
    WithdrawRound,
)
from tiltyard.day.seats import OpenSeats
from tiltyard.day.setup import (
    AnnounceEvent,
    AnnounceItem,
    ArchiveEvent,
    ArrangeTables,
    AwardPrize,
    ChangeInformation,
    ChangePlan,
    ChooseLanguage,
    DeleteEvent,
    DescribeEvent,
    FinishEvent,
    OpenCheckIn,
    OpenRegistration,
    ReopenEvent,
    ShowClinch,
    StartEvent,
    Undo,
)
from tiltyard.day.soft_scores import (
    CloseScore,
    DeclareSoftScore,
    GiveScores,
    HandInScore,
    RemoveSoftScore,
)
from tiltyard.day.table import act_of
from tiltyard.day.waiting_list import ApproveRegistration, DeclineRegistrations, SetApproval

RULESETS = (
    "runewars",
    "xwing-dogfight",
    "xwing-escalation",
    "middle-earth",
    "diskwars",
    "armada",
)
SIZES = (2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 0, 1, 16, 17)
THEMSELVES = "self"  # how the ids of people begin who register themselves
GHOST = "p999"
REASON = "it had to be"
TAGS = ("North", "South", "Old Guard")


# ---------------------------------------------------------------------------- who


def somebody(day, command):
    """A person who may do this, most of the time; sometimes just anybody."""
    people = [*day.event.people, *day.event.waiting, GHOST]
    if isinstance(command, RegisterPlayer) and command.person.startswith(THEMSELVES):
        return command.person
    if day.chance.random() < 0.07:
        return day.chance.choice(people)
    day.chance.shuffle(people)
    if day.chance.random() < 0.5 and command.NAME != "rule-on-call":
        people.insert(0, organizer(day))
    concerned = act_of(command).concerns(day.event, command)
    for person in people:
        if policy.refusal(day.event, day.rules, person, command.NAME, concerned) is None:
            return person
    return people[0]


def organizer(day):
    """Whoever runs the event now."""
    return next(one.person for one in day.event.staff if one.role == "organizer")


# ---------------------------------------------------------------------------- the event


def details(day, rules, ruleset):
    """Details that fit the ruleset nearly always."""
    chance = day.chance
    kind = rules.structure.kind
    structure = chance.choice(("basic", "custom", "custom")) if kind == "tables" else None
    structure = chance.choice((structure, structure, structure, "advanced"))
    swiss = None if structure in {"basic", "advanced"} or kind == "fixed" else chance.randint(1, 4)
    cut = None
    if rules.elimination.allowed and structure != "basic":
        cut = chance.choice((None, 2, 2, 4, 4, 3 if structure == "custom" else 2))
        if chance.random() < 0.1 and structure != "advanced":
            swiss, cut = 0, None
    if structure == "advanced":
        cut = None
    return Details(
        name="A day",
        ruleset=ruleset,
        date=date(2018, 11, 3),
        tier=chance.choice(("", "", "", chance.choice(rules.tiers).id)),
        structure=structure,
        swiss_rounds=swiss,
        cut=cut,
        swiss_after_cut=chance.choice((0,) * 7 + (2,)) if cut and cut > 2 else 0,
        options=options(day, rules, ruleset),
        play_area=chance.choice(("", "", "two tables")),
        outline=chance.random() < 0.1,
        days=chance.choice((1, 1, 1, 2, 0)) if chance.random() < 0.1 else 1,
    )


def options(day, rules, ruleset):
    """Sometimes the options the oracle knows, sometimes any of the ruleset."""
    chance = day.chance
    if chance.random() < 0.55:
        plan = {"swiss_rounds": chance.randint(1, 4)}
        return dict(options_the_oracle_knows(ruleset, chance, 8, plan))
    given = {}
    for name, option in rules.options.items():
        if chance.random() < 0.06:
            value = option_value(chance, option)
            if value is not None:
                given[name] = value
    if "standings.extra" in rules.options and chance.random() < 0.5:
        given["standings.extra"] = ["favourite_opponent", "painting"]
    return given


def option_value(chance, option):
    """A value of the declared kind."""
    if option.type == "choice":
        return chance.choice(option.choices)
    return {
        "flag": chance.random() < 0.5,
        "whole number": chance.randint(option.least or 0, 12),
        "limit": chance.choice((1, 2, "unlimited")),
        "amount": chance.choice((0, 30, 150)),
        "per round": chance.choice((12, 1)),
    }.get(option.type)


def describe_event(day):
    old = day.event.details
    return DescribeEvent(replace(old, venue=day.chance.choice(("Hall", "Cellar"))), REASON)


def announce_event(day):
    return AnnounceEvent()


def announce_item(day):
    left = [one.id for one in day.rules.announcements if one.id not in day.event.announced]
    return AnnounceItem(day.chance.choice(left or ["weather"]), "hear, hear")


def post_notice(day):
    chance = day.chance
    return PostNotice(
        chance.choice(("Lunch", "Shuttle leaves", " ")),
        table=chance.choice((None, None, 1, 0)),
        until=chance.choice((None, day.clock.time + timedelta(minutes=30), day.clock.time)),
        importance=chance.choice(("normal", "urgent")),
    )


def a_notice(day):
    return day.chance.choice([*day.event.notices, "n99"])


def edit_notice(day):
    return EditNotice(a_notice(day), text=day.chance.choice(("Lunch at one", "Lunch")))


def withdraw_notice(day):
    return WithdrawNotice(a_notice(day))


def open_registration(day):
    return OpenRegistration()


def open_check_in(day):
    return OpenCheckIn()


def start_event(day):
    return StartEvent()


def change_plan(day):
    rounds = day.event.swiss_rounds or 1
    cut = day.chance.choice((None, 2, 4, day.event.cut))
    return ChangePlan(max(0, rounds + day.chance.choice((-1, 0, 0, 1))), cut, REASON)


def arrange_tables(day):
    out = tuple(day.chance.sample(range(1, 6), day.chance.choice((0, 0, 1, 2))))
    return ArrangeTables(day.chance.choice((1, 1, 5)), out, day.chance.random() < 0.3)


def change_information(day):
    parts = ("name", "venue", "contact", "notes")
    said = {day.chance.choice(parts): day.chance.choice(("", "Hall 3", "Ann, 0171 23"))}
    return ChangeInformation(**said, starts=day.chance.choice(("", "10:30", "9", "25:00")))


def choose_language(day):
    return ChooseLanguage(day.chance.choice(("en", "de", "de", "nds", "Deutsch")))


def award_prize(day):
    return AwardPrize("Best painted", a_person(day))


def finish_event(day):
    return FinishEvent(day.chance.choice(("", "", "", "the hall closes")))


def reopen_event(day):
    return ReopenEvent("a slip was found")


def archive_event(day):
    return ArchiveEvent()


def delete_event(day):
    return DeleteEvent()


def undo(day):
    return Undo(day.chance.choice(("", "a slip of the finger")))


# ---------------------------------------------------------------------------- people


def a_person(day):
    """Anybody at the event."""
    return day.chance.choice([*day.event.people])


def a_player(day, *states):
    """A player in one of these states, if there is one; else any, else nobody we know."""
    fitting = [
        one.id
        for one in day.event.entrants.values()
        if not one.spare and (not states or one.state in states)
    ]
    anybody = list(day.event.entrants) or [GHOST]
    return day.chance.choice(fitting or anybody)


def appoint_staff(day):
    roles = [role.id for role in day.rules.staff.roles if role.leader]
    role = day.chance.choice(roles)
    if day.chance.random() < 0.3:
        return AppointStaff(role, person=a_person(day))
    return AppointStaff(role, name="A leader")


def an_appointment(day):
    return day.chance.choice(day.event.staff)


def release_staff(day):
    one = an_appointment(day)
    return ReleaseStaff(one.person, one.role)


def change_duty(day):
    able = {role.id for role in day.rules.staff.roles if role.toggles_duty}
    mine = [one for one in day.event.staff if one.role in able] or list(day.event.staff)
    one = day.chance.choice(mine)
    return ChangeDuty(one.person, one.role, not one.on_duty)


def name_head_marshal(day):
    marshals = [one.person for one in day.event.staff if one.role == "marshal"]
    return NameHeadMarshal(day.chance.choice(marshals or [a_person(day)]))


def hand_over(day):
    if day.chance.random() < 0.5:
        return HandOver("a train to catch", person=a_person(day))
    return HandOver("a train to catch", name="Another organizer")


def register_player(day):
    chance = day.chance
    tags = (chance.choice(TAGS),) if chance.random() < 0.4 else ()
    table = chance.choice((None,) * 9 + (2,))
    total = chance.choice((None, None, 50, 100))
    if chance.random() < 0.06:
        return RegisterPlayer(person=a_person(day), affiliations=tags)
    if chance.random() < (0.7 if day.event.approval else 0.1):
        person = f"{THEMSELVES}{day.event.version}"
        return RegisterPlayer(f"Visitor {person}", person, affiliations=tags, shown="initial")
    return RegisterPlayer(f"Player {len(day.event.people)}", "", None, None, tags, total, table)


def change_player(day):
    who = day.event.entrants.get(a_player(day))
    if who is None:
        return None
    tags = who.affiliations if day.chance.random() < 0.8 else ("South",)
    table = who.table if day.chance.random() < 0.6 else day.chance.choice((None, 3, 4))
    number = who.number or 77
    return ChangePlayer(who.id, f"{who.name[:70]}!", number, "elves", tags, who.total, table)


def withdraw_registrations(day):
    return WithdrawRegistrations(tuple(a_player(day) for _ in range(day.chance.choice((0, 1, 2)))))


def open_seats(day):
    people = tuple(a_person(day) for _ in range(day.chance.choice((0, 1, 1, 2))))
    return OpenSeats(people, day.chance.choice(("link", "code", "invitation", "owner")))


def set_door_code(day):
    return SetDoorCode(day.chance.choice(("", "", "short", "open sesame")))


def note_contact(day):
    contact = day.chance.choice(("", "reach@post.example", "x" * 300))
    return NoteContact(a_player(day), contact)


def set_approval(day):
    return SetApproval(day.chance.random() < 0.7)


def a_waiting_player(day):
    return day.chance.choice([*day.event.waiting] or [a_player(day)])


def approve_registration(day):
    return ApproveRegistration(a_waiting_player(day))


def decline_registrations(day):
    return DeclineRegistrations(
        tuple(a_waiting_player(day) for _ in range(day.chance.choice((0, 1, 2))))
    )


def show_clinch(day):
    return ShowClinch(day.chance.random() < 0.5, day.chance.random() < 0.5)


def record_sealing(day):
    return None  # only a log in clear is carried over, before anybody goes on with it


def forget_person(day):
    return ForgetPerson(a_person(day), day.chance.choice(("", "asked for it", "asked for it")))


def forget_people(day):
    people = tuple(a_person(day) for _ in range(day.chance.choice((0, 1, 2))))
    return ForgetPeople(people, day.chance.choice(("", "long ago")))


def withdraw_registration(day):
    return WithdrawRegistration(a_player(day))


def check_in(day):
    return CheckIn(a_player(day, "registered"))


def let_in_late(day):
    return LetInLate(a_player(day, "registered"), bye_seat=day.chance.random() < 0.5)


def take_back_check_in(day):
    return TakeBackCheckIn(a_player(day, "checked_in"))


def join_as_spare(day):
    back = [one.id for one in day.event.entrants.values() if one.spare]
    person = day.chance.choice(back) if back else ""
    return JoinAsSpare("Sam", person)


def release_spare(day):
    spares = [one.id for one in day.event.entrants.values() if one.spare]
    return ReleaseSpare(day.chance.choice(spares or [a_player(day)]))


def vote_favourite(day):
    games = [game for round_ in day.event.rounds for game in round_.games.values()]
    pairs = [game.players for game in games if len(game.players) == 2]
    if not pairs:
        return None
    first, second = day.chance.choice(pairs)
    return VoteFavourite(first, second)


def score_extra(day):
    name = day.chance.choice((*day.rules.standings.extra, "painting"))
    return ScoreExtra(a_player(day), name, day.chance.randint(0, 5))


def declare_soft_score(day):
    by = day.chance.choice(("leader", "opponent", "player", "vote"))
    per = "round" if by == "opponent" else "event"
    shown = day.chance.choice(("at_once", "after_last_round", "at_end"))
    return DeclareSoftScore(f"Score {day.chance.randint(1, 9)}", per, -3, 9, by, shown=shown)


def a_soft_score(day, *givers):
    kinds = [kind for kind in day.event.declared if kind.by in givers]
    return day.chance.choice(kinds).id if kinds else "painting"


def remove_soft_score(day):
    return RemoveSoftScore(a_soft_score(day, "leader", "opponent", "player", "vote"))


def give_scores(day):
    score = a_soft_score(day, "leader", "opponent", "player")
    values = {a_player(day): day.chance.randint(-4, 10) for _ in range(2)}
    clear = (a_player(day),) if day.chance.random() < 0.2 else ()
    return GiveScores(score, values, reason=day.chance.choice(("", "slow play")), clear=clear)


def hand_in_score(day):
    score = a_soft_score(day, "opponent", "player", "vote")
    about = a_player(day) if any(kind.by == "vote" for kind in day.event.declared) else ""
    return HandInScore(a_player(day), score, day.chance.randint(0, 9), about)


def close_score(day):
    return CloseScore(a_soft_score(day, "opponent", "player", "vote"), day.chance.random() < 0.6)


def choose_shown_name(day):
    how = day.chance.choice(("full", "initial", "number"))
    return ChooseShownName(a_player(day), how)


def drop_player(day):
    who = a_player(day, "active")
    why = day.chance.choice(("voluntary", "no_show", "other", "ineligible_component"))
    return DropPlayer(who, why, "", concession_of(day, who))


def rejoin(day):
    return Rejoin(a_player(day, "dropped"), "was only hungry")


def recommend_disqualification(day):
    return RecommendDisqualification(a_player(day), REASON)


def decline_disqualification(day):
    recommended = sorted(day.event.recommendations)
    who = day.chance.choice(recommended) if recommended else a_player(day)
    return DeclineDisqualification(who, REASON)


def disqualify(day):
    who = a_player(day, "active")
    private = day.chance.choice(("", "seen by two judges"))
    return Disqualify(who, REASON, concession_of(day, who), private)


def take_place(day):
    cut = day.event.qualification
    return TakePlace(cut.offered if cut and cut.offered else a_player(day))


def decline_place(day):
    cut = day.event.qualification
    return DeclinePlace(cut.offered if cut and cut.offered else a_player(day))


# ---------------------------------------------------------------------------- rounds


def draw_round(day):
    return DrawRound(day.chance.random() < 0.5)


def discard_draw(day):
    return DiscardDraw(REASON)


def change_pairings(day):
    if day.event.draft is None:
        return None
    people = [one for game in day.event.draft.games.values() for one in game.players]
    picks = day.chance.sample(people, min(2, len(people)))
    first, second = (*picks, None)[:2]
    change = day.chance.choice(
        (
            ByHand(first, second),
            ByHand(first, second, pair=True),
            ByHand(first),
        )
    )
    return ChangePairings((change,), REASON)


def set_cards(day):
    if not day.rules.draws:
        return SetCards({"scenario": "A long road"}, REASON)
    kind = day.chance.choice(sorted(day.rules.draws))
    cards = [card for pool in day.rules.draws[kind].pools for card in pool.cards]
    return SetCards({kind: day.chance.choice([*cards, "A long road"])}, REASON)


def publish_round(day):
    return PublishRound()


def withdraw_round(day):
    return WithdrawRound(REASON)


def call_seating(day):
    return CallSeating()


def start_clock(day):
    return StartClock()


def pause_clock(day):
    return PauseClock("fire alarm")


def resume_clock(day):
    return ResumeClock()


def call_time(day):
    return CallTime()


def extend_round(day):
    return ExtendRound(day.chance.choice((0, 1, 5, 10, 999)), "fire alarm")


def a_game(day, *, still_open=False, old=0.1):
    """A game of the newest round, sometimes of an older one."""
    rounds = day.event.rounds
    if not rounds:
        return None
    home = rounds[-1] if day.chance.random() > old else day.chance.choice(rounds)
    games = [game for game in home.games.values() if game.is_open or not still_open]
    return day.chance.choice(games or list(home.games.values()))


def of_a_game(make, **wish):
    """A move about a game."""

    def move(day):
        game = a_game(day, **wish)
        return make(day, game) if game else None

    return move


grant_extension = of_a_game(
    lambda day, game: GrantExtension(game.id, REASON, day.chance.choice((None, 5, 500))),
    still_open=True,
)
change_table = of_a_game(
    lambda day, game: ChangeTable(
        game.id,
        day.chance.choice((1, 2, 3, 9, 40)),
        "broken leg",
        swap=day.chance.random() < 0.5,
    )
)
assign_ruling_leader = of_a_game(
    lambda day, game: AssignRulingLeader(game.id, an_appointment(day).person)
)


def make_cut(day):
    return MakeCut()


# ---------------------------------------------------------------------------- results


def report_result(day):
    game = a_game(day, still_open=True)
    return ReportResult(game.id, slip_for(day, game)) if game else None


def confirm_result(day):
    games = day.event.current.games.values() if day.event.current else ()
    waiting = [game for game in games if game.filed and game.is_open]
    if not waiting:
        return None
    game = day.chance.choice(waiting)
    return ConfirmResult(game.id, game.filed[0].slip.digest)


def enter_result(day):
    game = a_game(day, still_open=day.chance.random() < 0.8)
    return EnterResult(game.id, slip_for(day, game)) if game else None


def resolve_dispute(day):
    games = [game for round_ in day.event.rounds for game in round_.games.values()]
    disputed = [game for game in games if game.is_disputed]
    game = day.chance.choice(disputed) if disputed else a_game(day)
    return ResolveDispute(game.id, legal_slip(day, game), REASON) if game else None


def correct_result(day):
    game = a_game(day, old=0.5)
    if game is None:
        return None
    seen = game.slip.digest if game.slip and day.chance.random() < 0.9 else "0"
    if day.chance.random() < 0.1:
        absent = day.chance.choice(game.players)
        return CorrectResult(game.id, None, seen, REASON, absent)
    return CorrectResult(game.id, slip_for(day, game), seen, REASON)


def forfeit_game(day):
    game = a_game(day, still_open=True)
    if game is None:
        return None
    return ForfeitGame(game.id, day.chance.choice(game.players), day.chance.random() < 0.7)


verify_totals = of_a_game(lambda day, game: VerifyTotals(game.id))


def nonsense(day):
    """Something nobody would mean: wrong ids, impossible slips, empty texts."""
    game = a_game(day)
    match = game.id if game else "1.1.1"
    return day.chance.choice(
        (
            ReportResult(match, any_slip(day)),
            EnterResult(match, any_slip(day)),
            CorrectResult(match, any_slip(day), "", ""),
            EnterResult("9.9.9", any_slip(day)),
            ConfirmResult("x", ""),
            ForfeitGame(match, GHOST),
            CheckIn(GHOST),
            RegisterPlayer(""),
            RegisterPlayer("Number", number=-3),
            RegisterPlayer("List", total=10**9),
            VoteFavourite(GHOST, GHOST),
            DropPlayer(GHOST),
            Rejoin(GHOST),
            ChangePairings((ByHand(GHOST),), REASON),
            ChangePairings((), REASON),
            SetCards({}, REASON),
            DiscardDraw(" "),
            AppointStaff("player", "No leader"),
            ReleaseStaff(GHOST, "organizer"),
            ArrangeTables(0),
            ChangePlan(-1, 1, REASON),
            ChangeTable(match, 0),
        )
    )
