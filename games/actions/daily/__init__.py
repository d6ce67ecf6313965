"""The deal of the day: one a ruleset, proved winnable, nobody's before 00:00 UTC and everybody's until the next."""
