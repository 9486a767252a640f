"""Live play: whole games over sockets, and everything that must be refused, acknowledged once, or agreed on."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

import vato
from tests.server.backing import ON_BOTH
from tests.server.people import Person, Server, Table, choose


def both(ann: Person, ben: Person, **wishes: Any) -> str:
    """Return a game in which Ann has the first side, and begins, and Ben the second."""
    if wishes.get("game", "squadro") == "squadro":
        wishes = {"setup": {"first": "light"}} | wishes
    game_id = ann.create(**wishes)
    assert ben.post(f"/games/{game_id}/join", {"name": "Ben"}).status_code == 200
    return game_id


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("squadro", "standard"),
        ("fanorona", "standard"),
        ("fanorona", "strict"),
        ("fanorona", "vela"),
        ("alquerque", "modern"),
        ("alquerque", "huffing"),
    ],
)
def test_two_people_play_a_whole_game(ann: Person, ben: Person, game: str, rules: str) -> None:
    chance = random.Random(7)
    game_id = both(ann, ben, game=game, rules=rules)
    with ann.at(game_id) as first, ben.at(game_id) as second:
        tables = [first, second]
        for table in tables:
            table.hear("state")
        while tables[0].state["outcome"] is None:
            state = tables[0].state
            mover = tables[state["scene"]["turn"]]
            mover.until(lambda seen, ply=state["scene"]["ply"]: seen["scene"]["ply"] == ply)
            assert mover.state["scene"]["options"]
            assert mover.move(choose(mover.state, chance))["type"] == "accepted"
            for table in tables:
                table.until(lambda seen, ply=state["scene"]["ply"]: seen["scene"]["ply"] == ply + 1)
        states = [table.state for table in tables]
    assert states[0]["turns"] == states[1]["turns"]
    assert states[0]["outcome"]["text"] == states[1]["outcome"]["text"]
    (record,) = vato.record.read(ann.get(f"/games/{game_id}/record").text)
    assert [str(turn.move) for turn in record.turns] == [turn["text"] for turn in states[0]["turns"]]
    assert record.players == ("Ann", "Ben")
    assert record.board().position == states[0]["scene"]["position"]


def test_only_the_one_to_move_gets_options(ann: Person, ben: Person, eve: Person) -> None:
    game_id = both(ann, ben)
    counts = [len(person.state(game_id)["scene"]["options"]) for person in (ann, ben, eve)]
    assert counts == [5, 0, 0]
    assert [[seat["mine"] for seat in person.state(game_id)["seats"]] for person in (ann, ben, eve)] == [
        [True, False],
        [False, True],
        [False, False],
    ]


def test_what_must_be_refused(ann: Person, ben: Person, eve: Person, server: Server) -> None:
    game_id = both(ann, ben)
    guessed = Person(server, token="A" * 43)
    with ann.at(game_id) as first, ben.at(game_id) as second, eve.at(game_id) as watching, guessed.at(game_id) as thief:
        for table in (first, second, watching, thief):
            table.hear("state")
        assert second.move("1")["code"] == "not_your_turn"
        assert watching.move("1")["code"] == "not_yours"
        assert thief.move("1")["code"] == "not_yours"
        assert thief.ask("resign", ply=0)["code"] == "not_yours"
        assert first.move("9")["code"] == "illegal_move"
        assert first.move("1", ply=3)["code"] == "stale"
        assert first.hear("state")["scene"]["ply"] == 0  # and the whole state follows
        assert first.move("1")["type"] == "accepted"
        first.until(lambda state: state["scene"]["ply"] == 1)
        assert first.move("2", ply=0)["code"] == "stale"
        assert first.move("2", ply=1)["code"] == "not_your_turn"
    assert [turn["text"] for turn in ann.state(game_id)["turns"]] == ["1"]


def test_a_refusal_is_said_in_the_visitors_language(ann: Person) -> None:
    answer = ann.post("/games/nosuchgame/join", {}, headers={"Accept-Language": "en"})
    assert answer.status_code == 404
    assert answer.json() == {"error": {"message": "There is no such game here.", "code": "unknown_game"}}
    game_id = ann.create("fanorona", against="me2")
    answer = ann.act(game_id, "move", ply=0, move="a1-b1")
    german = ann.post(
        f"/games/{game_id}/moves", {"ply": 0, "move": "a1-b1"}, headers={"Accept-Language": "de-AT,en;q=0.5"}
    )
    assert answer.json()["error"]["code"] == german.json()["error"]["code"] == "illegal_move"
    assert answer.json()["error"]["message"] != german.json()["error"]["message"]


@ON_BOTH
def test_a_move_sent_again_is_acknowledged_and_not_doubled(ann: Person, ben: Person) -> None:
    game_id = both(ann, ben, game="fanorona")
    with ann.at(game_id) as table:
        table.hear("state")
        versions = [table.move("d2-e3A", ply=0)["version"] for _ in range(3)]  # under another ref each time
        versions.append(table.move("D2-E3a", ply=0)["version"])
        assert len(set(versions)) == 1
        assert table.move("d3-e3A", ply=0)["code"] == "stale"
    assert ben.post(f"/games/{game_id}/moves", {"ply": 0, "move": "d2-e3A"}).json()["error"]["code"] == "stale"
    assert [turn["text"] for turn in ann.state(game_id)["turns"]] == ["d2-e3A"]


def test_a_ref_stands_for_what_was_said_under_it(ann: Person, ben: Person) -> None:
    game_id = both(ann, ben)
    with ann.at(game_id) as table:
        table.hear("state")
        assert table.ask("rename", player=0, name="Anna", ref=1)["version"] == 3
        assert table.ask("rename", player=0, name="Anna", ref=1)["version"] == 3
        assert table.ask("move", ply=0, move="1", ref=1)["version"] == 4  # something else, which is done
        assert table.ask("chat", text="Hello", ref=1)["version"] == 5
        assert table.ask("chat", text="Hello?", ref=1)["version"] == 6
        assert table.ask("chat", text="Hello", ref="1")["version"] == 7
        assert table.ask("chat", text="Hello", ref=1)["version"] == 5
    state = ann.state(game_id)
    assert (state["seats"][0]["name"], state["scene"]["ply"]) == ("Anna", 1)
    assert [line["text"] for line in state["chat"]] == ["Hello", "Hello?", "Hello"]


@ON_BOTH
def test_two_clients_racing_for_the_same_ply(ann: Person, ben: Person) -> None:
    game_id = both(ann, ben)
    answers: list[Any] = []

    def play(lane: str) -> None:
        answers.append(ann.post(f"/games/{game_id}/moves", {"ply": 0, "move": lane}))

    racers = [threading.Thread(target=play, args=(str(1 + number % 5),)) for number in range(10)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    (turn,) = ann.state(game_id)["turns"]
    accepted = [answer for answer in answers if answer.status_code == 200]
    assert len(accepted) == 2  # the one that was played, and the same one sent again
    assert {answer.json()["version"] for answer in accepted} == {3}
    assert all(answer.json()["error"]["code"] == "stale" for answer in answers if answer.status_code != 200)
    assert turn["text"] in "12345"


def test_two_tabs_of_one_player_stay_in_step(ann: Person, ben: Person) -> None:
    game_id = both(ann, ben)
    with ann.at(game_id) as one, ann.at(game_id) as other:
        one.hear("state")
        other.hear("state")
        one.move("3")
        one.until(lambda state: state["scene"]["ply"] == 1)
        other.until(lambda state: state["scene"]["ply"] == 1)
        assert one.state["version"] == other.state["version"]
        assert one.state["turns"] == other.state["turns"]


def test_acknowledged_before_told(ann: Person, ben: Person) -> None:
    game_id = both(ann, ben)
    with ann.at(game_id) as table:
        table.hear("state")
        table.hear("presence")
        table.send("move", ply=0, move="1", ref="x")
        assert table.hear()["type"] == "accepted"
        assert table.hear()["type"] == "state"


def test_a_draw_needs_both(ann: Person, ben: Person) -> None:
    game_id = both(ann, ben)
    assert ben.act(game_id, "answer_draw", ply=0, accept=True).json()["error"]["code"] == "not_offered"
    assert ann.act(game_id, "offer_draw", ply=0).status_code == 200
    assert ann.state(game_id)["offers"]["draw"] == 0
    assert ann.act(game_id, "answer_draw", ply=0, accept=True).json()["error"]["code"] == "not_offered"
    assert ben.act(game_id, "answer_draw", ply=0, accept=False).status_code == 200
    assert ann.state(game_id)["offers"]["draw"] is None
    assert ann.act(game_id, "offer_draw", ply=0).json()["error"]["code"] == "draw_declined"  # once a turn
    assert ann.act(game_id, "move", ply=0, move="1").status_code == 200
    assert ben.act(game_id, "offer_draw", ply=1).status_code == 200
    assert ann.act(game_id, "answer_draw", ply=1, accept=True).status_code == 200
    assert ann.state(game_id)["outcome"]["drawn"]
    assert ann.act(game_id, "move", ply=1, move="1").json()["error"]["code"] == "over"


def test_a_move_answers_the_others_offer_and_not_ones_own(ann: Person, ben: Person) -> None:
    game_id = both(ann, ben)
    ben.act(game_id, "offer_draw", ply=0)
    ann.act(game_id, "move", ply=0, move="1")
    assert ann.state(game_id)["offers"]["draw"] is None
    ben.act(game_id, "offer_draw", ply=1)
    ben.act(game_id, "move", ply=1, move="2")
    assert ann.state(game_id)["offers"]["draw"] == 1
    assert ann.act(game_id, "answer_draw", ply=0, accept=True).json()["error"]["code"] == "stale"  # an older one
    assert ann.act(game_id, "answer_draw", ply=1, accept=True).status_code == 200  # while it still stands
    assert ann.state(game_id)["outcome"]["drawn"]


def test_no_draw_by_agreement_where_the_rules_know_none(ann: Person, ben: Person) -> None:
    game_id = both(ann, ben, game="fanorona", rules="standard,agreement=no")
    assert ann.state(game_id)["may"]["draw"] is False
    assert ann.act(game_id, "offer_draw", ply=0).json()["error"]["code"] == "illegal_move"


@ON_BOTH
def test_taking_back_needs_consent(ann: Person, ben: Person) -> None:
    game_id = both(ann, ben)
    assert ann.act(game_id, "offer_takeback", ply=0).json()["error"]["code"] == "nothing_to_take_back"
    for ply, (person, lane) in enumerate([(ann, "1"), (ben, "2"), (ann, "3")]):
        person.act(game_id, "move", ply=ply, move=lane)
    assert ann.act(game_id, "offer_takeback", ply=3).status_code == 200
    assert [turn["text"] for turn in ann.state(game_id)["turns"]] == ["1", "2", "3"]
    assert ben.act(game_id, "answer_takeback", ply=3, accept=True).status_code == 200
    state = ann.state(game_id)
    assert [turn["text"] for turn in state["turns"]] == ["1", "2"]
    assert state["offers"]["takeback"] is None
    # Ann is to move: her own last turn and Ben's answer go together.
    ann.act(game_id, "offer_takeback", ply=2)
    ben.act(game_id, "answer_takeback", ply=2, accept=True)
    assert ann.state(game_id)["turns"] == []
    assert ann.act(game_id, "move", ply=0, move="5").status_code == 200


def test_crossed_take_backs(ann: Person, ben: Person) -> None:
    game_id = both(ann, ben)
    for ply, person in enumerate([ann, ben]):
        person.act(game_id, "move", ply=ply, move="1")
    assert ann.act(game_id, "offer_takeback", ply=2).status_code == 200
    assert ben.act(game_id, "offer_takeback", ply=2).json()["error"]["code"] == "answer_first"
    assert ben.act(game_id, "answer_takeback", ply=2, accept=True).status_code == 200
    assert ann.state(game_id)["scene"]["ply"] == 0


def test_resigning(ann: Person, ben: Person) -> None:
    game_id = both(ann, ben)
    assert ben.act(game_id, "resign", ply=0).status_code == 200
    assert ben.act(game_id, "resign", ply=0).status_code == 200  # said again
    outcome = ann.state(game_id)["outcome"]
    assert (outcome["winner"], outcome["reason"]) == (0, "resignation")
    assert ann.act(game_id, "resign", ply=0).json()["error"]["code"] == "over"


@pytest.mark.parametrize("game", ["squadro", "fanorona"])
def test_a_rematch_exchanges_sides_and_the_beginner(ann: Person, ben: Person, game: str) -> None:
    game_id = both(ann, ben, game=game, clock={"initial_ms": 60_000, "increment_ms": 0})
    assert ann.act(game_id, "offer_rematch").json()["error"]["code"] == "not_over"
    ann.act(game_id, "resign", ply=0)
    assert ann.post(f"/games/{game_id}/next").json()["error"]["code"] == "not_offered"
    assert ann.act(game_id, "offer_rematch").status_code == 200
    assert ben.state(game_id)["offers"]["rematch"] == 0
    assert ben.act(game_id, "answer_rematch", accept=True).status_code == 200
    following = ann.state(game_id)["next_id"]
    assert following
    assert {person.post(f"/games/{game_id}/next").json()["id"] for person in (ann, ben)} == {following}
    before, after = ann.state(game_id), ann.state(following)
    assert [seat["name"] for seat in after["seats"]] == ["Ben", "Ann"]
    assert before["seats"][before["scene"]["turn"]]["name"] != after["seats"][after["scene"]["turn"]]["name"]
    assert after["clock"]["remaining_ms"] == [60_000, 60_000]


@ON_BOTH
def test_both_asking_for_a_rematch_agree(ann: Person, ben: Person) -> None:
    game_id = both(ann, ben)
    ann.act(game_id, "resign", ply=0)
    ann.act(game_id, "offer_rematch")
    ben.act(game_id, "offer_rematch")
    assert ann.state(game_id)["next_id"]


@ON_BOTH
def test_chat(ann: Person, ben: Person, eve: Person) -> None:
    game_id = both(ann, ben)
    with ann.at(game_id) as table:
        table.hear("state")
        table.ask("chat", text="  Hello\u202e,\n Ben\x07! ", ref="1")
        table.ask("chat", text="Hello, Ben!", ref="1")  # sent again: said once
        eve.act(game_id, "chat", text="May I watch?")
        ben.act(game_id, "chat", text="x" * 1_000)
        table.until(lambda state: len(state["chat"]) == 3)
        chat = table.state["chat"]
    assert [(line["number"], line["seat"], line["name"]) for line in chat] == [
        (1, 0, "Ann"),
        (2, None, ""),
        (3, 1, "Ben"),
    ]
    assert [chat[0]["text"], chat[1]["text"], len(chat[2]["text"])] == ["Hello, Ben!", "May I watch?", 500]


def test_whoever_is_nobody_says_nothing(ann: Person, server: Server) -> None:
    game_id = ann.create()
    nobody = Person(server, token="")
    answer = nobody.act(game_id, "chat", text="Hello", ref="1")
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "no_visitor")


@ON_BOTH
def test_names(ann: Person, ben: Person) -> None:
    game_id = both(ann, ben)
    assert ann.act(game_id, "rename", player=0, name="\u202eA\x00nn\u2066 <b>" + "y" * 60).status_code == 200
    assert ann.state(game_id)["seats"][0]["name"] == ("Ann <b>" + "y" * 60)[:40]
    assert ann.act(game_id, "rename", player=1, name="Fool").json()["error"]["code"] == "not_yours"


@ON_BOTH
def test_joining(ann: Person, ben: Person, eve: Person) -> None:
    game_id = ann.create()
    assert ann.act(game_id, "move", ply=0, move="1").json()["error"]["code"] == "not_begun"
    assert ann.post(f"/games/{game_id}/join", {}).status_code == 200  # has a seat already
    assert ben.state(game_id)["seats"][1]["kind"] == "open"
    with ben.at(game_id) as table:
        table.hear("state")
        assert table.ask("join", name="Ben")["type"] == "accepted"
        table.until(lambda state: state["seats"][1]["mine"])
    assert eve.post(f"/games/{game_id}/join", {}).json()["error"]["code"] == "taken"
    assert ann.state(game_id)["seats"][1]["name"] == "Ben"


def test_on_the_same_screen_nobody_is_asked(ann: Person) -> None:
    game_id = ann.create(against="me2", setup={"first": "light"})
    assert [seat["mine"] for seat in ann.state(game_id)["seats"]] == [True, True]
    for ply in range(3):
        assert ann.act(game_id, "move", ply=ply, move=str(ply + 1)).status_code == 200
    assert ann.act(game_id, "offer_takeback", ply=3).status_code == 200
    assert ann.state(game_id)["scene"]["ply"] == 2
    assert ann.act(game_id, "offer_draw", ply=2).status_code == 200
    assert ann.state(game_id)["outcome"]["drawn"]
    assert ann.post(f"/games/{game_id}/next").json()["id"] == ann.state(game_id)["next_id"]


def test_presence(ann: Person, ben: Person, eve: Person) -> None:
    game_id = both(ann, ben)

    def told(table: Table, online: list[bool], watchers: int) -> None:
        while True:
            message = table.hear("presence")
            if (message["online"], message["watchers"]) == (online, watchers):
                return

    with ann.at(game_id) as table:
        table.hear("state")
        with ben.at(game_id), eve.at(game_id):
            told(table, [True, True], 1)
        told(table, [True, False], 0)


@ON_BOTH
def test_an_unknown_game_hangs_up(ann: Person) -> None:
    with ann.at("nosuchgame") as table:
        assert table.hear("refused")["code"] == "unknown_game"
        with pytest.raises(Exception, match="4404"):
            table.hear()


@pytest.mark.parametrize("wishes", [{}, {"game": "fanorona", "contest": {"kind": "match"}}])
def test_an_invitation_is_taken_back_by_its_owner_alone(ann: Person, ben: Person, wishes: dict[str, Any]) -> None:
    game_id = ann.create(**wishes)
    assert ben.act(game_id, "withdraw").json()["error"]["code"] == "not_offered"
    with ben.at(game_id) as looking:
        looking.hear("state")
        assert ann.act(game_id, "withdraw").status_code == 200
        assert looking.until(lambda state: state["outcome"])["outcome"]["text"].endswith(
            "the invitation was taken back"
        )
    answers = [
        ben.get(f"/games/{game_id}"),
        ben.post(f"/games/{game_id}/join", {}),
        ann.get(f"/games/{game_id}"),
        ann.act(game_id, "withdraw"),
        ann.post(f"/games/{game_id}/next"),
    ]
    for answer in answers:
        assert answer.status_code == 410
        assert answer.json()["error"]["message"] == "The invitation to this game was taken back."
    with ben.at(game_id) as late:
        assert late.hear("refused")["code"] == "withdrawn"
    assert ann.get("/games").json()["games"] == []


def test_who_was_joined_takes_no_invitation_back(ann: Person, ben: Person) -> None:
    game_id = both(ann, ben)
    assert ann.act(game_id, "withdraw").json()["error"]["code"] == "not_offered"
    assert ben.state(game_id)["outcome"] is None
