"""The README's game, played as a newcomer would: its commands run as they stand, against a fresh service."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests.service.process import TREE, run, serving

README_ADDRESS = "http://127.0.0.1:8000"


def commands(readme: str) -> list[str]:
    return re.findall(r"```bash\n(.*?)```", readme, re.DOTALL)


def test_the_readmes_game_runs_from_nothing_to_a_win(tmp_path: Path) -> None:
    assert run("manage.py", "migrate", var=tmp_path).returncode == 0
    blocks = commands((TREE / "README.md").read_text())
    with serving(tmp_path) as (_, address):
        script = "set -euo pipefail\n" + "\n".join(blocks).replace(README_ADDRESS, address)
        played = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert played.returncode == 0, played.stderr
    dealt, refused, _, undone, batch, finished, status = played.stdout.strip().splitlines()
    assert '"legal":' in dealt
    assert re.search(r'"code": ?"not_(alternating|next_rank)"', refused), refused
    assert re.search(r'"type": ?"undo"', undone)
    assert '"stopped"' not in batch
    assert re.search(r'"status": ?"won"', finished), finished
    assert status == "won"
