"""What is written down while the server runs: for people or for programs, and never more for being attacked.

Whatever a request causes carries its number, which its answer has as `X-Request-Id`.
"""

from __future__ import annotations

import json
import logging
import time
from collections import Counter
from contextvars import ContextVar
from typing import Any

from vato.server.http.limits import Rate
from vato.server.settings import Form, Log

AT_ONCE, PER_SECOND = 20, 0.1
"""Messages of one kind that are written down: at once, and in the long run."""

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The number of the request or socket for which something is done."""
requests = logging.getLogger("vato.server.http.watch")
"""Where requests are written down, if they are."""


class Sparing(logging.Filter):
    """Lets a few messages of a kind through, and says with the next one how many it kept back."""

    def __init__(self) -> None:
        super().__init__()
        self._rate = Rate(AT_ONCE, PER_SECOND)
        self._kept_back: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a message is to be written down."""
        if record.levelno < logging.WARNING:
            return True
        kind = f"{record.name} {str(record.msg)[:100]}"
        if not self._rate.allows(kind):
            self._kept_back[kind] += 1
            return False
        if more := self._kept_back.pop(kind, 0):
            record.msg, record.args = f"{record.getMessage()} (and {more} more like it)", ()
        return True


class ForPeople(logging.Formatter):
    """Writes a line, and below it how something failed."""

    def format(self, record: logging.LogRecord) -> str:
        """Return what is written: what others sent cannot make it look like another line."""
        said = "".join(each if each.isprintable() else repr(each)[1:-1] for each in record.getMessage())
        number = request_id.get()
        told = f"vato: {said} [{number}]" if number else f"vato: {said}"
        return f"{told}\n{self.formatException(record.exc_info)}" if record.exc_info else told


class ForPrograms(logging.Formatter):
    """Writes an object of JSON to a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return what is written; the fields of a request stand beside the sentence."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        told: dict[str, Any] = {
            "time": f"{at}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        if number := request_id.get():
            told["request"] = number
        told |= getattr(record, "fields", {})
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told)


FORMS: dict[Form, type[logging.Formatter]] = {Form.text: ForPeople, Form.json: ForPrograms}


def begin(log: Log) -> None:
    """Write to the standard error from now on."""
    handler = logging.StreamHandler()
    handler.setFormatter(FORMS[log.form]())
    handler.addFilter(Sparing())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    logging.getLogger("vato.server").setLevel(logging.INFO if log.deeds else logging.WARNING)
    requests.setLevel(logging.INFO if log.requests else logging.WARNING)
