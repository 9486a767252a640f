"""A set to print: board, pieces, box and rules as one file for the browser's print dialog, or as a PDF."""

from vato.kit.document import Document, Wish, document
from vato.kit.kits import KITS
from vato.kit.paper import PAPERS

__all__ = ["KITS", "PAPERS", "Document", "Wish", "document"]
