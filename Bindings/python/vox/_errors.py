# SPDX-License-Identifier: MIT
"""Errors of the library as exceptions."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Any

from vox._core import ffi, lib


def _statuses() -> Iterator[tuple[str, int]]:
    for number in range(128):
        name = ffi.string(lib.vox_status_name(number)).decode()
        if name != "VOX_UNKNOWN":
            yield name[len("VOX_"):], number


Status: Any = enum.IntEnum("Status", list(_statuses()), module=__name__)
Status.__doc__ = "The status codes of the library, as `Status.ERROR_SYNTAX`: see vox/status.h."


class Error(ValueError):
    """What the library refused.

    `code` is the `Status`, `message` says it in words. `offset`, `line` and `column` are the
    place in the text (bytes from 0; lines and bytes of the line from 1), or None where the
    error is not about a place of the text. `pointer` is the JSON Pointer of the value. `file` is
    the name of the file of a record, or None."""

    def __init__(self, code: int, message: str, pointer: str = "", offset: int | None = None,
                 line: int | None = None, column: int | None = None, file: str | None = None):
        self.code = Status(code)
        self.message = message
        self.pointer = pointer
        self.offset = offset
        self.line = line
        self.column = column
        self.file = file
        place = "" if line is None else f"line {line}, column {column} (byte {offset})"
        at = f'at "{pointer}"' if pointer else ""
        where = ", ".join(part for part in (file, place, at) if part)
        super().__init__(f"{message}: {where}" if where else message)

    def __reduce__(self) -> Any:
        """For pickle and copy: the arguments, and whatever was noted on the exception."""
        made_of = (self.code, self.message, self.pointer, self.offset, self.line, self.column,
                   self.file)
        return type(self), made_of, self.__dict__

    __str__ = Exception.__str__  # not that of KeyError


class MissingError(Error, KeyError):
    """There is no such member or value."""


def _class_of(status: int) -> type[Error]:
    return MissingError if Status(status).name == "ERROR_MISSING" else Error


def error_of(error: Any) -> Error:
    """The exception for a `vox_error *`."""
    return _class_of(error.status)(
        error.status, ffi.string(error.message).decode(),
        ffi.string(error.pointer).decode("utf-8", "replace"),
        error.offset, error.line, error.column,
    )


def check(status: int, pointer: str = "") -> None:
    """Raises when a call without a place failed."""
    if status != lib.VOX_OK:
        raise _class_of(status)(status, ffi.string(lib.vox_status_message(status)).decode(), pointer)
