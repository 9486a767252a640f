"""A set to print, over the network."""

from __future__ import annotations

import base64
import hashlib
import re
from xml.etree import ElementTree

import pytest

from tests.server.people import Person
from vato.kit.kits import kits
from vato.kit.paper import PAPERS


def test_what_can_be_printed(ann: Person) -> None:
    found = ann.get("/kits").json()
    assert [kit["name"] for kit in found["kits"]] == list(kits())
    assert [paper["name"] for paper in found["papers"]] == list(PAPERS)
    assert found["kits"][0]["boards"][0] == "9x5"
    assert "classic" in found["kits"][0]["rules"]


def test_the_document_is_shown_under_a_policy_that_allows_only_its_own_style(ann: Person) -> None:
    answer = ann.get("/print/fanorona?rules=classic&board=5x5&paper=letter&language=fr&ink_saving=true")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    page = ElementTree.fromstring(answer.text)
    assert page.attrib["lang"] == "fr"
    policy = answer.headers["content-security-policy"]
    found = re.search("<style>(.*?)</style>", answer.text, flags=re.DOTALL)
    assert found is not None
    digest = base64.b64encode(hashlib.sha256(found[1].encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_start_is_drawn_with_the_motif_that_is_chosen(ann: Person) -> None:
    zebu, rooster = (ann.get(f"/print/fanorona/start.svg?board=5x5&motif={motif}") for motif in ("zebu", "rooster"))
    for answer in (zebu, rooster):
        assert answer.headers["content-type"] == "image/svg+xml"
        assert ElementTree.fromstring(answer.text).tag.endswith("svg")
    assert zebu.text != rooster.text
    assert ann.get("/print/fanorona/start.svg?board=5x5").text == zebu.text
    assert ann.get("/print/fanorona/start.svg?board=5x5&ink_saving=true").text != zebu.text
    assert ann.get("/print/fanorona/start.svg?motif=sun").status_code == 422
    assert ann.get("/print/chess/start.svg").status_code == 404


def test_the_language_of_the_reader_is_used(ann: Person) -> None:
    answer = ann.get("/print/squadro", headers={"Accept-Language": "de"})
    assert ElementTree.fromstring(answer.text).attrib["lang"] == "de"


@pytest.mark.parametrize(
    ("path", "status"),
    [("chess", 404), ("fanorona?board=4x4", 422), ("fanorona?paper=a5", 422), ("alquerque?rules=classic", 422)],
)
def test_what_cannot_be_printed_is_refused(ann: Person, path: str, status: int) -> None:
    answer = ann.get(f"/print/{path}")
    assert answer.status_code == status
    assert answer.json()["error"]["message"].endswith(".")


def test_whoever_asks_for_another_paper_is_told_which_there_are(ann: Person) -> None:
    assert ann.get("/print/fanorona?paper=a5").json()["error"]["message"].endswith("a4, a3, letter.")
