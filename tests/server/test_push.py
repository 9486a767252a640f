"""Web push: "your turn" reaches a browser that is away, once for each turn, encrypted for it and signed."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from tests.server.backing import ON_BOTH, Postgres, Valkey
from tests.server.conftest import ACCOUNTS, WIDE
from tests.server.members import Member, code_of
from tests.server.people import Person, Server, wait_for
from tests.server.post import by_post, do, play
from tests.server.push_service import CURVE, Browser, PushService, opened, read, speaker_of, written
from vato.errors import VatoError
from vato.server.play.push_service import Signer, Undelivered, check_endpoint, deliver, new_key
from vato.server.store.pushes import Subscription

Start = Callable[..., Server]
PUSH = "--push", "mailto:keeper@example.org", "--push-anywhere"
WITHIN = 20


@pytest.fixture
def service() -> Iterator[PushService]:
    with PushService() as running:
        yield running


@pytest.fixture
def pushing(
    request: pytest.FixtureRequest, database: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[list[Server], Path | str]]:
    """One server that pushes, or two of one database."""
    folders = [tmp_path_factory.mktemp("push") for _ in range(2)]
    with ExitStack() as stack:
        if database == "sqlite":
            yield [stack.enter_context(Server(folders[0], *ACCOUNTS, *PUSH))], folders[0]
            return
        postgres: Postgres = request.getfixturevalue("postgres")
        valkey: Valkey = request.getfixturevalue("valkey")
        shared = "--database", (address := postgres.new_database()), "--hints", valkey.address
        yield [stack.enter_context(Server(folder, *ACCOUNTS, *PUSH, *shared)) for folder in folders], address


@ON_BOTH
def test_who_is_away_is_told_once_a_turn_and_only_they_can_read_it(
    pushing: tuple[list[Server], Path | str], service: PushService
) -> None:
    servers, place = pushing
    ann, ben = Person(servers[0], "Ann"), Person(servers[-1], "Ben")
    phone, laptop = Browser(service, "phone"), Browser(service, "laptop")
    phone.subscribe(ben, "de")
    laptop.subscribe(ben)
    laptop.subscribe(ben)  # said again, it is one
    game_id, watched = by_post(ann, ben), by_post(ann, ben)
    with ben.at(watched) as table, ann.at(game_id), Person(servers[0]).at(game_id):  # all servers know of it
        table.hear("state")
        play(ann, ben, game_id, "1")
        play(ann, ben, watched, "1")
        wait_for(lambda: phone.read and laptop.read, WITHIN)
        time.sleep(1.5)
    (told,) = laptop.read
    assert told["address"] == f"/game/{game_id}"
    assert "Ann" in told["body"]
    (elsewhere,) = phone.read
    assert (elsewhere["language"], told["language"]) == ("de", "en")
    # It is signed by the key that browsers subscribe with, and all servers have the same one.
    assert service.speakers == {server.client.get(f"{server.address}/api/push").json()["key"] for server in servers}
    assert len(service.speakers) == 1
    for path, headers, body in service.heard:
        assert headers["topic"] == game_id
        assert b"Ann" not in body
        with pytest.raises(InvalidTag):
            (laptop if path == phone.path else phone).opened(body)
    # The next turn is told, too; one that is over before anybody could look is not.
    play(ann, ben, game_id, "1", "2")
    wait_for(lambda: len(laptop.read) == 2, WITHIN)
    # A browser that does not want it any more is forgotten, and so is one whose push service says that it is gone.
    assert ben.post("/push/end", {"endpoint": phone.subscription["endpoint"]}).json() == {"subscribed": False}
    service.status = 410
    play(ann, ben, game_id, "2", "3")
    wait_for(lambda: len(laptop.read) == 3, WITHIN)
    assert len(phone.read) == 2
    wait_for(lambda: not do(place, "SELECT id FROM push_subscriptions"), WITHIN)


def test_what_reads_and_checks_here_does_as_is_published() -> None:
    """The example of RFC 8291, appendix A: so that encryption is not read back by what has encrypted it."""
    browser = int.from_bytes(read("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7"
        "A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    plain = opened(read(body), ec.derive_private_key(browser, CURVE), read("BTBZMqHH6r4Tts7J_aSIgg"))
    assert plain == b"When I grow up, I want to be a watermelon"
    # A signature holds for one push service, for a while, and for what was signed.
    origin = "https://push.example.org"
    signer, other = (Signer(new_key(), "mailto:keeper@example.org") for _ in range(2))
    said = signer.headers(urlsplit(f"{origin}/one"))["Authorization"]
    assert speaker_of(said, origin) == signer.public_key
    head, claims, signature = said.removeprefix("vapid t=").partition(",")[0].split(".")
    longer = json.loads(read(claims))
    longer = written(json.dumps(longer | {"exp": longer["exp"] + 1}).encode())
    for wrong, where in (
        (said, "https://another.example.org"),
        (said.replace(signer.public_key, other.public_key), origin),
        (said.replace(f"{head}.{claims}.", f"{head}.{longer}."), origin),
        (said.replace(signature, signature[::-1]), origin),
    ):
        with pytest.raises(ValueError):  # noqa: PT011
            speaker_of(wrong, where)


def test_what_a_killed_server_has_not_told_is_told_by_the_next(own_server: Start, service: PushService) -> None:
    server = own_server(*WIDE, *PUSH)
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    browser = Browser(service, "phone")
    browser.subscribe(ben)
    key = ben.get("/push").json()["key"]
    game_id = by_post(ann, ben)
    play(ann, ben, game_id, "1")
    server.kill()
    assert browser.read == []
    server.start()
    wait_for(lambda: len(browser.read) == 1, WITHIN)
    assert ben.get("/push").json()["key"] == key
    server.kill()
    server.start()
    ben.state(game_id)
    time.sleep(3)
    assert len(browser.read) == 1


def test_a_push_service_that_does_not_answer_holds_up_no_move(own_server: Start, service: PushService) -> None:
    server = own_server(*WIDE, *PUSH)
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    Browser(service, "phone").subscribe(ben)
    dead = Browser(service, "dead")
    # An address that takes lines and never answers.
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        assert ann.post("/push", dead.subscription | {"endpoint": address}).status_code == 200
        game_id = by_post(ben, ann)
        play(ben, ann, game_id, "1")
        silent.accept()[0].close()
        begin = time.monotonic()
        play(ben, ann, game_id, "1", "2", "2", "3")
        assert time.monotonic() - begin < 3
    assert "Traceback" not in server.errors


@ON_BOTH
def test_a_subscription_goes_with_the_session_of_a_member_and_stays_with_the_one_that_follows(
    own_server: Start, service: PushService, name: str, place: Path | str
) -> None:
    server = own_server(*ACCOUNTS, *PUSH)
    anna, ben = Member(Person(server), f"Anna {name}"), Member(Person(server), f"Ben {name}")
    browser = Browser(service, "phone")
    browser.subscribe(anna)
    told = "SELECT visitor, session FROM push_subscriptions"
    ((visitor, session),) = do(place, told)
    again = anna.signed_in(anna)  # in the same browser, whose switch still says that it is told
    assert do(place, "SELECT token FROM sessions WHERE token = :token", token=session) == []
    alive = do(place, "SELECT member, token FROM sessions WHERE member = :member", member=visitor)
    assert do(place, told) == alive
    # Nobody is told any more what was for her when somebody else signs in there, or when she signs out.
    ben.signed_in(again)
    assert do(place, told) == []
    back = anna.signed_in(Person(server))
    browser.subscribe(back)
    assert len(do(place, told)) == 1
    assert back.post("/sign-out").status_code in (200, 204)
    assert do(place, told) == []


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/one",
        "https://127.0.0.1/one",
        "https://[::1]/one",
        "https://10.1.2.3/one",
        "https://169.254.169.254/latest/meta-data",
        "https://[::ffff:10.0.0.1]/one",
        "https://push.example.org:8443/one",
        "https://user@push.example.org/one",
        "ftp://push.example.org/one",
        "https:///one",
        "https://[::1",
        "",
    ],
)
def test_only_a_push_service_is_spoken_to(endpoint: str) -> None:
    with pytest.raises(VatoError, match="not the address of a push service"):
        check_endpoint(endpoint, anywhere=False)


def test_a_name_that_leads_inside_is_not_followed(service: PushService) -> None:
    """The name is looked up when something is sent, and the line goes to what was looked at."""
    told = Browser(service, "one").subscription
    endpoint = "https://localhost/one"
    check_endpoint(endpoint, anywhere=False)
    inside = Subscription("id", "ben", None, endpoint, told["p256dh"], told["auth"], "en", 0)
    with pytest.raises(Undelivered, match="open network"):
        deliver(inside, {}, "game", Signer(new_key(), "mailto:keeper@example.org"), anywhere=False)


def test_what_cannot_be_subscribed_to(own_server: Start, server: Server, service: PushService) -> None:
    right = Browser(service, "one").subscription
    assert code_of(Person(server).get("/push")) == "no_push"
    careful = own_server(*PUSH[:2])
    ann = Person(careful)
    assert code_of(ann.post("/push", right)) == "not_a_push_service"
    right["endpoint"] = "https://push.example.org/one"
    assert code_of(ann.post("/push", right | {"p256dh": right["auth"]})) == "not_a_push_service"
    assert code_of(ann.post("/push", right | {"auth": right["p256dh"]})) == "not_a_push_service"
    assert code_of(Person(careful, token="").post("/push", right)) == "no_visitor"
    assert ann.post("/push", right).json() == {"subscribed": True}
