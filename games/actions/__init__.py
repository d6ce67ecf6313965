"""The verbs: each loads what it needs, asks the rules, and writes the outcome in one transaction."""
