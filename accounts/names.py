"""Names of players: what may be chosen, and when two are the same name.

A name has 3 to 20 characters after NFKC normalisation: letters and decimal digits of any script (with at most
two combining marks each), and single spaces, `_` or `-` between them. Two names are the same when their keys
are: full-width, ligature, styled and upper-case forms fall together. Look-alikes of different scripts (Latin
and Cyrillic "a") stay apart: telling them apart takes a table that changes with every version of Unicode.
"""

import re
import unicodedata
from secrets import choice

SHORTEST, LONGEST = 3, 20
GUEST_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
RESERVED = frozenset(
    {"admin", "administrator", "deleted player", "guest", "klondike", "moderator", "support", "system"}
)

# Over one letter per character: L letter, N digit, M mark, S separator, X anything else.
SHAPE = re.compile(r"[LN]M{0,2}(S?[LN]M{0,2})*")
# Letters and marks that no font shows (Unicode's Default_Ignorable_Code_Point): two names could look the same.
INVISIBLE = re.compile(r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")


def normal(text: str) -> str:
    """The name as it is kept and shown."""
    return unicodedata.normalize("NFKC", text).strip()


def key(text: str) -> str:
    """What is unique: equal for all spellings of one name. A key is its own key."""
    folded = normal(text).casefold()
    # Folding can undo the normal form, and normalising can bring a capital back: repeat until nothing changes.
    while (again := unicodedata.normalize("NFKC", folded).casefold()) != folded:
        folded = again
    return folded


def why_not(name: str) -> str | None:
    """Why a normalised name can't be chosen, or None."""
    if not SHORTEST <= len(name) <= LONGEST:
        return f"A name has {SHORTEST} to {LONGEST} characters."
    if INVISIBLE.search(name) or not SHAPE.fullmatch("".join(map(_kind, name))):
        return "A name has letters, digits, and single spaces, - or _ between them."
    if key(name) in RESERVED or key(name).startswith("guest "):
        return "This name is reserved."
    return None


def guest_name() -> str:
    """For show only: two guests may bear the same one."""
    return "Guest " + "".join(choice(GUEST_ALPHABET) for _ in range(4))


def _kind(character: str) -> str:
    if character in " _-":
        return "S"
    category = unicodedata.category(character)
    return category[0] if category[0] in "LM" else "N" if category == "Nd" else "X"
