# SPDX-License-Identifier: MIT
"""Rows of a source in Python: selected values."""

from __future__ import annotations

import ctypes
import json
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from vox._columns import Columns, Names, described, options_of
from vox._core import ffi, lib
from vox._errors import Error, Status, check
from vox._sources import Reader, Source, Text
from vox._tables import choose_table

# A function in C (_rows.c): array, names, a row without values, decoder, whether there are floats.
_rows_of = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.py_object,
                             ctypes.py_object, ctypes.c_int)(lib.vox_python_rows)

_MEMBERS = ("file", "line", "column", "offset", "pointer", "code", "message")


def _is_null(array: Any, row: int) -> bool:
    valid = ffi.cast("uint8_t *", array.buffers[0])
    return array.null_count > 0 and not valid[row // 8] >> row % 8 & 1


def _present(array: Any) -> Iterator[int]:
    """The rows that are not null."""
    length = array.length
    if array.null_count == 0:
        yield from range(length)
    elif array.null_count < length:
        for at, bits in enumerate(ffi.buffer(array.buffers[0], (length + 7) // 8)[:]):
            if bits:
                rows = range(8 * at, min(8 * at + 8, length))
                yield from (row for row in rows if bits >> row % 8 & 1)


def _errors(array: Any) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows that have an error, and their errors."""
    for row in _present(array):
        error: dict[str, Any] = {}
        for index, name in enumerate(_MEMBERS):
            member = array.children[index]
            if _is_null(member, row):
                continue
            if name in ("line", "column", "offset"):
                error[name] = ffi.cast("int64_t *", member.buffers[1])[row]
            else:
                begin, end = ffi.cast("int32_t *", member.buffers[1])[row:row + 2]
                text = ffi.cast("char *", member.buffers[2])
                error[name] = ffi.buffer(text + begin, end - begin)[:].decode()
        yield row, error


def select(source: Source, columns: Names, *, form: str = "auto", errors: str = "row",
           parse_float: Callable[[str], Any] | None = None,
           file: str | None = None) -> Iterator[dict[str, Any]]:
    """The rows of the columns, as `vox select` gives them: a dict for each record, with None for
    what is absent or null.

    `columns` is a list: of paths, also as name=path, or of objects with name and path. The records
    of a source whose beginning has no JSON:API may be any JSON values. A malformed record is a
    row with the member `error`; with `errors="stop"` it is an `Error`. All values have the types
    of json.loads. Warns at the end of a column that had no value in any row."""
    given = described(columns)
    chosen = [{"name": column["name"], "path": column.get("path", column["name"])}
              for column in given.get("columns", ())]
    if not chosen:
        raise ValueError("no columns are given")
    if errors not in ("row", "stop"):
        raise ValueError("errors is one of row, stop")
    text, options = Text(source, file), options_of(form, batch_rows=2000)
    if not isinstance(columns, Mapping):
        choose_table(text, given, options)
    description = {**given, "columns": chosen, "rest": False, "error": "error"}
    if any(column["name"] == "error" for column in chosen):
        raise ValueError("a row has the member error where it has an error: choose another name")
    made = Columns(text, description, options)
    names = [column["name"] for column in chosen]
    return _rows(made, names, parse_float, errors == "stop")


def _rows(columns: Columns, names: list[str], parse_float: Any,
          stops: bool) -> Iterator[dict[str, Any]]:
    reader = Reader(columns._text)
    stream, array = ffi.new("struct ArrowArrayStream *"), ffi.new("struct ArrowArray *")
    empty, rows_read, keys, absent = names, False, tuple(names), dict.fromkeys(names)
    decode = json.JSONDecoder(parse_float=parse_float).decode
    check(lib.vox_columns_stream(columns._columns, reader.source, columns._options, stream))
    try:
        while stream.get_next(stream, array) == 0 and array.release:
            try:
                rows = _rows_of(int(ffi.cast("size_t", array)), keys, absent, decode,
                                parse_float is None)
                errors = list(_errors(array.children[len(names)]))
                rows_read |= len(rows) > len(errors)
                empty = [name for name in empty if all(row[name] is None for row in rows)]
            finally:
                array.release(array)
            for index, error in errors:
                if stops:
                    yield from rows[:index]
                    raise Error(Status[error["code"][len("VOX_"):]], error["message"], *map(
                        error.get, ("pointer", "offset", "line", "column", "file")))
                rows[index]["error"] = error
            yield from rows
        message = stream.get_last_error(stream)
        if reader.failure is not None:
            raise reader.failure
        if message:
            raise MemoryError(ffi.string(message).decode("utf-8", "replace"))
        for name in empty if rows_read else ():
            warnings.warn(f"no record has a value for {name!r}", stacklevel=2)
    finally:
        stream.release(stream)
