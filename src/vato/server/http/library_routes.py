"""Requests that touch no game in play: the catalogue, layouts, rules, positions, records, pictures, texts."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cache, lru_cache, partial
from itertools import product
from typing import Annotated, cast

from fastapi import Path, Query, Request
from fastapi.responses import Response

from vato import catalog, languages, record, scene
from vato.board import Board
from vato.engine.levels import levels_of
from vato.errors import VatoError
from vato.game import Game
from vato.learn import rules_page
from vato.learn.endings import endings_of
from vato.learn.puzzles import has_puzzles
from vato.record import NotedTurn, Record
from vato.server.http.answers import as_json, content, filled, kept, lasting, packed, packed_json, routes_at, worked_out
from vato.server.http.language import language_of
from vato.server.http.refusals import Refusal, addressed
from vato.server.http.visitors import identify, new_token, visitor_for
from vato.server.play.positions import begun, reached, refuse_if_crowded
from vato.server.play.records import imported
from vato.server.play.view import outcome_body
from vato.server.services import services_of
from vato.server.store.model import MATCH, SERIES
from vato.server.wire import library as wire
from vato.server.wire.board import Layout
from vato.server.wire.fields import MOST_PLIES

MOST_RECORDS = 100
MOST_REACHED = 100
"""Positions that are kept as they were last shown: a page asks for the same one again."""

router = routes_at("/api")


@router.get("/catalog", response_model=wire.Catalog, tags=["library"])
async def read_catalog(request: Request) -> Response:
    """Return the games: their rule sets, what can be chosen at the start, what is counted, and what else they have."""
    language = language_of(request)
    return lasting(request, wire.Catalog(games=[catalog_entry(entry, language) for entry in catalog.GAMES.values()]))


def catalog_entry(entry: Game, language: str) -> wire.GameEntry:
    """Return a game as the catalogue has it."""
    usual = entry.read_rules()
    return {
        "name": entry.name,
        "title": languages.say(language, entry.title),
        "sides": entry.board_for(usual).sides,
        "rules": [
            {
                "name": name,
                "summary": languages.say(language, entry.words(rules)[0].paragraphs[0]),
                "revanche": entry.is_revanche(rules),
            }
            for name, rules in entry.rules.known.items()
        ],
        "setup": [
            {
                "name": option.name,
                "label": languages.say(language, option.label),
                "values": option.values,
                "decides_beginner": option.decides_beginner,
            }
            for option in entry.setup
        ],
        "starts": starts_of(entry.name),
        "counters": [
            {"name": counter.name, "label": languages.say(language, counter.label), "most": counter.most}
            for counter in entry.counters
        ],
        "levels": [
            {"number": level.number, "name": languages.say(language, level.name), "rating": level.rating}
            for level in levels_of(entry.name)
        ],
        "odds": entry.odds,
        "has": {
            "engine": entry.kernel is not None,
            "device": entry.is_portable,
            "lessons": bool(entry.lessons),
            "puzzles": has_puzzles(entry),
            "endings": bool(endings_of(entry.name)),
            "kit": entry.kits is not None,
        },
        "contests": [SERIES] if entry.revanche is None else [MATCH, SERIES],
        "contest_rules": entry.contest_rules or usual.name,
        "edits": entry.scene.EDITS,
        "openings": [{"name": name, "move": move} for name, move in entry.openings.items()],
    }


@cache
def starts_of(game: str) -> list[wire.StartEntry]:
    """Return every start of a game that can be chosen, for devices that begin games without this server."""
    entry = catalog.find(game)
    names = [option.name for option in entry.setup]
    setups = [dict(zip(names, values, strict=True)) for values in product(*(option.values for option in entry.setup))]
    return [
        {"rules": name, "setup": setup, "position": begun(game, name, None, setup).position}
        for name in entry.rules.known
        for setup in setups
    ]


@router.get("/layouts/{game}", response_model=Layout, tags=["library"])
async def read_usual_layout(request: Request, game: str) -> Response:
    """Return where everything lies on the board a game is usually played on."""
    with addressed():
        return lasting(request, scene.layout_of(catalog.new(game)))


@router.get("/layouts/{game}/{name}", response_model=Layout, tags=["library"])
async def read_layout(request: Request, game: str, name: Annotated[str, Path(max_length=40)]) -> Response:
    """Return where everything lies on a board whose `layout` is `game/name`."""
    with addressed():
        return lasting(request, catalog.find(game).scene.layout(name))


@router.get("/rules/{game}", response_model=wire.RulesPage, tags=["library"])
async def read_rules(
    request: Request, game: str, rules: Annotated[str | None, Query(max_length=400)] = None
) -> Response:
    """Return the rules of a game in words, with examples, and its rule sets side by side."""
    with addressed():
        name = catalog.find(game).name
    say = partial(languages.say, language_of(request))
    return lasting(request, await worked_out(request, rules_page.page, name, rules, say))


@router.get("/rules/{game}/{example}.svg", response_model=None, responses=content("image/svg+xml"), tags=["library"])
async def picture_example(
    request: Request,
    game: str,
    example: str,
    rules: Annotated[str | None, Query(max_length=400)] = None,
    theme: Annotated[str, Query(pattern="^(light|dark)$")] = "light",
) -> Response:
    """Draw an example of the rules as SVG: the position, the move, what it takes, what is refused."""
    svg = await worked_out(request, _example, game, rules, example, theme)
    return kept(request, Response(svg, media_type="image/svg+xml"))


def _example(game: str, rules: str | None, example: str, theme: str) -> str:
    with addressed():
        entry = catalog.find(game)
    chosen = entry.read_rules(rules)
    with addressed():
        shown = rules_page.find(game, chosen, example)
    return shown.svg(theme)


@router.post("/positions", response_model=wire.Reached, tags=["library"])
async def reach(request: Request, wanted: wire.Reach) -> Response:
    """Play moves from a start and return what there is to see and to play there; nothing is kept."""
    start = wanted.game, wanted.rules, wanted.position
    asked = *start, tuple(wanted.moves), tuple(wanted.setup.items()), language_of(request)
    return await packed_json(request, _reach, *asked)


@lru_cache(maxsize=MOST_REACHED)
def _reach(
    game: str,
    rules: str | None,
    position: str | None,
    moves: tuple[str, ...],
    setup: tuple[tuple[str, str], ...],
    language: str,
) -> bytes:
    board = reached(game, rules, position, moves, dict(setup))
    refuse_if_crowded(board)
    found: wire.Reached = {
        "layout_key": scene.layout_key(board),
        "scene": scene.scene_of(board),
        "turns": scene.turns_of(board),
        "outcome": outcome_body(language, board, board.outcome()),
        "start": board.root().position,
    }
    return packed(found)


def _board_of(wanted: wire.Reach) -> Board:
    return reached(wanted.game, wanted.rules, wanted.position, wanted.moves, wanted.setup)


@router.post("/edits", response_model=wire.Edited, tags=["library"])
async def edit(request: Request, wanted: wire.EditPosition) -> Response:
    """Change a position that is being set up, which need not be one that can be played; nothing is kept."""
    change = cast("scene.Edit", wanted.edit.model_dump(by_alias=True, exclude_unset=True))
    board = await worked_out(request, scene.edited, wanted.game, wanted.rules, wanted.position, change)
    return as_json(wire.Edited(position=board.position, scene=scene.scene_of(board, options=False)))


@router.post("/why", response_model=wire.Reason, tags=["library"])
async def why(request: Request, wanted: wire.Why) -> Response:
    """Return why a move, or the beginning of one, is refused."""
    language = language_of(request)

    def reason() -> str | None:
        error = scene.refusal(_board_of(wanted), wanted.move, wanted.to)
        if error is None:
            return None
        return languages.say(language, (wanted.bare and error.bare) or error)

    return as_json(wire.Reason(message=await worked_out(request, reason)))


@router.get("/picture.svg", response_model=None, responses=content("image/svg+xml"), tags=["library"])
async def picture(request: Request, wanted: Annotated[wire.Drawn, Query()]) -> Response:
    """Draw a position as SVG. The game's set-up options can be given, too, by their names."""
    played = wanted.moves.replace(",", " ").split()
    others = {*wire.Drawn.model_fields, "language"}
    setup = {name: value for name, value in request.query_params.items() if name not in others}

    def drawn() -> str:
        return reached(wanted.game, wanted.rules, wanted.position, played, setup).svg(theme=wanted.theme)

    svg = await worked_out(request, drawn)
    return kept(request, Response(svg, media_type="image/svg+xml"))


@router.post("/records", response_model=wire.RecordedGames, tags=["library"])
async def read_records(
    request: Request, sent: wire.Records, keep_them: Annotated[bool, Query(alias="keep")] = False
) -> Response:
    """Read games from text; with keep=true they are among my games from then on."""
    language = language_of(request)
    games = await worked_out(request, _read_records, sent.text)
    ids: list[str | None] = [None] * len(games)
    response = Response(media_type="application/json")
    if keep_them:
        services, visitor = services_of(request), visitor_for(request, response)
        services.check_creating(visitor, request, len(games))
        kept_games = await worked_out(request, lambda: [imported(game, visitor) for game in games])
        await services.store.create_all(kept_games)
        ids = [game.id for game, _ in kept_games]
    bodies = await worked_out(request, lambda: [_recorded(*pair, language) for pair in zip(ids, games, strict=True)])
    return filled(response, wire.RecordedGames(games=bodies))


def _read_records(text: str) -> list[Record]:
    games = record.read(text)
    if not games:
        raise VatoError("There is no game in this text.")
    if len(games) > MOST_RECORDS or sum(game.count_turns() for game in games) > MOST_PLIES:
        raise VatoError(
            "At most {games} games with {turns} turns together can be read at once.",
            games=MOST_RECORDS,
            turns=MOST_PLIES,
        )
    return games


def _recorded(game_id: str | None, game: Record, language: str) -> wire.RecordedGame:
    return {
        "id": game_id,
        "game": game.start.game,
        "rules": game.start.rules.name,
        "start": game.start.position,
        "moves": [str(turn.move) for turn in game.turns],
        "lines": _lines(game.turns),
        "players": game.players,
        "headers": game.all_headers(),
        "outcome": outcome_body(language, game.start, game.outcome),
    }


def _lines(turns: Sequence[NotedTurn]) -> list[wire.SideLine]:
    """Return what is recorded beside a game, lines that leave it before those that leave them."""
    found: list[wire.SideLine] = []
    waiting = deque([(0, 0, turns)])
    while waiting:
        number, first_ply, line = waiting.popleft()
        for ply, turn in enumerate(line, first_ply):
            for other in turn.variations:
                found.append({"of": number, "ply": ply, "moves": [str(each.move) for each in other]})
                waiting.append((len(found), ply, other))
    return found


@router.get("/languages", response_model=list[wire.Language], tags=["library"])
async def read_languages(request: Request) -> Response:
    """Return the languages of the app."""
    return lasting(request, [_language(language) for language in languages.languages()])


def _language(language: languages.Language) -> wire.Language:
    return {"code": language.code, "name": language.name, "direction": language.direction}


@router.get("/messages/{language}", response_model=wire.Messages, tags=["library"])
async def read_messages(request: Request, language: str) -> Response:
    """Return all texts of the app in a language."""
    found = next((known for known in languages.languages() if known.code == language), None)
    if found is None:
        raise Refusal("There are no texts in this language.", code="not_found", status=404)
    texts = languages.messages(found.code)
    return lasting(request, wire.Messages(language=found.code, direction=found.direction, messages=texts))


@router.post("/visitors/cookie", response_model=wire.Acquainted, tags=["visitors"])
async def keep_visitor(request: Request) -> Response:
    """Give a browser a token to keep as a cookie, unless it has one."""
    response = Response(media_type="application/json")
    visitor_for(request, response)
    return filled(response, wire.Acquainted(new=identify(request) is None))


@router.post("/visitors", response_model=wire.Token, tags=["visitors"])
async def create_visitor() -> Response:
    """Return a token for a program, to be sent as `Authorization: Bearer TOKEN`."""
    return as_json(wire.Token(token=new_token()))
