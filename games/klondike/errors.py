"""Why something is refused: one class, one stable code and one sentence a player can read for each reason.

A question (`why_not`) answers with an instance or None; whoever must stop raises it.
"""

from __future__ import annotations

from typing import ClassVar


class Refusal(Exception):
    """This can't be done."""

    code: ClassVar[str]

    def __init__(self, **params: str | int | None) -> None:
        """`params` fill the sentence (the class's docstring) and travel beside it, so that clients can translate."""
        super().__init__(params)
        self.params = params

    def __str__(self) -> str:
        return (type(self).__doc__ or "").format_map(self.params)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.params == other.params

    def __hash__(self) -> int:
        return hash((self.code, *sorted(self.params.items(), key=str)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.params.items())})"


class Invalid(Refusal):
    """{reason}"""

    code = "invalid"


class NotAlternating(Refusal):
    """The {card} can't go on the {onto}: columns alternate red and black."""

    code = "not_alternating"


class NotNextRank(Refusal):
    """The {card} can't go on the {onto}: columns go down one rank at a time."""

    code = "not_next_rank"


class NeedsKing(Refusal):
    """The {card} can't start an empty column: only a king can."""

    code = "needs_king"


class NeedsAce(Refusal):
    """The {card} can't start its foundation: the ace comes first."""

    code = "needs_ace"


class NotNextInSuit(Refusal):
    """The {card} can't go on its foundation yet: the {onto} is on top there."""

    code = "not_next_in_suit"


class FaceDown(Refusal):
    """Column {column} doesn't have {count} cards face up to move."""

    code = "face_down"


class NotARun(Refusal):
    """A foundation takes one card at a time, and a run moves to another column."""

    code = "not_a_run"


class EmptyPile(Refusal):
    """There is no card to take: the {pile} is empty."""

    code = "empty_pile"

    def __str__(self) -> str:
        return super().__str__().replace("the column", "column")  # it has a number, and needs no article


class RedealLimit(Refusal):
    """No redeal is left: this game allows {passes} passes through the stock."""

    code = "redeal_limit"


class NothingToRedeal(Refusal):
    """There is nothing to turn over: a redeal needs an empty stock and cards on the waste."""

    code = "nothing_to_redeal"


class NoWorryingBack(Refusal):
    """Cards stay on the foundations in this game."""

    code = "no_worrying_back"


class NotDirect(Refusal):
    """A card can't go straight from the stock to a foundation in this game."""

    code = "not_direct"


class UndoStops(Refusal):
    """The last move can't be taken back in this game."""

    code = "undo_stops"


class NothingToUndo(Refusal):
    """There is no move to take back."""

    code = "nothing_to_undo"


class NothingToRedo(Refusal):
    """There is no move to play again."""

    code = "nothing_to_redo"


class CannotFinish(Refusal):
    """The game can finish by itself only when stock and waste are empty and every card is face up."""

    code = "cannot_finish"


class NoAutomaticMove(Refusal):
    """There is no place this card goes by itself."""

    code = "no_automatic_move"


class NotADeal(Refusal):
    """This isn't a deal: {reason}."""

    code = "not_a_deal"


class Paused(Refusal):
    """The game is paused; resume it first."""

    code = "paused"


class GameOver(Refusal):
    """The game is over."""

    code = "game_over"
