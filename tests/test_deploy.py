"""The files in deploy: what they start can be started so, and what reads them can read them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools.docs import generated

DEPLOY = Path(__file__).parents[1] / "deploy"
UNIT = (DEPLOY / "vato.service").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
CONTAINER = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
STOPPING_SECONDS = 5
"""After --drain, as docs/deploying.md promises."""


def commands() -> dict[str, list[str]]:
    """Return what each file starts, without the program."""
    started = re.search(r"^ExecStart=\S+/vato (.*)$", UNIT, re.MULTILINE)
    usual = re.search(r"^CMD \[(.*)\]$", CONTAINER, re.MULTILINE)
    assert started
    assert usual
    return {
        "unit": started[1].split(),
        "container": [word.strip().strip('"') for word in usual[1].split(",")],
        "compose": COMPOSE["services"]["vato"]["command"],
    }


@pytest.mark.parametrize("name", commands())
def test_every_option_is_there(name: str) -> None:
    first, *words = commands()[name]
    assert first == "serve"
    known = set(re.findall(r"(--[a-z-]+)", generated.every_help()["serve",]))
    used = {word.partition("=")[0] for word in words if word.startswith("--")}
    assert used
    assert used <= known


def test_there_is_time_to_stop() -> None:
    drain = next(word for word in commands()["compose"] if word.startswith("--drain="))
    grace = int(COMPOSE["services"]["vato"]["stop_grace_period"].removesuffix("s"))
    assert grace > int(drain.partition("=")[2]) + STOPPING_SECONDS
    assert "--drain" not in commands()["unit"]
    stop = re.search(r"^TimeoutStopSec=(\d+)$", UNIT, re.MULTILINE)
    assert stop
    assert int(stop[1]) > STOPPING_SECONDS


def test_services_that_are_waited_for_say_when_they_are_there() -> None:
    services = COMPOSE["services"]
    for name, wanted in services["vato"]["depends_on"].items():
        assert wanted == {"condition": "service_healthy"}
        assert services[name]["healthcheck"]["test"]
    named = {volume.partition(":")[0] for service in services.values() for volume in service.get("volumes", ())}
    assert named == set(COMPOSE["volumes"])


def test_only_this_machine_reaches_the_ports_of_the_containers() -> None:
    ports = [port for service in COMPOSE["services"].values() for port in service.get("ports", ())]
    assert ports == ["127.0.0.1:8700:8700"]


def test_the_image_has_what_it_is_built_from() -> None:
    kept = (DEPLOY / "Containerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    for line in kept:
        if line.startswith("!"):
            assert (DEPLOY.parent / line[1:]).exists()
    project = (DEPLOY.parent / "pyproject.toml").read_text(encoding="utf-8")
    for name in re.findall(r'^(?:readme|license-files) = "(.*)"$', project, re.MULTILINE):
        assert f"!{name}" in kept
    (extras,) = re.findall(r"/source\[([a-z,]+)\]", CONTAINER)
    for extra in extras.split(","):
        assert re.search(rf"^{extra} = \[", project, re.MULTILINE)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_understands_the_unit_and_finds_it_hardened(tmp_path: Path) -> None:
    unit = tmp_path / "vato.service"
    unit.write_text(re.sub("^ExecStart=[^ ]+", "ExecStart=/bin/true", UNIT, flags=re.MULTILINE), encoding="utf-8")
    for asked in (["verify"], ["security", "--offline=yes", "--threshold=25"]):
        done = subprocess.run(["systemd-analyze", *asked, str(unit)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    assert "Unknown" not in done.stderr
