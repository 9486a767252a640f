"""What people write in studies, as it is kept: titles, names of chapters, comments."""

from __future__ import annotations

from vato.server.http.refusals import Refusal
from vato.server.http.visitors import clean, clean_lines
from vato.server.wire.study import MOST_COMMENT

LONGEST_TITLE = 80


def title_of(text: str) -> str:
    """Return a title as it is kept; refuse none."""
    title = name_of(text)
    if not title:
        raise Refusal("Give the study a title.", code="unreadable", status=422)
    return title


def name_of(text: str) -> str:
    """Return the name of a chapter as it is kept; it may have none."""
    return clean(text, LONGEST_TITLE)


def comment_of(text: str) -> str:
    """Return a comment as it is kept; refuse one that is too long."""
    cleaned = clean_lines(text)
    if len(cleaned) > MOST_COMMENT:
        raise Refusal("A comment has {most} characters at most.", code="too_big", status=422, most=MOST_COMMENT)
    return cleaned
