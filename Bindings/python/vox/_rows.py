# SPDX-License-Identifier: MIT
"""Rows of a source in Python: documents and selected values."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from vox._columns import Columns, Names, described, options_of
from vox._core import ffi, lib
from vox._document import Document
from vox._errors import Error, error_of
from vox._sources import Reader, Source, Text

_LINE_FEED = b"\n"


class Lines:
    """The documents of NDJSON, one after the other, made by `vox.lines`. After an `Error`, which
    has the line of the source, the iteration may go on with the next line."""

    def __init__(self, source: Source, **settings: Any):
        self.line = 0
        """The number of the last line, from 1 in each file."""
        self._read = Document._reader(**settings)
        self._lines = self._split(Text(source).pieces())

    def _split(self, pieces: Iterator[Any]) -> Iterator[bytes]:
        """The lines that are not blank. Those of a piece are cut at once."""
        rest = b""
        for file, piece in pieces:
            if file is not None:
                yield from self._numbered([rest])
                rest, self.line = b"", 0
            *lines, last = bytes(piece).split(_LINE_FEED)
            if lines:
                lines[0] = rest + lines[0]
                rest = b""
                yield from self._numbered(lines)
            rest += last
        yield from self._numbered([rest])

    def _numbered(self, lines: list[bytes]) -> Iterator[bytes]:
        for line in lines:
            self.line += 1
            if line and not line.isspace():
                yield line

    def __iter__(self) -> Lines:
        return self

    def __next__(self) -> Document:
        line = next(self._lines)
        try:
            return self._read(line)
        except Error as error:
            raise Error(error.code, error.message, error.pointer, error.offset,
                        self.line, error.column) from None


def lines(source: Source, **settings: Any) -> Lines:
    """The documents of NDJSON, one after the other. The settings are those of `vox.parse`."""
    return Lines(source, **settings)


def _texts(array: Any) -> list[bytes]:
    """The JSON texts of a column of type json."""
    count = array.length
    ends = ffi.unpack(ffi.cast("int32_t *", array.buffers[1]), count + 1)
    text = ffi.buffer(array.buffers[2], ends[-1])[:] if ends[-1] else b""
    return [text[begin:end] or b"null" for begin, end in zip(ends, ends[1:])]


def _error(array: Any, row: int) -> dict[str, Any] | None:
    """The error of a row."""
    valid = ffi.cast("uint8_t *", array.buffers[0])
    if array.null_count == 0 or valid[row // 8] >> row % 8 & 1:
        found: dict[str, Any] = {}
        for index, name in enumerate(("file", "line", "column", "offset", "pointer", "code", "message")):
            child = array.children[index]
            known = ffi.cast("uint8_t *", child.buffers[0])
            if child.null_count and not known[row // 8] >> row % 8 & 1:
                continue
            if name in ("line", "column", "offset"):
                found[name] = ffi.cast("int64_t *", child.buffers[1])[row]
            else:
                ends = ffi.cast("int32_t *", child.buffers[1])
                text = ffi.cast("char *", child.buffers[2])
                found[name] = ffi.buffer(text + ends[row], ends[row + 1] - ends[row])[:].decode()
        return found
    return None


def select(source: Source, columns: Names, *, form: str = "auto", errors: str = "row",
           parse_float: Callable[[str], Any] | None = None,
           file: str | None = None) -> Iterator[dict[str, Any]]:
    """The rows of the columns, as `vox select` gives them: a dict for each record, with None for
    what is absent or null.

    `columns` is a list: of paths, or of objects with name and path. A malformed record is a row
    with the member `error`; with `errors="stop"` it is an `Error`. All values have the types of
    json.loads."""
    given = described(columns)
    chosen = [{"name": column} if isinstance(column, str) else
              {"name": column["name"], "path": column.get("path", column["name"])}
              for column in given["columns"]]
    description = {**given, "columns": chosen, "rest": False, "error": "error"}
    if any(column["name"] == "error" for column in chosen):
        raise ValueError("a row has the member error where it has an error: choose another name")
    made = Columns(Text(source, file), description, options_of(form, errors))
    names = [column["name"] for column in chosen]
    return _rows(made, names, parse_float)


def _rows(columns: Columns, names: list[str], parse_float: Any) -> Iterator[dict[str, Any]]:
    reader = Reader(columns._text)
    error = ffi.new("vox_error *")
    stream, array = ffi.new("struct ArrowArrayStream *"), ffi.new("struct ArrowArray *")
    status = lib.vox_columns_stream(columns._columns, reader.source, columns._options, stream)
    if status != lib.VOX_OK:
        raise error_of(error)
    try:
        while stream.get_next(stream, array) == 0 and array.release:
            try:
                values = [
                    json.loads(b"[" + b",".join(_texts(array.children[index])) + b"]",
                               parse_float=parse_float)
                    for index in range(len(names))
                ]
                faults = array.children[len(names)]
                failed = faults.null_count < faults.length
                rows = [dict(zip(names, row)) for row in zip(*values)]
                if failed:
                    for index, row in enumerate(rows):
                        fault = _error(faults, index)
                        if fault is not None:
                            row["error"] = fault
            finally:
                array.release(array)
            yield from rows
        if reader.failure is not None:
            raise reader.failure
        message = stream.get_last_error(stream)
        if message:
            raise Error(lib.VOX_ERROR_STOPPED, ffi.string(message).decode("utf-8", "replace"))
    finally:
        stream.release(stream)
