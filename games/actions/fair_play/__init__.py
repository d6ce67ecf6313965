"""Implausible results are shown to a person, who decides. Nobody is punished by a formula."""
