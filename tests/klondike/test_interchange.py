"""Deals as other programs write them."""

from __future__ import annotations

from typing import get_args

import pytest

from games.klondike.cards import DECK
from games.klondike.deals import deal_from_seed, read_deck
from games.klondike.errors import NotADeal
from games.klondike.interchange import DealFormat, read_deal, write_deal

DIGITS = (
    "072103023042094134111092051034044074114052123011083122012131091082124064014093033112071104132053133102084041"
    "013073063031061043081054113062024021101022032121"
)

CARDS = (
    "7D TH 2H 4D 9S KS JC 9D 5C 3S 4S 7S JS 5D QH AC 8H QD AD KC 9C 8D QS 6S AS 9H 3H JD "
    "7C TS KD 5H KH TD 8S 4C AH 7H 6H 3C 6C 4H 8C 5S JH 6D 2S 2C TC 2D 3D QC"
)


def test_three_digits_a_card_are_rank_and_suit_in_dealt_order() -> None:
    assert read_deal(DIGITS) == read_deal(CARDS)
    assert write_deal(read_deal(CARDS), "digits") == DIGITS
    assert write_deal(read_deal(DIGITS), "cards") == CARDS.replace(" ", "")


@pytest.mark.parametrize("form", get_args(DealFormat))
def test_every_format_gives_back_the_deal_it_was_written_from(form: DealFormat) -> None:
    for deal in [read_deck(DECK), read_deal(DIGITS), deal_from_seed(b"any")]:
        assert read_deal(write_deal(deal, form)) == deal


@pytest.mark.parametrize(
    "text", [CARDS.lower(), CARDS.replace(" ", ""), CARDS.replace(" ", ", "), CARDS.replace("T", "10"), f"\n{CARDS}\n"]
)
def test_cards_are_read_in_either_case_with_or_without_space(text: str) -> None:
    assert read_deal(text) == read_deal(DIGITS)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "0 cards"),
        (DIGITS[:-1], "155"),
        (DIGITS + "072", "159"),
        ("142" + DIGITS[3:], "142"),
        ("002" + DIGITS[3:], "002"),
        ("075" + DIGITS[3:], "075"),
        ("103" + DIGITS[3:], "TH"),
        (CARDS[:-3], "51"),
        (CARDS + " 7D", "53"),
        (CARDS.replace("7D", "7X"), "7X"),
        (CARDS.replace("7D", "TH"), "TH"),
        (DIGITS.replace("072", "٠٧٢"), "٠٧٢"),
        (CARDS.replace("7S", "7ſ"), "7ſ"),
        (CARDS.replace("KS", "\N{KELVIN SIGN}S"), "\N{KELVIN SIGN}S"),
        ("{", "JSON"),
        ("[]", "card 1"),
        ("{}", "tableau piles"),
        ('{"format": "klondike"}', "version 1"),
        ('{"a": ' * 100_000, "JSON"),
    ],
)
def test_the_first_fault_of_a_deck_is_named(text: str, named: str) -> None:
    with pytest.raises(NotADeal, match=named):
        read_deal(text)
