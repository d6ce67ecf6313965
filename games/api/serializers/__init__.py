"""Requests field by field, and what answers hold. Requests are read with these; answers are only described by them."""
