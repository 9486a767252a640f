"""The browser app's files joined in memory, so that a page asks for a few and not for every module and style sheet.

The files stay as they are written, and work unjoined; this is only how they are sent. Each module is answered at its
own address with itself and all it imports, but for what comes in a file that it imports first: the shell's, and those
that are asked for by themselves in any case. A registry of the page has the modules by their paths, so that each runs
once, whichever file brings it, in the order in which a browser would run it. Dynamic imports and workers go by the
addresses they always had.

It knows the forms of `import` and `export` that the app is written in, and refuses any other (`Unjoinable`).
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass

SHARED = ("board/board.js",)
"""What several pages need, and is large, comes in a file of its own: a module, and what it imports."""
STYLE = "style.css"
"""All style sheets, in the order in which the shell names them."""
MAP = ".map"
"""After the name of a file: what tells a browser's tools which of its lines are which module's."""

BEFORE_CODE = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
COMMENT = re.compile(r"/\*.*?\*/|(?:^|(?<=\s))//[^\n]*", re.DOTALL | re.MULTILINE)
IMPORT = re.compile(r'import (?:(?:\{(?P<names>[^{}]*)\}|\* as (?P<whole>\w+)) from )?"(?P<path>[.]{1,2}/[^"]+)";')
NAME = re.compile(r"(\w+)(?: as (\w+))?")
EXPORT = re.compile(r"^export (?=(?:(?:async )?function\*? |class |const )(\w+))", re.MULTILINE)
LATER = re.compile(r'(?<![.#\w])import\("([.]{1,2}/[^"]+[.]js)"\)')
WORKER = re.compile(r'new Worker\(new URL\("([^"]+)", import[.]meta[.]url\), \{ type: "module"')
HERE = "import.meta.url"
STRANGE = re.compile(
    r'(?<![.#\w"])(?:import\b\s*[\w({"*.]|export\b\s*[\w{*]|importScripts\b|new (?:Shared)?Worker\b)'
    r"|^(?:for )?await\b|\$(?:modules|from)\b",
    re.MULTILINE,
)
"""What code may not have beside those forms."""
STRANGE_STYLE = re.compile(r"@import|@charset|url\((?![\"']?(?:data:|/))")
SCRIPT_LINK = re.compile(r'<script type="module" src="/([^"]+)"></script>')
STYLE_LINK = re.compile(r'\n\s*<link rel="stylesheet" href="/([^"]+)" />')

# A page of another version may lack a module or a name: it hears of that at once, as from a browser's own imports. The
# name with a space is one that no element of a page and no other script has.
REGISTRY = """const $modules = (globalThis["vato modules"] ??= {});
const $from = (path, ...names) => {
  const found = $modules[path];
  const missing = found ? names.find((name) => !(name in found)) : "anything";
  if (missing) throw new SyntaxError(`The module ${path} does not provide ${missing}.`);
  return found;
};
"""


class Unjoinable(ValueError):
    """The app's files are written in a way that joining them does not know."""


@dataclass(frozen=True)
class Module:
    """A module as it is put into the registry."""

    path: str
    text: str
    """Line by line what was written, but read from the registry instead of imported, and without `export`."""
    imports: tuple[str, ...]
    later: tuple[str, ...]
    """What it imports while it runs."""
    workers: tuple[str, ...]
    exports: tuple[str, ...]

    @classmethod
    def of(cls, path: str, text: str) -> Module:
        """Read a module.

        >>> module = Module.of("parts/toasts.js", 'import { a, b as c } from "../app/text.js";\\nconst d = a + c;')
        >>> print(module.text)
        const { a, b: c } = $from("app/text.js", "a", "b");
        const d = a + c;
        >>> module.imports, module.exports
        (('app/text.js',), ())
        """
        head, imports = "", []
        rest = text
        while True:
            space = BEFORE_CODE.match(rest)
            assert space is not None  # it may be empty
            head += space[0]
            rest = rest[space.end() :]
            found = IMPORT.match(rest)
            if found is None:
                break
            imports.append(_resolved(path, found["path"]))
            head += _read(found, imports[-1])
            rest = rest[found.end() :]
        code = COMMENT.sub("", rest)
        known = EXPORT.sub("", LATER.sub("", WORKER.sub("", code)).replace(HERE, ""))
        if strange := STRANGE.search(known):
            line = known[strange.start() :].splitlines()[0]
            raise Unjoinable(f"{path} has something that is not known to what joins files: {line}")
        return cls(
            path,
            (head + EXPORT.sub("", rest)).rstrip("\n"),
            tuple(imports),
            tuple(_resolved(path, name) for name in LATER.findall(code)),
            tuple(_resolved(path, name) for name in WORKER.findall(code)),
            tuple(EXPORT.findall(code)),
        )

    def put(self, folder: str) -> str:
        """Return what puts it into the registry, in a file that lies in a folder; it is two lines longer then."""
        text = LATER.sub(lambda found: f'import("{_way(folder, _resolved(self.path, found[1]))}")', self.text)
        text = text.replace(HERE, f'new URL("{_way(folder, self.path)}", {HERE}).href')
        return f'$modules["{self.path}"] ??= (() => {{\n{text}\nreturn {{ {", ".join(self.exports)} }}; }})();\n'


class Joined:
    """The files of one version of the app, joined."""

    def __init__(self, page: str, read: Callable[[str], str]) -> None:
        """Read all modules and style sheets that a page leads to; `read` gives the text of a file."""
        scripts = SCRIPT_LINK.findall(page)
        if len(scripts) != 1:
            raise Unjoinable(f"The page has {len(scripts)} modules for scripts; what joins files knows one.")
        self._shell: str = scripts[0]
        self._modules: dict[str, Module] = {}
        waiting = [self._shell]
        while waiting:
            path = waiting.pop()
            if path not in self._modules:
                module = self._modules[path] = Module.of(path, read(path))
                waiting += module.imports + module.later + module.workers
        self._orders: dict[str, tuple[str, ...]] = {}
        for path in self._modules:
            self._order(path)
        self._workers = {path for module in self._modules.values() for path in module.workers}
        later = {path for module in self._modules.values() for path in module.later}
        self._own = sorted({path for path in SHARED if path in self._modules} | later)
        styles: list[str] = STYLE_LINK.findall(page)
        self._style = "".join(f"/* {path} */\n{_checked(path, read(path))}\n" for path in styles)
        links = iter([f'\n    <link rel="stylesheet" href="/{STYLE}" />'])
        self.page = STYLE_LINK.sub(lambda _: next(links, ""), page)
        self.asked = {STYLE, self._shell, *self._own, *self._workers}
        """What the app asks for, of all that is joined."""
        self.replaced = {*self._modules, *styles} - self.asked
        """What it has by those."""

    def file(self, name: str) -> str | None:
        """Return a file, if it is one of those that are joined."""
        if name == STYLE:
            return self._style
        if name in self._modules:
            return self._script(name)
        mapped = name.removesuffix(MAP)
        return self._map(mapped) if mapped in self._modules else None

    def preloads(self, path: str) -> list[str]:
        """Return what a page that is a module will ask for, beside the shell's script."""
        return [*self._before(path)[1:], path] if path in self._modules else []

    def _script(self, path: str) -> str:
        """Return the file that is sent for a module."""
        head, modules = self._parts(path)
        body = "".join(module.put(posixpath.dirname(path)) for module in modules)
        names = self._modules[path].exports
        # By other names within, where a name would hide the browser's own from the modules, such as `open`.
        taken = ", ".join(f"{name}: ${number}" for number, name in enumerate(names))
        given = ", ".join(f"${number} as {name}" for number, name in enumerate(names))
        exports = f'const {{ {taken} }} = $from("{path}");\nexport {{ {given} }};\n' if names else ""
        return f"{head}{body}{exports}//# sourceMappingURL={posixpath.basename(path)}{MAP}\n"

    def _map(self, path: str) -> str:
        """Return the map of that file: each line of a module is one line of it."""
        head, modules = self._parts(path)
        sections = []
        line = head.count("\n")
        for module in modules:
            lines = module.text.count("\n") + 1
            mappings = "AAAA" + ";AACA" * (lines - 1)
            each = {"version": 3, "sources": [f"/{module.path}"], "names": [], "mappings": mappings}
            sections.append({"offset": {"line": line + 1, "column": 0}, "map": each})
            line += lines + 2
        return json.dumps({"version": 3, "sections": sections})

    def _parts(self, path: str) -> tuple[str, list[Module]]:
        """Return how a module's file begins, and the modules that are in it."""
        before = self._before(path)
        there = {each for file in before for each in self._order(file)}
        imports = "".join(f'import "{_way(posixpath.dirname(path), file)}";\n' for file in before)
        return imports + REGISTRY, [self._modules[each] for each in self._order(path) if each not in there]

    def _before(self, path: str) -> list[str]:
        """Return the files that a module's file imports; a worker has nothing from the page."""
        if path == self._shell or path in self._workers:
            return []
        return [self._shell, *(own for own in self._own if own != path and own in self._order(path))]

    def _order(self, path: str, above: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return a module and all it imports, in the order in which they run."""
        if path in above:
            raise Unjoinable(f"{path} imports itself, by way of {', '.join(above[above.index(path) + 1 :])}.")
        if path not in self._orders:
            imports = self._modules[path].imports
            first = [each for before in imports for each in self._order(before, (*above, path))]
            self._orders[path] = tuple(dict.fromkeys([*first, path]))
        return self._orders[path]


def _read(found: re.Match[str], path: str) -> str:
    """Return what reads from the registry what a statement would import; it has as many lines."""
    names = NAME.findall(found["names"] or "")
    asked = ", ".join([f'"{path}"', *(f'"{name}"' for name, _ in names)])
    taken = ", ".join(f"{name}: {alias}" if alias else name for name, alias in names)
    whole = found["whole"] or (f"{{ {taken} }}" if names else "")
    return (f"const {whole} = " if whole else "") + f"$from({asked});" + "\n" * found[0].count("\n")


def _checked(path: str, style: str) -> str:
    if strange := STRANGE_STYLE.search(style):
        raise Unjoinable(f"{path} has something that is not known to what joins files: {strange[0]}")
    return style


def _resolved(path: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))


def _way(folder: str, path: str) -> str:
    """Return how a file in a folder names another one."""
    way = posixpath.relpath(path, folder or ".")
    return way if way.startswith(".") else f"./{way}"
