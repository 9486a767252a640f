"""Writes what is sent and received as TypeScript, for the browser app: `scripts/wire` runs this file.

The description is `vato.server.wire`; a test fails where the file that was made from it is another one.
"""

from __future__ import annotations

import argparse
import json
import textwrap
from pathlib import Path
from typing import Any

import vato
from vato.server.wire import contract

FILE = Path(vato.__file__).with_name("web") / "app" / "wire.d.ts"
HEAD = """\
/**
 * What goes over the wire: the bodies of requests and answers, and the messages of both sockets. Made by `scripts/wire`
 * from the files in `server/wire`: change those, never this one.
 */
"""
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
WIDTH = 120


def written() -> str:
    """Return the whole file."""
    return "\n".join([HEAD, *(_declaration(name, schema) for name, schema in contract.schemas().items())])


def _declaration(name: str, schema: dict[str, Any]) -> str:
    about = _comment(schema.get("description", ""))
    if "properties" not in schema:
        return f"{about}export type {name} = {_type(schema)};\n"
    required = schema.get("required", ())
    fields = [
        f"{_comment(field.get('description', ''), '  ')}  {key}{'' if key in required else '?'}: {_type(field)};\n"
        for key, field in schema["properties"].items()
    ]
    return f"{about}export interface {name} {{\n{''.join(fields)}}}\n"


def _comment(text: str, indent: str = "") -> str:
    if not text:
        return ""
    text = " ".join(text.split())
    if len(indent) + len(text) + len("/**  */") <= WIDTH:
        return f"{indent}/** {text} */\n"
    lines = textwrap.wrap(text, WIDTH - len(indent) - len(" * "))
    return f"{indent}/**\n" + "".join(f"{indent} * {line}\n" for line in lines) + f"{indent} */\n"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if alternatives := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(dict.fromkeys(map(_type, alternatives)))
    if schema.get("type") == "array":
        return _array(schema)
    if schema.get("type") == "object":
        return f"Record<string, {_type(schema['additionalProperties'])}>"
    return PLAIN[schema["type"]]


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    item = _type(schema["items"])
    return f"({item})[]" if " " in item else f"{item}[]"


def main(arguments: list[str] | None = None) -> None:
    """Write the file again."""
    description = "Write what is sent and received as TypeScript, for the browser app."
    argparse.ArgumentParser(prog="scripts/wire", description=description, epilog="Example: scripts/wire").parse_args(
        arguments
    )
    FILE.write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
