"""What is drawn and offered. The library describes it (`vato.scene`), as the rooms fill it in."""

from __future__ import annotations

from vato.scene import Change, Layout, Looks, Option, Piece, Scene, Shape, Spot, Step, Turn
from vato.server.wire.fields import sent_too

__all__ = ["Change", "Layout", "Looks", "Option", "Piece", "Scene", "Shape", "Spot", "Step", "Turn"]

sent_too(Change, Layout, Looks, Option, Piece, Scene, Shape, Spot, Step, Turn)
