"""Which machine code is built for: this one, or WebAssembly, which has narrower vectors and instructions of its own."""

from __future__ import annotations

from llvmlite import ir


def is_portable(builder: ir.IRBuilder) -> bool:
    """Return whether code is built for WebAssembly."""
    return str(builder.module.triple).startswith("wasm")
