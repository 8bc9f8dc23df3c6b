# SPDX-License-Identifier: MIT
"""Records as columns of Arrow: see docs/c/columns.md for descriptions of columns."""

from __future__ import annotations

import ctypes
import errno
import html
import json
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Union

from vox._core import ffi, lib
from vox._errors import Error, check, error_of
from vox._sources import Pieces, Reader, Source, Text
from vox._values import NotCopied

Description = Mapping[str, Any]
Names = Union[Description, Sequence[Union[str, Description]]]

FORMS = {
    "auto": lib.VOX_COLUMNS_AUTO,
    "lines": lib.VOX_COLUMNS_LINES,
    "document": lib.VOX_COLUMNS_DOCUMENT,
}
FAULTS = {
    "row": lib.VOX_COLUMNS_ROW,
    "stop": lib.VOX_COLUMNS_STOP,
    "skip": lib.VOX_COLUMNS_SKIP,
}


class Counts(NamedTuple):
    """What a stream has read: rows, rows with an error, values that did not have the type of their
    column, rows with a rest, resources of another type than the description's (with
    `errors="skip"` also records that belong to another table), bytes."""

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


def described(columns: Names) -> dict[str, Any]:
    """A description of columns, whatever it is given as. A column that was only a path, or
    name=path, has no type."""
    if isinstance(columns, (str, bytes)) or not isinstance(columns, (Mapping, Sequence)):
        raise TypeError(f"columns is a list of names, or a description, not {type(columns).__name__}")
    description = dict(columns) if isinstance(columns, Mapping) else {"columns": list(columns)}
    if "tables" in description:
        raise ValueError('this is a schema of several tables: give one of its list "tables", or use '
                         "vox.tables(source, schema)")
    if isinstance(description.get("columns"), (list, tuple)):
        description["columns"] = [_column(column) for column in description["columns"]]
    return description


def _column(column: Any) -> Any:
    """A column as an object. The first = of a text separates its name and its path."""
    if not isinstance(column, str):
        return column
    name, equals, path = column.partition("=")
    made = {"name": name.strip(), "path": (path if equals else name).strip()}
    if not made["name"] or equals and not made["path"]:
        raise ValueError(f"the column {column!r} is neither a path nor name=path")
    return _Untyped(made)


class _Untyped(dict[str, Any]):
    """A column whose type the source shows."""


def _capsule(struct: Any, name: int, free: int) -> Any:
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p,) * 3
    return new(int(ffi.cast("size_t", struct)), name, free)


class Columns(NotCopied):
    """Records as batches of columns, made by `vox.columns`.

    Whatever knows the Arrow PyCapsule interface takes it: `pyarrow.table(columns)`,
    `polars.DataFrame(columns)`, `duckdb.from_arrow(columns)`. Each receiver reads the source
    from its begin. A source that cannot be read again, such as an iterator, has one receiver."""

    _instead = "send the source and the description, and call vox.columns there"

    def __init__(self, source: Text, description: Description, options: Any):
        self.description = description
        """The description of the columns, as in docs/c/columns.md."""
        self.counts = Counts()
        """The `Counts` of the last receiver, after each batch."""
        self._text, self._options = source, options
        made, error = ffi.new("vox_columns **"), ffi.new("vox_error *")
        text = json.dumps(description).encode()
        if lib.vox_columns_new(text, len(text), ffi.NULL, made, error) != lib.VOX_OK:
            raise _refusal(error_of(error), text)
        self._columns = ffi.gc(made[0], lib.vox_columns_free)

    def _titles(self) -> tuple[str, list[tuple[str, str]]]:
        """The title of the table, and the names and types of its columns."""
        table, type = self.description.get("table", "resources"), self.description.get("type")
        columns = [(column["name"], _type_name(column))
                   for column in self.description.get("columns", ())]
        return f"{table} {type}" if type else table, columns

    def __repr__(self) -> str:
        table, columns = self._titles()
        return f"<vox.Columns {table}: {', '.join(map(' '.join, columns)) or 'fixed columns'}>"

    def _repr_html_(self) -> str:
        """For notebooks."""
        table, columns = self._titles()
        rows = "".join(f"<tr><td>{html.escape(name)}</td><td>{html.escape(type)}</td></tr>"
                       for name, type in columns)
        return (f"<table><caption>{html.escape(table)}</caption>"
                f"<tr><th>column</th><th>type</th></tr>{rows}</table>")

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


def _type_name(column: Description) -> str:
    """The type of a column on one line, such as list<struct<a: int64>>."""
    type = str(column.get("type", "json"))
    if type == "list":
        return f"list<{_type_name(column['items'])}>"
    if type == "struct":
        inner = ", ".join(f"{each['name']}: {_type_name(each)}" for each in column["columns"])
        return f"struct<{inner}>"
    if type == "decimal128":
        return f"decimal128({column['precision']}, {column['scale']})"
    return type


def _refusal(error: Error, text: bytes) -> Error:
    """The error of a description: the value is shown instead of its place in the text that was made
    of the description."""
    rest = text[error.offset:].decode("utf-8", "replace") if error.offset else ""
    try:
        value, end = json.JSONDecoder().raw_decode(rest)
    except ValueError:
        end = rest.find('"')  # it is inside a path
    near = f": {rest[:min(end, 60)]}" if end > 0 else ""
    return Error(error.code, error.message + near, error.pointer)


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


def columns(source: Source, columns: Names, *, share: int = 100, form: str = "auto",
            errors: str = "row", batch_rows: int = 0, batch_bytes: int = 0, max_record: int = 0,
            file: str | None = None) -> Columns:
    """The records of a source as columns.

    `columns` is a description, such as a table of `vox.schema`, or a list: of objects with name,
    path and type, or of paths as for `vox select`, also as name=path. A path gets the type that
    suits its values, or with a `share` below 100, so many in 100 of them, so the source is read
    twice. If it can be read only once, paths have the type json. With a list, records that are not
    JSON:API may be any JSON values: the beginning of the source shows what they are.

    `form` is "auto", "lines" (NDJSON) or "document". A malformed record is a row with its error;
    with `errors="stop"` it ends the stream, and with "skip" it is only counted. The limits are
    those of vox_columns_options in vox/columns.h. `file` is the name in errors.

    Raises `Error` for a description that is refused, and warns of a path that no record has."""
    text, description = Text(source, file), described(columns)
    options = options_of(form, errors, batch_rows, batch_bytes, max_record)
    if not isinstance(columns, Mapping) and is_plain(text, options):
        description["table"] = "records"
    if text.repeats and any(isinstance(each, _Untyped) for each in description.get("columns", ())):
        description = _typed(text, description, share, options)
    return Columns(text, description, options)


def is_plain(text: Text, options: Any) -> bool:
    """Whether the beginning of a text has records, and none of them is JSON:API."""
    tables = _schema(text.head(), 100, options_like(options))["tables"]
    return bool(tables) and all(table["table"] == "records" for table in tables)


def options_like(options: Any) -> Any:
    """The options for a schema, which passes malformed records over."""
    made = ffi.new("vox_columns_options *", options[0])
    made.fault = lib.VOX_COLUMNS_ROW
    return made


def _typed(text: Text, description: Description, share: int, options: Any) -> Description:
    """The description, in which columns without a type have that of their values."""
    made, counted = Columns(text, description, options), check_share(share)
    reader, buffer, error = Reader(text), ffi.new("vox_buffer *"), ffi.new("vox_error *")
    try:
        if lib.vox_schema_columns(made._columns, reader.source, options_like(options), counted,
                                  buffer, error) != lib.VOX_OK:
            raise reader.failure or error_of(error)
        found = json.loads(ffi.buffer(buffer.bytes, buffer.length)[:])
    finally:
        lib.vox_buffer_free(buffer)
    rows, typed = found["seen"]["rows"], []
    for column, seen in zip(description["columns"], found["columns"]):
        if isinstance(column, _Untyped):
            if rows and seen["seen"]["absent"] == rows:
                warnings.warn(f"no record has the path {column['path']!r}: its column is null",
                              stacklevel=3)
            column = _without_seen({**seen, **column})
        typed.append(column)
    return {**description, "columns": typed}


def _without_seen(column: Any) -> Any:
    """A column without what was counted, and without a path that is its name."""
    if not isinstance(column, dict):
        return column
    made = {key: value for key, value in column.items() if key != "seen"}
    if made.get("path") == made.get("name"):
        made.pop("path", None)
    if "items" in made:
        made["items"] = _without_seen(made["items"])
    if "columns" in made:
        made["columns"] = [_without_seen(each) for each in made["columns"]]
    return made


def check_share(share: int) -> int:
    if not 1 <= share <= 100:
        raise ValueError("share is how many in 100 values have the type of their column: 1 to 100")
    return share


def schema(source: Source, *, share: int = 100, form: str = "auto",
           max_record: int = 0) -> dict[str, Any]:
    """The descriptions of the tables of a source, from all of its records, as
    {"tables": [...], "seen": {"records": 12, "faults": 0}}.

    With a `share` below 100, a column has the type of so many in 100 of its values."""
    return _schema(Text(source), share, options_of(form, max_record=max_record))


def _schema(text: Text | Pieces, share: int, options: Any) -> dict[str, Any]:
    counted = check_share(share)
    reader, buffer, error = Reader(text), ffi.new("vox_buffer *"), ffi.new("vox_error *")
    try:
        if lib.vox_schema_read(reader.source, options, counted, buffer, error) != lib.VOX_OK:
            raise reader.failure or error_of(error)
        made: dict[str, Any] = json.loads(ffi.buffer(buffer.bytes, buffer.length)[:])
        return made
    finally:
        lib.vox_buffer_free(buffer)


def _name_of(table: Description, taken: Mapping[str, Any]) -> str:
    kind, type = table.get("table", "resources"), table.get("type")
    name = kind if type is None else type if kind == "resources" else f"{kind}_{type}"
    while name in taken:
        name += "_"
    return name


def _tables_of(schema: Any) -> list[Description]:
    if isinstance(schema, Mapping) and isinstance(schema.get("tables"), list):
        return list(schema["tables"])
    raise TypeError('a schema is what vox.schema returns, {"tables": [...]}; read a file of it by '
                    "json.load(open(path))")


def _has(known: list[Description], table: Description) -> bool:
    kinds = ((each.get("table", "resources"), each.get("type")) for each in known)
    return any(kind == table["table"] and type in (None, table.get("type")) for kind, type in kinds)


def _placed(table: Description) -> Description:
    """The description with columns for the file and the line."""
    taken = {column if isinstance(column, str) else column["name"]
             for column in table.get("columns", ())}
    return {**table, **{word: f"{word}.of.row" if word in taken else word
                        for word in ("file", "line")}}


_MALFORMED: Description = {"table": "malformed"}


def tables(source: Source, schema: Description | None = None, *, only: bool = False,
           share: int = 100, links: bool = True, places: bool = False, form: str = "auto",
           errors: str = "table", batch_rows: int = 0, batch_bytes: int = 0,
           max_record: int = 0) -> dict[str, Columns]:
    """All tables of a source by their names: a type for its resources, `included_` and a type,
    `relationships`, `included_relationships`, `records` (what is not JSON:API), and `malformed`
    if a record is malformed. A name that is taken gets a `_` at its end. Each record is in one of
    the tables of resources, records and malformed records.

    The source is read once for the types, and then once for each table, so it must be one that
    can be read again. With a `schema`, the tables have the types of the schema, and what it does
    not know gets tables of its own. With `only=True` as well, there are only the tables of the
    schema and `malformed`, and the source is not read for the types: `counts.skipped` of a table
    has the other resources.

    With a `share` below 100, a column has the type of so many in 100 of its values, and the
    others are in the column `rest`. With `links=False`, the members `links` are not in `rest`. With
    `places=True`, each row has the name of its file and its line in the columns `file` and `line`.
    With `errors="stop"`, a malformed record ends the stream of each table."""
    text, known = Text(source), [] if schema is None else _tables_of(schema)
    if not text.repeats:
        raise ValueError("vox.tables reads a source several times, and this "
                         f"{type(source).__name__} can be read only once: write it to a file, or "
                         "join its pieces")
    if errors not in ("table", "stop"):
        raise ValueError("errors is one of table, stop")
    if only and schema is None:
        raise ValueError("only=True is for a schema")
    options = options_of(form, "skip" if errors == "table" else errors, batch_rows, batch_bytes,
                         max_record)
    faults = True
    if not only:
        found = _schema(text, share, options_like(options))
        faults = found["seen"]["faults"] > 0
        known += [table for table in found["tables"] if not _has(known, table)]
    if faults and not _has(known, _MALFORMED):
        known.append(_MALFORMED)
    made: dict[str, Columns] = {}
    for table in known:
        if not links and table.get("table", "resources") in ("resources", "included"):
            table = {**table, "links": False}
        if places:
            table = _placed(table)
        made[_name_of(table, made)] = Columns(text, table, options)
    return made
