"""What is sent and received: the one description of the wire, a file for each matter.

What clients send is a pydantic model, which reads it and refuses what is wrong. What the server sends is a `TypedDict`:
handlers make plain dictionaries, mypy checks that they are these, and `dump` writes them. The OpenAPI page and
`web/app/wire.d.ts` (by `scripts/wire`) are made from here, and from what the library itself describes (`vato.scene`,
`vato.learn.rules_page`). A type has the name of what it describes, in the browser and here; those who need both the
thing and its description write `wire.Seat`.
"""
