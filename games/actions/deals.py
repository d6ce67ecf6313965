"""Where the cards of a new game come from."""

from __future__ import annotations

from secrets import token_bytes
from typing import NamedTuple

from django.utils import timezone

from accounts.models import Player
from accounts.problems import NotFound
from games.actions import shipped
from games.actions.problems import ShelfEmpty
from games.actions.shelf import take_private
from games.actions.verdicts import known
from games.klondike.deals import Deal as Cards
from games.klondike.deals import deal_from_seed
from games.klondike.errors import Invalid
from games.klondike.interchange import read_deal
from games.klondike.rules import Rules
from games.klondike.shuffle import NUMBER_LIMIT, SEED_BYTES, number_seed
from games.models import Deal, ShareCode
from games.models.deal import Source
from games.models.game import Origin
from games.models.verdict import Grade, Word


class Choice(NamedTuple):
    """Which deal a player asks for; only the field that goes with `origin` is set."""

    origin: Origin
    number: str | None = None
    code: str | None = None
    deck: str | None = None
    difficulty: str | None = None


class Chosen(NamedTuple):
    """A deal for one game, and what is known of it. Everything but a fresh secret deal is practice."""

    deal: Deal
    origin: Origin
    rules: Rules
    practice: bool
    code: str | None = None
    verdict: str | None = None
    difficulty: str | None = None


def choose(choice: Choice, rules: Rules, player: Player) -> Chosen:
    """The deal asked for; a share code brings its own rules. Raises `Invalid`, `NotADeal`, `NotFound` or `ShelfEmpty`.

    Call it inside the transaction that starts the game: a secret deal is dealt to one game only.
    """
    match choice.origin:
        case Origin.RANDOM:
            return Chosen(secret_deal(), Origin.RANDOM, rules, practice=False)
        case Origin.NUMBER:
            return _verified(Chosen(numbered_deal(choice.number or ""), Origin.NUMBER, rules, practice=True))
        case Origin.TEXT:
            return Chosen(pasted_deal(choice.deck or ""), Origin.TEXT, rules, practice=True)
        case Origin.CODE:
            shared = find_code(choice.code or "")
            rules = shared.game.played_by
            return _verified(Chosen(shared.game.deal, Origin.CODE, rules, practice=True, code=shared.code))
        case _:
            return _winnable(rules, player, Grade(choice.difficulty) if choice.difficulty else None)


def _winnable(rules: Rules, player: Player, grade: Grade | None) -> Chosen:
    """A secret deal of the shelf or, where there is none, for practice one of those that come with the code."""
    taken = take_private(rules, player, grade)
    if taken:
        return Chosen(taken.deal, Origin.WINNABLE, rules, False, None, taken.verdict, taken.difficulty)
    entry = shipped.next_for(player.pk, rules, grade)
    if entry is None:
        raise ShelfEmpty()
    deal, hard = numbered_deal(entry.number), shipped.grade(rules, entry.difficulty)
    return Chosen(deal, Origin.WINNABLE, rules, True, None, Word.WINNABLE, hard)


def _verified(chosen: Chosen) -> Chosen:
    """With what is known of the deal under these rules."""
    row = known(chosen.deal, chosen.rules)
    return chosen._replace(verdict=row.word, difficulty=row.grade) if row else chosen


def secret_deal() -> Deal:
    """A new deal from 32 fresh random bytes, closed until it is settled."""
    seed = token_bytes(SEED_BYTES)
    return Deal.objects.create(source=Source.SECRET, cards=deal_from_seed(seed).text, seed=seed)


def numbered_deal(number: str) -> Deal:
    """The deal of a decimal number below 2⁶⁴; the same row however it is written."""
    if not (number.isascii() and number.isdecimal() and len(number) <= 20 and int(number) < NUMBER_LIMIT):
        raise Invalid(reason="A deal number is a whole number below 2^64, in decimal.", field="deal.number")
    seed = number_seed(int(number))
    deal, _ = Deal.objects.get_or_create(
        number=str(int(number)),
        defaults={
            "source": Source.NUMBER,
            "cards": deal_from_seed(seed).text,
            "seed": seed,
            "opens_at": timezone.now(),
        },
    )
    return deal


def pasted_deal(deck: str) -> Deal:
    """A player's own deck, in any deal format."""
    cards: Cards = read_deal(deck)
    return Deal.objects.create(source=Source.TEXT, cards=cards.text, opens_at=timezone.now())


def badge(shared: ShareCode) -> dict[str, str | None]:
    """What a shared deal's verdict and grade are under its rules; null where nobody has found out."""
    row = known(shared.game.deal, shared.game.played_by)
    return {"verified": row.word if row else None, "difficulty": row.grade if row else None}


def find_code(code: str) -> ShareCode:
    """The share behind a code, in either case. Raises `NotFound`."""
    shared = ShareCode.objects.select_related("game__deal").filter(code=code.upper()).first()
    if shared is None:
        raise NotFound("No shared deal has this code.")
    return shared
