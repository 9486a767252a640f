"""A relocatable WebAssembly object made a module: the part of a linker that one object without foreign functions needs.

The object has its functions, types and globals numbered as the module will have them, and its data laid out from
address 0. So the module has the same code; only the addresses of data, where there are any, move up to `DATA_AT`. What
the format's names mean is in the specification of WebAssembly, and in "WebAssembly Object File Linking" of its tools.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

HEAD = b"\0asm\1\0\0\0"
CUSTOM, TYPE, IMPORT, FUNCTION, GLOBAL, EXPORT, CODE, DATA, DATA_COUNT = 0, 1, 2, 3, 6, 7, 10, 11, 12
"""Kinds of sections."""
A_FUNCTION, A_MEMORY, A_GLOBAL = 0, 2, 3
"""What is imported or exported."""
I32, FIXED, MUTABLE = 0x7F, 0, 1
CONSTANT, END = 0x41, 0x0B
WITH_MAXIMUM = 1
"""The flag of a memory that is not shared; that of a shared one is 3."""
MOST_PAGES = 65536
DATA_AT = 1024
"""Where data begins. Nothing lies below, so that an address of 0 can mean that there is nothing."""
FUNCTION_NUMBER, DATA_LEB, DATA_SLEB, DATA_WORD, TYPE_NUMBER, GLOBAL_NUMBER = 0, 3, 4, 5, 6, 7
"""Kinds of relocation."""
SYMBOLS, UNDEFINED, NAMED = 8, 0x10, 0x40
"""The part of the linking section that names what there is, and flags in it."""


class NotLinkable(Exception):
    """The object needs what this file does not do; the message says what."""


# As the format writes it


def leb(number: int, size: int = 1) -> bytes:
    """Return a number in base 128, with at least so many bytes."""
    found = bytearray()
    while number > 127 or len(found) < size - 1:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])


def signed_leb(number: int) -> bytes:
    """Return a number that is not below zero as the format writes numbers that may be."""
    return leb(number, (number.bit_length() + 7) // 7)


def listed(items: Iterable[bytes]) -> bytes:
    """Return items with their number before them."""
    items = list(items)
    return leb(len(items)) + b"".join(items)


def named(name: str) -> bytes:
    """Return a name."""
    return leb(len(name.encode())) + name.encode()


def section(kind: int, content: bytes) -> bytes:
    """Return a section of a module."""
    return bytes([kind]) + leb(len(content)) + content


class Reader:
    """Reads bytes from their beginning on."""

    def __init__(self, content: bytes) -> None:
        self.content, self.at = content, 0

    def take(self, size: int) -> bytes:
        """Read so many bytes."""
        self.at += size
        return self.content[self.at - size : self.at]

    def byte(self) -> int:
        """Read a byte."""
        return self.take(1)[0]

    def number(self) -> int:
        """Read a number in base 128."""
        found = shift = 0
        while True:
            byte = self.byte()
            found |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return found

    def name(self) -> str:
        """Read a name."""
        return self.take(self.number()).decode()


# From an object to a module


def link(content: bytes, names: Iterable[str], notes: bytes) -> bytes:
    """Return the module that an object makes, which exports the functions of these names, with a section of notes.

    The last four bytes say where the flag of the memory lies (see `vato.engine.portable`).
    """
    sections, customs = split(content)
    _check_imports(Reader(sections[IMPORT]))
    for kind, custom in (CODE, "reloc.CODE"), (DATA, "reloc.DATA"):
        if custom in customs:
            sections[kind] = _relocated(sections[kind], Reader(customs[custom]))
    data, data_end = _placed(Reader(sections.get(DATA, b"\0")))
    functions = dict(_functions(Reader(customs["linking"])))
    memory = named("env") + named("memory") + bytes([A_MEMORY])
    limits = bytes([WITH_MAXIMUM]) + leb(1) + leb(MOST_PAGES)
    stack = named("env") + named("stack") + bytes([A_GLOBAL, I32, MUTABLE])
    free = bytes([I32, FIXED, CONSTANT]) + signed_leb(-(-data_end // 16) * 16) + bytes([END])
    exports = [named(name) + bytes([A_FUNCTION]) + leb(functions[name]) for name in names]
    parts = {
        TYPE: sections[TYPE],
        IMPORT: listed([memory + limits, stack]),
        FUNCTION: sections[FUNCTION],
        GLOBAL: listed([free]),
        EXPORT: listed([*exports, named("free") + bytes([A_GLOBAL]) + leb(1)]),  # after the stack
    }
    if DATA_COUNT in sections:
        parts[DATA_COUNT] = sections[DATA_COUNT]
    parts[CODE] = sections[CODE]
    if data:
        parts[DATA] = data
    module = HEAD + b"".join(section(kind, part) for kind, part in parts.items())
    flag_at = module.index(memory + limits) + len(memory)
    return module + section(CUSTOM, named("vato") + notes + flag_at.to_bytes(4, "little"))


def split(content: bytes) -> tuple[dict[int, bytes], dict[str, bytes]]:
    """Return the sections of an object or module by kind, and those that have a name by name."""
    reader = Reader(content)
    if reader.take(len(HEAD)) != HEAD:
        raise NotLinkable("This is no WebAssembly.")
    sections: dict[int, bytes] = {}
    customs: dict[str, bytes] = {}
    while reader.at < len(content):
        kind, inside = reader.byte(), Reader(reader.take(reader.number()))
        if kind == CUSTOM:
            name = inside.name()
            customs[name] = inside.content[inside.at :]
        else:
            sections[kind] = inside.content
    return sections, customs


def _check_imports(imports: Reader) -> None:
    """Refuse an object that asks for more than a memory and then a stack: its functions would change their numbers."""
    for _ in range(imports.number()):
        imports.name()
        name, kind = imports.name(), imports.byte()
        if kind == A_MEMORY:
            for _ in range(1 + (imports.byte() & 1)):
                imports.number()
        elif kind == A_GLOBAL and name == "__stack_pointer":
            imports.take(2)
        else:
            raise NotLinkable(f"The object asks for {name}, which nobody has.")


def _relocated(content: bytes, relocations: Reader) -> bytes:
    """Return a section with the addresses of data moved up."""
    found = bytearray(content)
    relocations.number()  # which section it is
    for _ in range(relocations.number()):
        kind, at, _ = relocations.byte(), relocations.number(), relocations.number()
        if kind in (DATA_LEB, DATA_SLEB):
            relocations.number()  # by how much an address lies behind what is named; the object has added it
            place = Reader(content[at : at + 5])
            bits = 32 if kind == DATA_LEB else 35
            found[at : at + 5] = leb((place.number() + DATA_AT) % (1 << bits), 5)
        elif kind == DATA_WORD:
            relocations.number()
            address = int.from_bytes(content[at : at + 4], "little") + DATA_AT
            found[at : at + 4] = (address % (1 << 32)).to_bytes(4, "little")
        elif kind not in (FUNCTION_NUMBER, TYPE_NUMBER, GLOBAL_NUMBER):
            raise NotLinkable(f"The object has a relocation of kind {kind}.")
    return bytes(found)


def _placed(data: Reader) -> tuple[bytes, int]:
    """Return the section of data with its parts moved up, nothing where there are none, and where they end."""
    parts, end = [], DATA_AT
    for _ in range(data.number()):
        if (data.number(), data.byte()) != (0, CONSTANT):
            raise NotLinkable("The object has data that does not lie in its memory from the start.")
        at = DATA_AT + data.number()
        data.byte()
        content = data.take(data.number())
        end = max(end, at + len(content))
        parts.append(bytes([0, CONSTANT]) + signed_leb(at) + bytes([END]) + leb(len(content)) + content)
    return (listed(parts) if parts else b""), end


def _functions(linking: Reader) -> Iterator[tuple[str, int]]:
    """Yield the names and numbers of an object's functions."""
    linking.number()  # the version
    while linking.at < len(linking.content):
        kind, inside = linking.byte(), Reader(linking.take(linking.number()))
        if kind != SYMBOLS:
            continue
        for _ in range(inside.number()):
            what, flags = inside.byte(), inside.number()
            if what == 1:  # data
                inside.name()
                if not flags & UNDEFINED:
                    for _ in range(3):
                        inside.number()
            elif what == 3:  # a section
                inside.number()
            else:
                number = inside.number()
                if not flags & UNDEFINED or flags & NAMED:
                    name = inside.name()
                    if what == 0:
                        yield name, number
