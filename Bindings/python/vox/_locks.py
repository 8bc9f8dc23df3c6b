# SPDX-License-Identifier: MIT
"""Locks of documents.

The library lets other threads of Python run during each of its calls. So that two threads that
use one document cannot meet inside of it, each call, and the copying of what it gives, holds the
lock of the document. A frozen document has no lock: any number of threads may read it."""

from __future__ import annotations

import contextlib
import threading
from typing import Any

new_lock = threading.RLock
no_lock = contextlib.nullcontext()


class Both:
    """Holds two locks, taken in the same order whoever asks."""

    __slots__ = ("_locks",)

    def __init__(self, first: Any, second: Any):
        self._locks = sorted((first, second), key=id)

    def __enter__(self) -> None:
        self._locks[0].__enter__()
        try:
            self._locks[1].__enter__()
        except BaseException:
            self._locks[0].__exit__(None, None, None)
            raise

    def __exit__(self, *_: object) -> None:
        for lock in reversed(self._locks):
            lock.__exit__(None, None, None)
