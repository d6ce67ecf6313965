import http.client
import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from klondike_service.processes import keep
from tests.service.process import TREE, environment, free_port, run, serving


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("var")
    assert run("manage.py", "migrate", var=folder).returncode == 0
    return folder


@pytest.fixture(scope="module")
def address(var: Path) -> Iterator[str]:
    with serving(var) as (_, address):
        yield address


def test_a_fresh_service_is_alive_and_ready(address: str) -> None:
    assert json.load(urlopen(f"{address}/healthz")) == {"status": "ok"}
    assert json.load(urlopen(f"{address}/readyz")) == {"status": "ok", "waits_for": []}


def test_the_address_that_is_printed_shows_the_page_for_people(address: str) -> None:
    with urlopen(address) as page:
        assert urlsplit(page.url).path == "/api/docs/"


def test_a_body_sent_in_chunks_is_read_whole(address: str) -> None:
    connection = http.client.HTTPConnection(urlsplit(address).netloc)
    pieces = iter([b'{"no', b'such": 1}'])
    headers = {"Content-Type": "application/json"}
    connection.request("POST", "/api/v1/accounts/guest", pieces, headers, encode_chunked=True)
    answer = connection.getresponse()
    assert (answer.status, json.load(answer)["field"]) == (422, "nosuch")


def test_a_body_too_large_is_refused_like_anything_else(address: str) -> None:
    headers = {"Content-Type": "application/json", "Origin": "https://elsewhere.example"}
    request = Request(f"{address}/api/v1/accounts/guest", b" " * 65_537, headers)
    with pytest.raises(HTTPError) as refused:
        urlopen(request)
    problem = json.load(refused.value)
    assert (refused.value.code, problem["code"], problem["params"]) == (413, "too_large", {"limit": 65_536})
    assert refused.value.headers["Content-Type"] == "application/problem+json"
    assert refused.value.headers["Access-Control-Allow-Origin"] == "*"


def test_an_endless_body_is_cut_off_at_the_limit(address: str) -> None:
    with socket.create_connection(("127.0.0.1", urlsplit(address).port or 0), timeout=10) as client:
        client.sendall(b"POST /api/v1/accounts/guest HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        client.sendall(b"20000\r\n" + b" " * 0x20000)
        assert client.recv(65_536).startswith(b"HTTP/1.1 413 ")


def test_the_human_page_and_the_admin_load_nothing_from_elsewhere(address: str) -> None:
    for page in ("/api/docs/", "/admin/login/"):
        text = urlopen(f"{address}{page}").read().decode()
        loaded = re.findall(r"""<(?:script|link|img)[^>]+(?:src|href)="([^"]+)""", text)
        assert loaded
        for path in loaded:
            assert urlopen(f"{address}{path}").status == 200


def test_a_host_the_service_does_not_know_is_refused_as_a_problem(address: str) -> None:
    with pytest.raises(HTTPError) as refused:
        urlopen(Request(f"{address}/api/docs/", headers={"Host": "evil.example"}))
    assert (refused.value.code, json.load(refused.value)["code"]) == (400, "bad_request")


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_gracefully(var: Path, end: signal.Signals) -> None:
    with serving(var) as (server, _):
        server.send_signal(end)
        _, log = server.communicate(timeout=15)
        assert server.returncode == 0
        assert "Traceback" not in log


def test_a_taken_port_is_said_in_one_line(var: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = subprocess.run(
            ["make", "--no-print-directory", "up", f"PORT={port}"],
            cwd=TREE,
            env=environment(var),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    said, end_of_make = result.stderr.splitlines()
    assert said == f"127.0.0.1:{port} is taken; choose another port, as in: make up PORT=8123"
    assert "Error 1" in end_of_make


def test_a_service_whose_servers_are_away_lives_but_is_not_ready(tmp_path: Path) -> None:
    nowhere = f"127.0.0.1:{free_port()}"
    with serving(tmp_path, DATABASE_URL=f"postgres://{nowhere}/x", REDIS_URL=f"redis://{nowhere}/0") as (_, address):
        assert urlopen(f"{address}/healthz").status == 200
        with pytest.raises(HTTPError) as refused:
            urlopen(f"{address}/readyz", timeout=30)
        assert refused.value.code == 503
        assert json.load(refused.value) == {"status": "waiting", "waits_for": ["database", "redis"]}


def test_several_processes_without_redis_are_refused_in_one_line(var: Path) -> None:
    result = run("-m", "klondike_service.serve", "--port", str(free_port()), "--processes", "2", var=var)
    assert result.returncode == 1
    assert result.stderr == "More than one process needs REDIS_URL: through it they hear of what the others do.\n"


def test_a_process_that_cannot_start_ends_the_others_with_its_code(capfd: pytest.CaptureFixture[str]) -> None:
    lasting = [sys.executable, "-c", "import time; time.sleep(60)"]
    assert keep({"one": lasting, "other": [sys.executable, "-c", "raise SystemExit(3)"]}, alike=True) == 3
    assert capfd.readouterr().err == "other ended with code 3\n"
