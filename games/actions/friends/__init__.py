"""Friends: one asks, the other accepts; either ends it. A block is nobody's business but the blocker's."""
