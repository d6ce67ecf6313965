"""The verbs of races. Each holds the race's row (`held`), sees what is due done first (`deadlines`), and appends to the
race's own log what it did."""
