"""The boards: who did best, by ruleset and period. Everything here derives from results and ratings.

A player's standings are written under the lock of the player's row, in the transaction of what changed them. Ranks are
exact: they are summed from the tree of counts, the changes it hasn't taken in yet, and the few standings that the tree
doesn't tell apart, all seen in one statement.
"""
