from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.accounts.device import PASSWORD, Device


@pytest.fixture
def device() -> Device:
    return Device()


@pytest.fixture
def guest(db: None) -> Device:
    device = Device()
    device.signs("guest")
    return device


@pytest.fixture
def signed_up(db: None) -> Callable[..., Device]:
    def sign_up(name: str = "Joe", email: str = "joe@example.org") -> Device:
        device = Device()
        device.signs("signup", {"name": name, "email": email, "password": PASSWORD})
        return device

    return sign_up


@pytest.fixture
def joe(signed_up: Callable[..., Device]) -> Device:
    return signed_up()
