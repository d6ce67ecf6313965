"""The play socket. A socket (`socket`) reads what its client sends; a seat (`seat`) is a game in memory, a room
(`room`) a race that someone here follows; the house (`house`) holds them all and the process's one writer."""
