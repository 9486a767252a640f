import os
import subprocess
import sys
from pathlib import Path

from vato.compiled.contract import WIN

HEAP = Path(__file__).parent / "heap.py"


def test_the_search_believes_who_knows_the_answer(tmp_path: Path) -> None:
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    program = subprocess.run([sys.executable, HEAP], env=environment, capture_output=True, text=True, timeout=300)
    assert program.stderr == ""
    # A heap of eight is lost in four turns, which looking three ahead does not see. Whatever is taken from eight, an
    # answer leaves four: lost in two turns, as the search is told.
    assert program.stdout.split() == ["0", str(4 - WIN), "0"]
