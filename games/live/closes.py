"""How the server closes a socket: a code for the client, and a sentence for who develops it."""

from __future__ import annotations

BAD_FRAME, SIGNED_OUT, SLOW, FLOOD = 4400, 4401, 4408, 4429
ELSEWHERE, TOO_BIG, FAULT, RESTART = 1008, 1009, 1011, 1012

UNHEARD = {SLOW, FLOOD}
"""Who is closed with these is read no more, not even for a close in return: a flood would go on for that long."""

REASONS = {
    BAD_FRAME: "That was no message of this protocol, or none that may come at this point.",
    SIGNED_OUT: "There is no such session, or it has ended.",
    SLOW: "Say hello within five seconds, and read what is sent.",
    FLOOD: "Too many messages, for too long, or too many sockets.",
    ELSEWHERE: "Pages of another origin may not open this socket.",
    TOO_BIG: "The frame is too large.",
    FAULT: "The server is at fault; come again.",
    RESTART: "The server restarts; come again.",
}
"""At most 123 bytes each."""
