"""All that is known about a member, to take home: an account as JSON, all games and studies as records, in one archive.

It is made while it is sent, a game or study at a time, so that many hold up nobody and fill no memory.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict
from io import RawIOBase
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from vato.server.play.records import record_of
from vato.server.play.snapshot import Snapshot
from vato.server.store.attempts import Attempts
from vato.server.store.dares import Dare, Dares
from vato.server.store.pushes import PushRows, Subscription
from vato.server.store.standings import Standings
from vato.server.store.store import Store
from vato.server.store.studies import StudyRows
from vato.server.store.times import now_ms
from vato.server.store.tournaments import Tournaments
from vato.server.studies import records
from vato.server.studies.rows import study_of
from vato.server.wire.people import Account

ACCOUNT, GAMES, STUDIES = "account.json", "games.vato", "studies.vato"


class Written(RawIOBase):
    """What was written since it was last taken."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def writable(self) -> bool:
        """Return that it can be written to."""
        return True

    def write(self, more: Any) -> int:
        """Keep some bytes."""
        self._bytes += more
        return len(more)

    def take(self) -> bytes:
        """Return what was written, and forget it."""
        taken = bytes(self._bytes)
        self._bytes.clear()
        return taken


async def packed(
    store: Store, member: str, account: Account, game_ids: Sequence[str], more: dict[str, Any]
) -> AsyncIterator[bytes]:
    """Return the archive, piece by piece."""
    written = Written()
    known: list[dict[str, Any]] = []
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        with archive.open(GAMES, "w") as records:
            for game_id in game_ids:
                about, text = await _told(store, game_id, member)
                known.append(about)
                records.write(f"{text}\n".encode() if text else b"")
                yield written.take()
        studies: list[dict[str, Any]] = []
        with archive.open(STUDIES, "w") as written_studies:
            for row, _ in await StudyRows(store).of(member):
                about, text = await _study(store, row)
                studies.append(about)
                written_studies.write(text.encode())
                yield written.take()
        standings = [asdict(standing) for standing in await Standings(store).of(member, None)]
        told = {
            "account": account,
            "ratings": standings,
            "attempts": await Attempts(store).of(member),
            "challenges": [_challenge(dare) for dare in await Dares(store).of([member], now_ms())],
            "tournaments": await Tournaments(store).of(member),
            "push": [_without_keys(subscription) for subscription in await PushRows(store).of(member)],
            **more,
            "games": known,
            "studies": studies,
        }
        archive.writestr(ACCOUNT, json.dumps(told, ensure_ascii=False, indent=1))
    yield written.take()


def _challenge(dare: Dare) -> dict[str, Any]:
    """Return what is known of a challenge, with the two by their names."""
    names = {"challenger": dare.challenger_name, "challenged": dare.challenged_name}
    said = "game", "rules", "created_ms", "until_ms", "answer"
    return names | {name: getattr(dare, name) for name in said}


def _without_keys(subscription: Subscription) -> dict[str, Any]:
    """Return what is known of a browser that is told, without what could be used to tell it something else."""
    told = subscription.endpoint, subscription.language, subscription.created_ms
    return dict(zip(("endpoint", "language", "created_ms"), told, strict=True))


async def _study(store: Store, row: Any) -> tuple[dict[str, Any], str]:
    """Return what is known about a study of a member, and the study as records; none of one that cannot be read."""
    about = {"id": row.id, "title": row.title, "by_link": row.by_link, "created_ms": row.created_ms}
    try:
        loaded = await StudyRows(store).load(row.id)
        if loaded is None:  # deleted just now
            return about, ""
        study = await asyncio.to_thread(study_of, loaded)
        return about, await asyncio.to_thread(records.write, study, study.chapters) + "\n"
    except Exception as error:  # whatever is wrong with one, the others are to be had
        return about | {"unreadable": repr(error)}, ""


async def _told(store: Store, game_id: str, member: str) -> tuple[dict[str, Any], str]:
    """Return what is known about a game of a member, and the game as a record; none of one that cannot be read."""
    try:
        loaded = await store.load(game_id)
        snapshot = await Snapshot.of(loaded)
        text = await asyncio.to_thread(record_of, snapshot)
        plan = await store.plan_of(game_id)
    except Exception as error:  # whatever is wrong with one, the others are to be had
        return {"id": game_id, "unreadable": repr(error)}, ""
    game, mine = loaded.game, loaded.game.seats_of(member)
    said = [{"at_ms": said.at_ms, "text": said.text} for said in loaded.said if said.seat in mine]
    about = {
        "id": game.id,
        "game": game.game,
        "rules": game.rules,
        "created_ms": game.created_ms,
        "sides": [snapshot.board.sides[player] for player in mine],
        "imported": game.imported is not None,
        "tournament": game.tournament_id,
        "said": said,
        "planned": [list(line) for line in plan.lines] if plan is not None and mine == (plan.side,) else [],
    }
    return about, text
