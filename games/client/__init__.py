"""A client of the service: accounts and races over HTTP (`http`), play over the socket (`connection`), a terminal to
play in (`table`). It knows nothing of the server but its protocol."""
