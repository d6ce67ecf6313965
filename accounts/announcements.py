"""What accounts tells whoever listens; accounts itself knows nobody.

The first four are sent inside the transaction of the act: a listener that raises a Problem refuses the act as a
whole, and nothing has changed. No player's row is locked yet, so that listeners can take their locks in the
order they need.
"""

from django.dispatch import Signal

merging = Signal()
"""An account takes a guest's games over: `survivor`, `guest` (Players)."""

deleting = Signal()
"""A player leaves for good: `player`."""

preferring = Signal()
"""A player is about to save preferences: `player`, `preferences` (Preferences)."""

exporting = Signal()
"""A player asks for everything about them: `player`. A listener returns a dict of sections, ready for JSON."""

signed_out = Signal()
"""Sessions have ended, after the commit: `player_id` (the row's number), `session_keys` (list of str)."""
