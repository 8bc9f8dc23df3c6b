# SPDX-License-Identifier: MIT
"""Records as columns of Arrow: see docs/c/columns.md for descriptions of columns."""

from __future__ import annotations

import ctypes
import errno
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Union

from vox._core import ffi, lib
from vox._errors import Error, check, error_of
from vox._sources import Reader, Source, Text

Description = Mapping[str, Any]
Names = Union[Description, Sequence[Union[str, Description]]]

FORMS = {
    "auto": lib.VOX_COLUMNS_AUTO,
    "lines": lib.VOX_COLUMNS_LINES,
    "document": lib.VOX_COLUMNS_DOCUMENT,
}
FAULTS = {"row": lib.VOX_COLUMNS_ROW, "stop": lib.VOX_COLUMNS_STOP}


class Counts(NamedTuple):
    """What a stream has read: rows, rows with an error, values that did not have the type of their
    column, rows with a rest, resources of another type than the description's, bytes."""

    rows: int = 0
    faults: int = 0
    misfits: int = 0
    rests: int = 0
    skipped: int = 0
    bytes: int = 0



def options_of(form: str, errors: str = "row", batch_rows: int = 0, batch_bytes: int = 0,
               max_record: int = 0) -> Any:
    """The options of a stream in C."""
    if form not in FORMS:
        raise ValueError(f"form is one of {', '.join(FORMS)}")
    if errors not in FAULTS:
        raise ValueError(f"errors is one of {', '.join(FAULTS)}")
    options = ffi.new("vox_columns_options *", lib.vox_columns_options_default())
    options.form, options.fault = FORMS[form], FAULTS[errors]
    for name, limit in (("batch_rows", batch_rows), ("batch_bytes", batch_bytes),
                        ("max_record", max_record)):
        if limit:
            setattr(options, name, limit)
    return options


def described(columns: Names) -> Description:
    """A description of columns, whatever it is given as."""
    if isinstance(columns, str):
        raise TypeError("columns is a list of names, or a description")
    return columns if isinstance(columns, Mapping) else {"columns": list(columns)}


def _capsule(struct: Any, name: int, free: int) -> Any:
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p,) * 3
    return new(int(ffi.cast("size_t", struct)), name, free)


class Columns:
    """Records as batches of columns, made by `vox.columns`.

    Whatever knows the Arrow PyCapsule interface takes it: `pyarrow.table(columns)`,
    `polars.from_arrow(columns)`, `duckdb.from_arrow(columns)`. Each receiver reads the source
    from its begin. A source that cannot be read again, such as an iterator, has one receiver."""

    def __init__(self, source: Text, description: Description, options: Any):
        self.description = description
        """The description of the columns, as in docs/c/columns.md."""
        self.counts = Counts()
        """The `Counts` of the last receiver, after each batch."""
        self._text, self._options = source, options
        made, error = ffi.new("vox_columns **"), ffi.new("vox_error *")
        text = json.dumps(description).encode()
        if lib.vox_columns_new(text, len(text), ffi.NULL, made, error) != lib.VOX_OK:
            raise error_of(error)
        self._columns = ffi.gc(made[0], lib.vox_columns_free)

    def __arrow_c_schema__(self) -> Any:
        """The types of the columns, as a capsule."""
        schema = lib.vox_python_schema_new()
        check(lib.vox_columns_schema(self._columns, self._options, schema))
        return _capsule(schema, lib.vox_python_schema_name, lib.vox_python_schema_free)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The batches, as a capsule. The types are those of the description."""
        stream = lib.vox_python_stream_new()
        _Stream(self, stream)
        return _capsule(stream, lib.vox_python_stream_name, lib.vox_python_stream_free)


class _Stream:
    """A stream around that of the library: it counts, and has the message of an exception that
    the source has raised."""

    _alive: set[_Stream] = set()

    def __init__(self, columns: Columns, stream: Any):
        self.columns = columns
        self.reader = Reader(columns._text)
        self.message = ffi.NULL
        self.inner = ffi.new("struct ArrowArrayStream *")
        self.counted = ffi.new("vox_columns_counts *")
        self.handle = ffi.new_handle(self)
        check(lib.vox_columns_stream(
            columns._columns, self.reader.source, columns._options, self.inner))
        self._alive.add(self)
        stream.get_schema, stream.get_next = lib.vox_python_schema, lib.vox_python_next
        stream.get_last_error = lib.vox_python_message
        stream.release, stream.private_data = lib.vox_python_stream_release, self.handle

    def next(self, array: Any) -> int:
        status = self.inner.get_next(self.inner, array)
        counted = self.counted
        if lib.vox_columns_counts_of(self.inner, counted) == lib.VOX_OK:
            self.columns.counts = Counts(*(getattr(counted, name) for name in Counts._fields))
        return status

    def last_error(self) -> Any:
        failure = self.reader.failure
        if failure is None:
            return self.inner.get_last_error(self.inner)
        self.message = ffi.new("char[]", f"{type(failure).__name__}: {failure}".encode())
        return self.message

    def release(self) -> None:
        self.inner.release(self.inner)
        self._alive.discard(self)


def _self(stream: Any) -> _Stream:
    return ffi.from_handle(stream.private_data)


@ffi.def_extern(error=errno.EIO)
def vox_python_schema(stream: Any, schema: Any) -> int:
    inner = _self(stream).inner
    return inner.get_schema(inner, schema)


@ffi.def_extern(error=errno.EIO)
def vox_python_next(stream: Any, array: Any) -> int:
    return _self(stream).next(array)


@ffi.def_extern()
def vox_python_message(stream: Any) -> Any:
    return _self(stream).last_error()


@ffi.def_extern()
def vox_python_stream_end(stream: Any) -> None:
    _self(stream).release()


def columns(source: Source, columns: Names, *, form: str = "auto", errors: str = "row",
            batch_rows: int = 0, batch_bytes: int = 0, max_record: int = 0,
            file: str | None = None) -> Columns:
    """The records of a source as columns.

    `columns` is a description, such as a table of `vox.schema`, or a list: of objects with name,
    path and type, or of paths as for `vox select`. Paths have the types that a schema gives them,
    so the source is read twice; where that is not possible they have the type json. `form` is "auto", "lines" (NDJSON) or
    "document". A malformed record is a row with its error; with `errors="stop"` it ends the
    stream. The limits are those of vox_columns_options in vox/columns.h. `file` is the name in
    errors. Raises `Error` for a description that is none."""
    text, description = Text(source, file), described(columns)
    if text.repeats and any(isinstance(column, str) for column in description["columns"]):
        description = _typed(description, _schema(text, 100, options_of(form, max_record=max_record)))
    options = options_of(form, errors, batch_rows, batch_bytes, max_record)
    return Columns(text, description, options)


def _typed(description: Description, schema: Description) -> Description:
    """The description with the types on which the tables of the schema agree."""
    found: dict[str, list[Description]] = {}
    kind, type = description.get("table"), description.get("type")
    for table in schema["tables"]:
        if kind in (None, table["table"]) and type in (None, table.get("type")):
            for column in table.get("columns", ()):
                column = {key: column[key] for key in column if key != "seen"}
                found.setdefault(column.get("path", column["name"]), []).append(column)
    typed = []
    for column in description["columns"]:
        known = found.get(column, ()) if isinstance(column, str) else ()
        agreed = known and all(other == known[0] for other in known)
        typed.append({**known[0], "name": column} if agreed else column)
    return {**description, "columns": typed}


def schema(source: Source, *, share: int = 100, form: str = "auto",
           max_record: int = 0) -> dict[str, Any]:
    """The descriptions of the tables of a source, from all of its records, as
    {"tables": [...], "seen": {"records": 12, "faults": 0}}.

    With a `share` below 100, a column has the type of so many in 100 of its values."""
    return _schema(Text(source), share, options_of(form, max_record=max_record))


def _schema(text: Text, share: int, options: Any) -> dict[str, Any]:
    reader, buffer, error = Reader(text), ffi.new("vox_buffer *"), ffi.new("vox_error *")
    try:
        if lib.vox_schema_read(reader.source, options, share, buffer, error) != lib.VOX_OK:
            raise reader.failure or error_of(error)
        return json.loads(ffi.buffer(buffer.bytes, buffer.length)[:])
    finally:
        lib.vox_buffer_free(buffer)


def _name_of(table: Description, taken: Mapping[str, Any]) -> str:
    kind, type = table["table"], table.get("type")
    name = kind if type is None else type if kind == "resources" else f"{kind}_{type}"
    while name in taken:
        name += "_"
    return name


def tables(source: Source, schema: Description | None = None, *, form: str = "auto",
           errors: str = "row", batch_rows: int = 0, batch_bytes: int = 0,
           max_record: int = 0) -> dict[str, Columns]:
    """All tables of a source by their names: a type for its resources, `included_` and a type,
    `relationships`, `included_relationships`, `records`.

    Without `schema`, the source is read once for the types, and then once for each table: so it
    is one that can be read again."""
    text = Text(source)
    if not text.repeats:
        raise ValueError("tables are read one by one: the source is one that can be read again")
    options = options_of(form, errors, batch_rows, batch_bytes, max_record)
    made: dict[str, Columns] = {}
    for table in (schema or _schema(text, 100, options_of(form, max_record=max_record)))["tables"]:
        made[_name_of(table, made)] = Columns(text, table, options)
    return made
