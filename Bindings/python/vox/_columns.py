# SPDX-License-Identifier: MIT
"""Records as columns of Arrow: see docs/c/columns.md for descriptions of columns. _tables.py makes
them from sources."""

from __future__ import annotations

import ctypes
import errno
import html
import json
from collections.abc import Mapping, Sequence
from typing import Any, Union

from vox._core import ffi, lib
from vox._errors import Error, check, error_of
from vox._readings import Counts, OneTable, Parallel, move_array
from vox._sources import Pieces, Text
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
    "strict": lib.VOX_COLUMNS_STRICT,
}


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
    return Untyped(made)


class Untyped(dict[str, Any]):
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

    def __init__(self, source: Text | Pieces, description: Description, options: Any,
                 workers: int = 1):
        self.description = description
        """The description of the columns, as in docs/c/columns.md."""
        self.counts = Counts()
        """The `Counts` of the last receiver, after each batch."""
        self._text, self._options, self._workers = source, options, workers
        made, error = ffi.new("vox_columns **"), ffi.new("vox_error *")
        text = json.dumps(description).encode()
        if lib.vox_columns_new(text, len(text), ffi.NULL, made, error) != lib.VOX_OK:
            raise _refusal(error_of(error), text)
        self._columns = ffi.gc(made[0], lib.vox_columns_free)

    def _titles(self) -> tuple[str, list[tuple[str, str]]]:
        """The title of the table, and the names and types of its columns."""
        table, type = self.description.get("table", "resources"), self.description.get("type")
        columns = [(name_of(column), _type_name(column))
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

    def _reading(self) -> Any:
        def make(text: Any) -> OneTable:
            return OneTable(self._columns, self._options, text)

        if self._workers == 1 or isinstance(self._text, Pieces):
            return make(self._text)
        return Parallel(make, self._text, self._options, 1, self._workers)

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


class Batch(NotCopied):
    """Rows of a table, made by `Tables.batches`. Whatever knows the Arrow PyCapsule interface takes
    it, once: `pyarrow.record_batch(batch)`."""

    _instead = "send the result of pyarrow.record_batch"

    def __init__(self, columns: Columns, array: Any):
        self._columns, self._array, self._length = columns, array, int(array.length)

    def __len__(self) -> int:
        return self._length

    def __arrow_c_schema__(self) -> Any:
        """The types of the columns, as a capsule."""
        return self._columns.__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        """The rows, as two capsules. The types are those of the description."""
        if not self._array.release:
            raise ValueError("the batch was taken before")
        array = lib.vox_python_array_new()
        move_array(self._array, array)
        taken = _capsule(array, lib.vox_python_array_name, lib.vox_python_array_free)
        return self.__arrow_c_schema__(), taken


def name_of(column: str | Description) -> str:
    """The name of a column, which is its path by default."""
    return column if isinstance(column, str) else str(column.get("name", column.get("path")))


def _type_name(column: str | Description) -> str:
    """The type of a column on one line, such as list<struct<a: int64>>."""
    if isinstance(column, str):
        return "json"
    type = str(column.get("type", "json"))
    if type == "list":
        return f"list<{_type_name(column['items'])}>"
    if type == "struct":
        inner = ", ".join(f"{name_of(each)}: {_type_name(each)}" for each in column["columns"])
        return f"struct<{inner}>"
    if type == "decimal128":
        return f"decimal128({column['precision']}, {column['scale']})"
    return type


def _refusal(error: Error, text: bytes) -> Error:
    """The error of a description: the value is shown instead of its place in the text that was made
    of the description."""
    rest = text[error.offset:].decode("utf-8", "replace") if error.offset else ""
    try:
        _, end = json.JSONDecoder().raw_decode(rest)
    except ValueError:
        end = 0
    near = f": {rest[:min(end, 60)]}" if end > 0 else ""
    return Error(error.code, error.message + near, error.pointer)


class _Stream:
    """A stream around that of the library: it counts, and has the message of an exception that
    the source has raised."""

    _alive: set[_Stream] = set()

    def __init__(self, columns: Columns, stream: Any):
        self.columns = columns
        self.reading = columns._reading()
        self.said = ffi.NULL
        self.is_read = self.is_released = False
        self.handle = ffi.new_handle(self)
        self._alive.add(self)
        stream.get_schema, stream.get_next = lib.vox_python_schema, lib.vox_python_next
        stream.get_last_error = lib.vox_python_message
        stream.release, stream.private_data = lib.vox_python_stream_release, self.handle

    def schema(self, schema: Any) -> int:
        columns = self.columns
        status = lib.vox_columns_schema(columns._columns, columns._options, schema)
        return 0 if status == lib.VOX_OK else errno.ENOMEM

    def next(self, array: Any) -> int:
        """The library lets other threads run meanwhile: they are told that the stream is read, and
        one that releases it leaves this to the thread that reads."""
        if self.is_read:
            return errno.EBUSY
        self.is_read = True
        try:
            status: int = self.reading.next(array)[0]
            self.columns.counts = self.reading.counts(0)
        finally:
            self.is_read = False
        if self.is_released:
            self._end()
        return status

    def last_error(self) -> Any:
        failure = self.reading.failure
        if self.is_read:
            said = b"another thread reads from the stream"
        elif failure is None:
            said = self.reading.message()
        else:
            said = f"{type(failure).__name__}: {failure}".replace("\0", "\\0").encode()
        self.said = ffi.new("char[]", said) if said else ffi.NULL
        return self.said

    def release(self) -> None:
        self.is_released = True
        if not self.is_read:
            self._end()

    def _end(self) -> None:
        self.reading.close()
        self._alive.discard(self)


def _self(stream: Any) -> _Stream | None:
    """None after the release, which another thread may not have noticed."""
    return ffi.from_handle(stream.private_data) if stream.private_data else None


@ffi.def_extern(error=errno.EIO)
def vox_python_schema(stream: Any, schema: Any) -> int:
    read = _self(stream)
    return read.schema(schema) if read else errno.EBUSY


@ffi.def_extern(error=errno.EIO)
def vox_python_next(stream: Any, array: Any) -> int:
    read = _self(stream)
    return read.next(array) if read else errno.EBUSY


@ffi.def_extern()
def vox_python_message(stream: Any) -> Any:
    read = _self(stream)
    return read.last_error() if read else ffi.NULL


@ffi.def_extern()
def vox_python_stream_end(stream: Any) -> None:
    read, stream.private_data = _self(stream), ffi.NULL
    if read:
        read.release()
