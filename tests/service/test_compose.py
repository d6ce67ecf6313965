import shlex
from typing import Any

import pytest
import yaml

from klondike_service import settings
from klondike_service.supervise import commands
from tests.service.process import TREE


@pytest.fixture(scope="module")
def services() -> dict[str, dict[str, Any]]:
    parsed: dict[str, dict[str, Any]] = yaml.safe_load((TREE / "docker-compose.yml").read_text())["services"]
    return parsed


def ours(services: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {name: service for name, service in services.items() if "build" in service}


def test_the_full_set_is_there(services: dict[str, dict[str, Any]]) -> None:
    assert set(services) == {"migrate", "web", "worker", "solver", "beat", "postgres", "redis"}
    assert set(ours(services)) == {"migrate", *commands(8000)}


def test_every_environment_name_is_a_setting(services: dict[str, dict[str, Any]]) -> None:
    for service in ours(services).values():
        assert set(service["environment"]) <= settings.OPERATOR_SETTINGS


def test_what_is_served_comes_after_the_migration_and_healthy_servers(
    services: dict[str, dict[str, Any]],
) -> None:
    for name in commands(8000):
        assert services[name]["depends_on"] == {
            "migrate": {"condition": "service_completed_successfully"},
            "postgres": {"condition": "service_healthy"},
            "redis": {"condition": "service_healthy"},
        }
    for name in ("web", "worker", "solver", "postgres", "redis"):
        assert services[name]["healthcheck"]["test"]


def test_the_containers_run_what_the_supervisor_runs(services: dict[str, dict[str, Any]]) -> None:
    assert "klondike_service.serve" in commands(8000)["web"]
    served = shlex.split(services["web"]["command"])
    assert served[:3] == ["python", "-m", "klondike_service.serve"]
    assert commands(8000)["web"][-2:] == ["--processes", "2"]
    assert served[-2:] == ["--processes", "${PROCESSES:-2}"]
    for name in ("worker", "beat"):
        assert name in commands(8000)[name]
        assert shlex.split(services[name]["command"])[:4] == ["celery", "--app", "klondike_service", name]
    for name, queues in (("worker", "default"), ("solver", "solver,shelf")):
        assert queues in commands(8000)[name]
        assert queues in shlex.split(services[name]["command"])
    assert {queue.name for queue in settings.CELERY_TASK_QUEUES} == {"default", "solver", "shelf"}


def test_the_solver_runs_at_the_lowest_priority(services: dict[str, dict[str, Any]]) -> None:
    for command in (commands(8000)["solver"], shlex.split(services["solver"]["command"])):
        assert command[:3] == ["nice", "-n", "19"]


def test_every_mounted_volume_is_declared_and_the_worker_can_be_scaled(
    services: dict[str, dict[str, Any]],
) -> None:
    declared = set(yaml.safe_load((TREE / "docker-compose.yml").read_text())["volumes"])
    mounted = {volume.split(":")[0] for service in services.values() for volume in service.get("volumes", [])}
    assert mounted == declared
    for name in ("worker", "solver"):
        assert not {"ports", "container_name"} & set(services[name])


def test_the_image_holds_what_it_starts() -> None:
    dockerfile = (TREE / "Dockerfile").read_text()
    kept = {line[1:] for line in (TREE / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {
        line.split()[1]
        for line in dockerfile.splitlines()
        if line.startswith("COPY ") and not line.startswith("COPY --from")
    }
    assert all((TREE / path).exists() for path in kept)
    assert all(any(path == entry or path.startswith(f"{entry}/") for entry in kept) for path in copied)
    assert "\nUSER klondike\n" in dockerfile
