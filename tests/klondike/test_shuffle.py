"""The portable shuffle, worked out a second time, and what is published of it."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import count

import pytest

from games.klondike.cards import DECK
from games.klondike.deals import deal_from_seed
from games.klondike.shuffle import NUMBER_LIMIT, SEED_BYTES, commitment, number_seed, shuffled

NUMBERS = {
    0: "4CKS7HADJDKCKH3C4S5DTH9S2S4H5S8DAH5HQD6S3D2C7D2H8HJSJHJCKD9CQC2DTC6HQS7S3H8SAC4D7C3STD9H8C6C6DTS5C9DQHAS",
    1: "TH5HTS5SKD9C9D6S6H2SJC7D7SJD3S5DJS4S7H2H3C4HKH3HQH7C9HQC6C2CAS3D4DAH8HJH9SAD8DACTCTD5CKS8S4CKC8C2DQSQD6D",
    123456789: (
        "3C7CQS8DJC3H9S2C5CAS4S7S2H7HQCTH4H4DTSKD6D3DAD8CJD5SJS9HAHKS5D5H2S3S8STCQH9D7D6S4CKCQD2DAC9C8HKH6HTD6CJH"
    ),
    NUMBER_LIMIT - 1: (
        "6S2D5C6CQCJCKS5H8C2SQHKC4HJDTCAC8D3CAD7HTH4S6D8H7C3HQS9CTSJS8SKH7S3SQD2C2H4CKDAS9S9HTD6H3D5S9D7DAH5D4DJH"
    ),
}
"""Published in docs/rules.md, for players in other languages to test their shuffle with."""


def by_the_page(seed: bytes) -> list[str]:
    """The deal of a seed, word for word as docs/rules.md describes it."""
    deck = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    stream = (
        byte
        for block in count()
        for byte in hashlib.sha256(b"klondike/deal/1\x00" + seed + block.to_bytes(8, "big")).digest()
    )
    for place in range(51, 0, -1):
        partners = place + 1
        byte = next(byte for byte in stream if byte < 256 - 256 % partners)
        partner = byte % partners
        deck[place], deck[partner] = deck[partner], deck[place]
    return deck


@pytest.mark.parametrize("seed", [b"", b"\x00", b"seed", bytes(32), b"\xff" * 32, bytes(range(32))])
def test_the_shuffle_is_the_one_described(seed: bytes) -> None:
    assert [DECK[index].text for index in shuffled(seed)] == by_the_page(seed)
    assert deal_from_seed(seed).text == "".join(by_the_page(seed))


def test_every_number_s_deal_is_the_one_described() -> None:
    for number in [*range(300), NUMBER_LIMIT - 1]:
        seed = hashlib.sha256(b"klondike/number/1\x00" + number.to_bytes(8, "big")).digest()
        assert number_seed(number) == seed
        assert deal_from_seed(seed).text == "".join(by_the_page(seed))


@pytest.mark.parametrize("number", NUMBERS)
def test_the_published_numbers_give_the_published_deals(number: int) -> None:
    assert deal_from_seed(number_seed(number)).text == NUMBERS[number]


def test_a_published_commitment_is_reached() -> None:
    published = "ea431e06a14bb81efe02feed202c389c97ca6db8ddd43078a14454dd23ee5470"
    assert commitment(bytes(range(32)), "daily:2030-01-31:turn-3") == published


@pytest.mark.parametrize("number", [-1, NUMBER_LIMIT])
def test_numbers_have_sixty_four_bits(number: int) -> None:
    with pytest.raises(OverflowError):
        number_seed(number)


def test_a_commitment_binds_the_seed_to_its_context() -> None:
    seed = bytes(range(SEED_BYTES))
    said = hashlib.sha256(b"klondike/commit/1\x00" + seed + b"daily:2030-01-31:turn-3").hexdigest()
    assert commitment(seed, "daily:2030-01-31:turn-3") == said
    assert commitment(seed, "daily:2030-01-31:turn-1") != said


def test_every_card_is_as_likely_in_every_place() -> None:
    """Chi squared over 52 × 52 cells with 51² degrees of freedom (mean 2601, deviation 72), for deals 0 to 4,999."""
    deals = 5_000
    found = Counter(
        (place, card) for number in range(deals) for place, card in enumerate(shuffled(number_seed(number)))
    )
    expected = deals / 52
    chi_squared = sum((found[place, card] - expected) ** 2 / expected for place in range(52) for card in range(52))
    assert 2601 - 4 * 72 < chi_squared < 2601 + 4 * 72


def test_a_shuffle_names_every_card_once() -> None:
    assert all(sorted(shuffled(number_seed(number))) == list(range(52)) for number in range(500))
