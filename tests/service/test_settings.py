import re
from pathlib import Path

import pytest

from klondike_service import settings
from tests.service.process import TREE, run


@pytest.mark.parametrize(
    ("chosen", "refusal"),
    [
        ({"SECRET_KEY": "short"}, "SECRET_KEY is weak: it must have 32 characters or more, well mixed."),
        ({"SECRET_KEY": "ab" * 40}, "SECRET_KEY is weak: it must have 32 characters or more, well mixed."),
        ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS must name the hosts served, not '*', unless DEBUG is on."),
        ({"LIMIT_BATCH_MOVES": "many"}, "LIMIT_BATCH_MOVES must be a whole number from 1 to 5000, not 'many'."),
        ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL must be DEBUG or INFO or WARNING or ERROR, not 'LOUD'."),
    ],
)
@pytest.mark.parametrize("program", [["manage.py", "check"], ["-m", "klondike_service.serve", "--port", "0"]])
def test_a_bad_setting_is_refused_at_the_start_in_one_line(
    tmp_path: Path, program: list[str], chosen: dict[str, str], refusal: str
) -> None:
    result = run(*program, var=tmp_path, **chosen)
    assert result.returncode == 1
    assert result.stderr == refusal + "\n"


def test_a_developer_may_be_careless(tmp_path: Path) -> None:
    assert run("manage.py", "check", var=tmp_path, DEBUG="1", SECRET_KEY="short", ALLOWED_HOSTS="*").returncode == 0


def test_the_deployment_check_finds_nothing_on_an_https_address(tmp_path: Path) -> None:
    result = run(
        "manage.py", "check", "--deploy", "--fail-level", "WARNING", var=tmp_path, PUBLIC_URL="https://a.example"
    )
    assert result.returncode == 0, result.stderr


def test_the_example_shows_every_setting_and_no_other() -> None:
    shown = set(re.findall(r"^#?([A-Z_]+)=", (TREE / ".env.example").read_text(), re.MULTILINE))
    assert shown - {"POSTGRES_PASSWORD", "PORT", "PROCESSES"} == settings.OPERATOR_SETTINGS


def test_sqlite_keeps_every_acknowledged_commit(tmp_path: Path) -> None:
    script = (
        "import django; django.setup(); from django.db import connection as c; k = c.cursor();"
        "print(*(k.execute(f'PRAGMA {p}').fetchone()[0] for p in ('journal_mode', 'synchronous', 'foreign_keys')))"
    )
    result = run("-c", script, var=tmp_path, DJANGO_SETTINGS_MODULE="klondike_service.settings")
    assert result.stdout.split() == ["wal", "2", "1"], result.stderr
