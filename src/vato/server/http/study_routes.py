"""Requests about studies: list, create, open, add chapters from a text, take home as records, delete."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.convertors import Convertor, register_url_convertor

from vato.server.http.answers import as_json, content, filled, packed, packed_json, routes_at, worked_out
from vato.server.http.game_routes import link_to
from vato.server.http.refusals import Refusal, no_visitor
from vato.server.http.visitors import identify, visitor_for
from vato.server.services import services_of
from vato.server.studies import records
from vato.server.studies.edits import MOST_CHAPTERS, MOST_TURNS
from vato.server.studies.records import NewChapter
from vato.server.studies.rows import study_of
from vato.server.studies.studies import empty_chapter, unknown_study
from vato.server.studies.study import Chapter, Study
from vato.server.studies.texts import name_of, title_of
from vato.server.studies.view import head, whole
from vato.server.wire import study as wire
from vato.server.wire.game import Identified, Invitation


class _Word(Convertor[str]):
    """Letters and digits alone, so that what ends with `.vato` is another address."""

    regex = "[A-Za-z0-9]+"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("word", _Word())
router = routes_at("/api/studies", "studies")
StudyId = Annotated[str, Path(max_length=40, examples=["aB3dE5fG7h"])]


@router.get("", response_model=wire.StudyList)
async def mine(request: Request) -> Response:
    """Return the studies of whoever asks, the last edited first."""
    visitor = identify(request)
    found = [] if visitor is None else await services_of(request).studies.rows.of(visitor)
    return as_json(wire.StudyList(studies=[head(*each) for each in found]))


@router.post("", response_model=Identified, status_code=201)
async def create(request: Request, sent: wire.NewStudy) -> Response:
    """Create a study: with an empty chapter of a game, or with the chapters that are read from a text of records."""
    services, response = services_of(request), Response(media_type="application/json")
    visitor = visitor_for(request, response)
    title = title_of(sent.title)
    if sent.text is not None:
        chapters = await _read(request, sent.text, sent.name)
    elif sent.game is not None:
        start = sent.game, sent.rules, sent.position, sent.setup
        chapters = [await worked_out(request, empty_chapter, sent.name, *start)]
    else:
        raise Refusal("Name a game for the first chapter, or send records.", code="unreadable", status=422)
    services.check_creating(visitor, request, len(chapters))
    return filled(response, Identified(id=await services.studies.create(visitor, title, chapters)), 201)


@router.get("/{study_id:word}.vato", response_model=None, responses=content("text/plain"))
async def written(request: Request, study_id: StudyId) -> Response:
    """Return a study as records with variations, comments, arrows and rings: a game for each chapter."""
    study = await _study(request, study_id)
    return await _text(request, study, study.chapters, study_id)


@router.get("/{study_id:word}/{chapter}.vato", response_model=None, responses=content("text/plain"))
async def written_chapter(request: Request, study_id: StudyId, chapter: int) -> Response:
    """Return a chapter as a record with variations, comments, arrows and rings."""
    study = await _study(request, study_id)
    wanted = study.chapter(chapter)
    if wanted is None:
        raise unknown_study()
    return await _text(request, study, [wanted], f"{study_id}-{chapter}")


@router.get("/{study_id:word}", response_model=wire.StudyState)
async def look(request: Request, study_id: StudyId) -> Response:
    """Return a study with all there is in it; whoever has its address may look."""
    loaded, visitor = await services_of(request).studies.load(study_id), identify(request)
    return await packed_json(request, lambda: packed(whole(study_of(loaded), visitor)))


@router.get("/{study_id:word}/invitation", response_model=Invitation)
async def invitation(request: Request, study_id: StudyId) -> Response:
    """Return the link by which others come to a study, as text and as a QR code."""
    return await link_to(request, f"study/{study_id}")


@router.post("/{study_id:word}/chapters", response_model=wire.AddedChapters)
async def add_chapters(request: Request, study_id: StudyId, sent: wire.NewChapters) -> Response:
    """Add the games of a text of records as chapters."""
    services, visitor = services_of(request), identify(request)
    if visitor is None:
        raise no_visitor()
    chapters = await _read(request, sent.text, sent.name)
    services.check_creating(visitor, request, len(chapters))
    numbers = await services.studies.add_chapters(study_id, services.editor(visitor, request), chapters)
    return as_json(wire.AddedChapters(chapters=numbers))


@router.delete("/{study_id:word}", response_model=Identified)
async def delete(request: Request, study_id: StudyId) -> Response:
    """Delete a study, as its owner or a moderator."""
    services, visitor = services_of(request), identify(request)
    known = await services.studies.rows.head(study_id)
    if known is None:
        raise unknown_study()
    if visitor != known.owner:
        moderation = None if services.people is None else services.people.moderation
        if moderation is None or not await moderation.may_delete(visitor, f"{known.title} ({study_id})"):
            raise Refusal("Only its owner can do that.", code="not_yours", status=403)
    await services.studies.delete(study_id)
    return as_json(Identified(id=study_id))


async def _study(request: Request, study_id: str) -> Study:
    loaded = await services_of(request).studies.load(study_id)
    return await worked_out(request, study_of, loaded)


async def _read(request: Request, text: str, name: str) -> list[NewChapter]:
    """Return the chapters that a text holds, which are read one by one: others have their turn in between."""
    parts = list(records.parts_of(text))
    if len(parts) > MOST_CHAPTERS:
        raise Refusal(
            "A study has {most} chapters at most; begin another one.", code="full", status=422, most=MOST_CHAPTERS
        )
    read = [chapter for part in parts for chapter in await worked_out(request, records.read, part, MOST_TURNS)]
    if len(read) == 1 and name_of(name):
        read[0].name = name_of(name)
    return read


async def _text(request: Request, study: Study, chapters: list[Chapter], name: str) -> Response:
    text = await worked_out(request, records.write, study, chapters)
    named = {"content-disposition": f'attachment; filename="vato-study-{name}.txt"'}
    return PlainTextResponse(text, headers=named)
