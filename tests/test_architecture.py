"""What must stay true of the tree as a whole."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

TREE = Path(__file__).parents[1]
SOURCES = {".py", ".cpp", ".hpp", ".h", ".js", ".css", ".html", ".toml", ".yml"}
SAYING_NOTHING = {"utils", "helpers", "common", "core", "base", "manager", "managers", "services"}


def tracked() -> list[Path]:
    """Files that are in the repository or about to be."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=TREE, capture_output=True, text=True, check=True).stdout.splitlines()
    return [TREE / name for name in names if (TREE / name).is_file()]


def test_imports_point_the_way_the_contracts_say() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run([linter, "--no-cache"], cwd=TREE, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_rules_and_the_solver_load_no_framework() -> None:
    script = """
import importlib, pkgutil, sys
for name in ("games.klondike", "games.solver"):
    package = importlib.import_module(name)
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{name}.{module.name}")
print(*{name.partition(".")[0] for name in sys.modules})
"""
    run = subprocess.run([sys.executable, "-c", script], cwd=TREE, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    loaded = set(run.stdout.split())
    assert "games" in loaded
    assert not loaded & {"django", "rest_framework", "channels", "celery", "asgiref", "redis"}


def test_no_file_hides_rooms() -> None:
    written = [path for path in tracked() if path.suffix in SOURCES and "migrations" not in path.parts]
    lengths = {str(path.relative_to(TREE)): len(path.read_text().splitlines()) for path in written}
    assert {name: lines for name, lines in lengths.items() if lines > 400} == {}


def test_every_name_says_something() -> None:
    names = [path.relative_to(TREE) for path in tracked()]
    assert [str(name) for name in names if SAYING_NOTHING & {Path(part).stem for part in name.parts}] == []


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?<![\w.])/(root|work|home/\w+)/",  # a folder of one machine
        r"(pypi|pythonhosted|npmjs|debian)\.org|npmjs\.com",  # a package registry
    ],
)
def test_nothing_names_a_machine_or_a_registry(pattern: str) -> None:
    found = re.compile(pattern)
    naming = [
        f"{path.relative_to(TREE)}:{number}"
        for path in tracked()
        for number, line in enumerate(path.read_text(errors="ignore").splitlines(), 1)
        if found.search(line)
    ]
    assert naming == []


def pins(file: str) -> dict[str, str]:
    """A lock file's requirements, each with its hashes."""
    text = re.sub(r"^\s*#.*\n", "", (TREE / "requirements" / file).read_text(), flags=re.MULTILINE)
    entries = re.split(r"\n(?=\S)", text.replace("\\\n", " ").strip())
    return {entry.partition("==")[0]: entry for entry in entries}


@pytest.mark.parametrize("file", ["run.txt", "dev.txt"])
def test_every_locked_package_has_its_hashes(file: str) -> None:
    assert [name for name, entry in pins(file).items() if "--hash=sha256:" not in entry] == []


def test_the_locks_agree_and_hold_what_the_project_asks_for() -> None:
    run, dev = pins("run.txt"), pins("dev.txt")
    assert {name: dev[name] for name in run} == run
    project = tomllib.loads((TREE / "pyproject.toml").read_text())
    groups = project["dependency-groups"]
    assert names(project["project"]["dependencies"] + groups["kernel"]) <= set(run)
    assert names(groups["dev"]) <= set(dev)


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=]", requirement)[0] for requirement in requirements}
