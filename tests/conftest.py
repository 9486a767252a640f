"""What all tests share: they read English, whatever the locale of whoever runs them."""

from __future__ import annotations

import os

# Before anything starts a process, and for those, too.
os.environ |= {"LC_ALL": "C.UTF-8", "LANGUAGE": ""}
