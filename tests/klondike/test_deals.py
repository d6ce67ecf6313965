"""The deck, the deal and the piles it makes."""

from __future__ import annotations

import pytest

from games.klondike import diagram
from games.klondike.cards import DECK, parse_card
from games.klondike.deals import read_deck
from games.klondike.errors import Invalid, NotADeal
from games.klondike.position import dealt

ORDER = (
    "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD "
    "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
).split()


def test_the_deck_is_thirteen_ranks_of_four_suits() -> None:
    assert [card.text for card in DECK] == ORDER
    assert [card.index for card in DECK] == list(range(52))
    assert {card.text for card in DECK if card.red} == {text for text in ORDER if text[1] in "DH"}


def test_cards_are_dealt_row_by_row_and_the_twenty_ninth_is_drawn_first() -> None:
    assert dealt(read_deck(DECK)) == diagram.read("""
        stock: 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS
        1: AC
        2: 2c 8C
        3: 3c 9c AD
        4: 4c tc 2d 6D
        5: 5c jc 3d 7d TD
        6: 6c qc 4d 8d jd KD
        7: 7c kc 5d 9d qd ah 2H
    """)


def test_a_deal_knows_its_columns_and_its_stock() -> None:
    deal = read_deck(DECK)
    assert [[card.text for card in column] for column in deal.columns][:3] == [["AC"], ["2C", "8C"], ["3C", "9C", "AD"]]
    assert [len(column) for column in deal.columns] == [1, 2, 3, 4, 5, 6, 7]
    assert [card.text for card in deal.stock] == ORDER[28:]
    assert deal.text == "".join(ORDER)


def test_a_game_starts_with_empty_waste_and_foundations_on_the_first_pass() -> None:
    position = dealt(read_deck(DECK))
    assert (position.waste, position.foundations, position.pass_number) == ((), (0, 0, 0, 0), 1)
    assert (position.home, position.face_down, position.won) == (0, 21, False)


@pytest.mark.parametrize("text", ["TH", "th", "10H", "10h", "tH"])
def test_a_card_is_read_in_either_case_and_with_a_written_ten(text: str) -> None:
    assert parse_card(text) is DECK[ORDER.index("TH")]


@pytest.mark.parametrize("text", ["", "H", "T", "1H", "0H", "11H", "TX", "HT", "TH ", "THH", "100H", "Ⅹ♥", "ſS"])
def test_what_is_not_a_card_is_refused(text: str) -> None:
    with pytest.raises(Invalid):
        parse_card(text)


def test_a_deck_with_a_card_twice_names_it() -> None:
    with pytest.raises(NotADeal, match="KS"):
        read_deck([DECK[51], *DECK[1:]])


@pytest.mark.parametrize("count", [0, 51, 53])
def test_a_deck_of_another_size_is_no_deal(count: int) -> None:
    with pytest.raises(NotADeal, match=str(count)):
        read_deck([*DECK, DECK[0]][:count])
