"""The service without Redis, and with a Redis that is away."""

from __future__ import annotations

from pathlib import Path

from tests.service.process import run

SETTINGS = "klondike_service.settings"


def test_without_redis_a_thread_of_the_serving_process_fills_the_shelf_and_finds_verdicts(tmp_path: Path) -> None:
    assert run("manage.py", "migrate", "--verbosity", "0", var=tmp_path).returncode == 0
    script = """
import time, django
django.setup()
from django.db import connection
from games import tasks
from games.actions.numbers import solution
from games.actions.shelf import stock
from games.klondike.rules import RULESETS
from games.models import Verdict
from klondike_service import embedded

rules = RULESETS["turn-3"]
with embedded.worker():
    tasks.restock.delay()
    asked = solution("7", rules).pk
    deadline = time.monotonic() + 40
    while time.monotonic() < deadline and not (stock(rules).exists() and Verdict.objects.get(pk=asked).word):
        time.sleep(0.1)
print(stock(rules).exists(), Verdict.objects.get(pk=asked).word)
"""
    result = run("-c", script, var=tmp_path, DJANGO_SETTINGS_MODULE=SETTINGS)
    assert result.stdout == "True unwinnable\n", result.stderr


def test_a_broker_that_is_away_is_logged_and_stops_nobody(tmp_path: Path) -> None:
    script = """
import time, django
django.setup()
from games import outbox

began = time.monotonic()
outbox.judge(1)
print(time.monotonic() - began < 1)
"""
    result = run("-c", script, var=tmp_path, DJANGO_SETTINGS_MODULE=SETTINGS, REDIS_URL="redis://127.0.0.1:1/0")
    assert result.stdout == "True\n", result.stderr
    assert "games.tasks.judge(1) was not sent, the broker is away" in result.stderr
