"""What links a WebAssembly module: code as it was, data where it is looked for, and nothing that nobody has."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from llvmlite import binding

from tools.wasm import TRIPLE
from tools.wasm_linking import DATA_AT, NotLinkable, leb, link, signed_leb

READ = """
@primes = internal constant [5 x i32] [i32 2, i32 3, i32 5, i32 7, i32 11]
@letters = internal constant [3 x i8] c"abc"
@last = internal constant ptr getelementptr ([5 x i32], ptr @primes, i32 0, i32 4)

define i32 @prime(i32 %number) {
    %place = getelementptr [5 x i32], ptr @primes, i32 0, i32 %number
    %found = load i32, ptr %place
    ret i32 %found
}

define i32 @before(i32 %number) {
    %place = getelementptr [5 x i32], ptr @primes, i32 -1, i32 %number
    %found = load i32, ptr %place
    ret i32 %found
}

define i32 @letter(i32 %number) {
    %place = getelementptr [3 x i8], ptr @letters, i32 0, i32 %number
    %short = load i8, ptr %place
    %found = zext i8 %short to i32
    ret i32 %found
}

define i32 @through() {
    %place = load volatile ptr, ptr @last
    %found = load i32, ptr %place
    ret i32 %found
}
"""
ASK = """
const fs = require("fs");
const module = new WebAssembly.Module(fs.readFileSync(process.argv[1]));
const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 });
const stack = new WebAssembly.Global({ value: "i32", mutable: true }, 65536);
const { prime, before, letter, through, free } = new WebAssembly.Instance(module, { env: { memory, stack } }).exports;
const [section] = WebAssembly.Module.customSections(module, "vato");
const notes = Buffer.from(section).subarray(0, -4).toString();
console.log(prime(0), prime(4), before(8), letter(0), letter(2), through(), free.value, notes);
"""


def compiled(text: str) -> bytes:
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(TRIPLE).create_target_machine(opt=2)
    found: bytes = machine.emit_object(binding.parse_assembly(f'target triple = "{TRIPLE}"\n{text}'))
    return found


def test_data_is_found_where_it_was_put(tmp_path: Path) -> None:
    module = tmp_path / "module.wasm"
    module.write_bytes(link(compiled(READ), ["prime", "before", "letter", "through"], b"notes"))
    node = shutil.which("node")
    if node is None:
        pytest.fail("These tests need Node; on Debian: apt-get install nodejs")
    said = subprocess.run([node, "-e", ASK, str(module)], check=True, capture_output=True, text=True, timeout=60)
    *found, free, notes = said.stdout.split()
    assert found == ["2", "11", "7", "97", "99", "11"]
    assert int(free) % 16 == 0
    assert int(free) >= DATA_AT + 5 * 4 + 3 + 4
    assert notes == "notes"


def test_what_asks_for_a_foreign_function_is_refused() -> None:
    with pytest.raises(NotLinkable, match="puts"):
        link(
            compiled("declare i32 @puts(i32)\ndefine i32 @f() { %n = call i32 @puts(i32 1)\n ret i32 %n }"), ["f"], b""
        )


def test_what_is_no_object_is_refused() -> None:
    with pytest.raises(NotLinkable):
        link(b"\x7fELF\1\1\1\0", [], b"")


def test_numbers_are_written_as_the_format_has_them() -> None:
    # The examples of Wikipedia's article on LEB128, and of the signed form where the next bit would be a sign.
    assert leb(624485) == b"\xe5\x8e\x26"
    assert leb(3, 5) == b"\x83\x80\x80\x80\x00"
    assert [signed_leb(number) for number in (2, 63, 64, 128)] == [b"\x02", b"\x3f", b"\xc0\x00", b"\x80\x01"]
