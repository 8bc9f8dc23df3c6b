# SPDX-License-Identifier: MIT
"""One table or all tables of a source, with the types of its values."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from typing import Any

from vox._columns import Columns, Description, Names, Untyped, described, name_of, options_of
from vox._core import ffi, lib
from vox._errors import check, error_of
from vox._sources import Pieces, Reader, Source, Text


def columns(source: Source, columns: Names, *, share: int = 100, form: str = "auto",
            errors: str = "row", batch_rows: int = 0, batch_bytes: int = 0, max_record: int = 0,
            file: str | None = None) -> Columns:
    """The records of a source as columns.

    `columns` is a description, such as a table of `vox.schema`, or a list: of objects with name,
    path and type, or of paths as for `vox select`, also as name=path. A path gets the type of its
    values. With a `share` below 100, so many in 100 of the values must have the type. Finding the
    type reads the source once more. If the source can be read only once, its beginning (64 KiB or
    more) shows the types, and later values that do not fit are in `rest`.
    With a list, records that are not JSON:API may be any JSON values: the beginning of the source
    shows what they are.

    `form` is "auto", "lines" (NDJSON) or "document". A malformed record is a row with its error;
    with `errors="stop"` it ends the stream, and with "skip" it is only counted. With "skip" and
    "strict" the records of other tables are passed over, and with "strict" a malformed record ends
    the stream. The limits are those of vox_columns_options in vox/columns.h. `file` is the name in errors.

    Raises `Error` for a description that is refused, and warns of a path that no record has."""
    text, description = Text(source, file), described(columns)
    options = options_of(form, errors, batch_rows, batch_bytes, max_record)
    if not isinstance(columns, Mapping) and is_plain(text, options):
        description["table"] = "records"
    if any(isinstance(each, Untyped) for each in description.get("columns", ())):
        description = _typed(text if text.repeats else text.head(), description, share, options)
    return Columns(text, description, options)


def is_plain(text: Text, options: Any) -> bool:
    """Whether the beginning of a text has records, and none of them is JSON:API. A beginning that
    ends inside the first record shows nothing, so the whole text is then read if it can be read
    again."""
    tables = _schema(text.head(), 100, options_like(options))["tables"]
    if not tables and text.repeats:
        tables = _schema(text, 100, options_like(options))["tables"]
    return bool(tables) and all(table["table"] == "records" for table in tables)


def options_like(options: Any) -> Any:
    """The options for a schema, which passes malformed records over."""
    made = ffi.new("vox_columns_options *", options[0])
    made.fault = lib.VOX_COLUMNS_ROW
    return made


def _typed(text: Text | Pieces, description: Description, share: int,
           options: Any) -> Description:
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
        if isinstance(column, Untyped):
            is_whole = isinstance(text, Text)
            if rows and seen["seen"]["absent"] == rows and is_whole:
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
    taken = {name_of(column) for column in table.get("columns", ())}
    placed = dict(table)
    for word in ("file", "line"):
        name, number = word, 1
        while name in taken:
            name = f"{word}.of.row" if number == 1 else f"{word}.of.row.{number}"
            number += 1
        taken.add(name)
        placed[word] = name
    return placed


_RECORDS: Description = {"table": "records", "columns": []}
_MALFORMED: Description = {"table": "malformed"}


def _has_rest(text: Pieces, table: Description, options: Any) -> bool:
    """Whether a row of the text has values that no column has."""
    made, reader = Columns(text, table, options), Reader(text)
    stream, array = ffi.new("struct ArrowArrayStream *"), ffi.new("struct ArrowArray *")
    check(lib.vox_columns_stream(made._columns, reader.source, made._options, stream))
    while stream.get_next(stream, array) == 0 and array.release:
        array.release(array)
    counts = ffi.new("vox_columns_counts *")
    check(lib.vox_columns_counts_of(stream, counts))
    stream.release(stream)
    return bool(counts.rests)


def tables(source: Source, schema: Description | None = None, *, only: bool = False,
           share: int = 100, links: bool = True, places: bool = False, form: str = "auto",
           errors: str = "table", batch_rows: int = 0, batch_bytes: int = 0,
           max_record: int = 0) -> dict[str, Columns]:
    """All tables of a source by their names: a type for its resources, `included_` and a type,
    `relationships`, `included_relationships`, `records` (what is not JSON:API), and `malformed`
    if a record is malformed. A name that is taken gets a `_` at its end. Each record is in one of
    the tables of resources, records and malformed records; columns.md says which, for documents
    that are not JSON:API.

    The source is read once for the types, and then once for each table that is read: all tables
    of a source of 40 types take more than 40 passes. So the source must be one that can be read
    again. With a `schema`, the tables have the types of the schema, and what it does
    not know gets tables of its own. With `only=True` as well, there are only the tables of the
    schema, `records` and `malformed`, and the source is not read for the types: `counts.skipped`
    of a table has the other resources.

    With a `share` below 100, a column has the type of so many in 100 of its values, and the
    others are in the column `rest`. With `links=False`, the members `links` are not in `rest`. With
    `places=True`, each row has the name of its file and its line in the columns `file` and `line`.
    With `errors="stop"`, the stream of a table ends at the first malformed record that it reads, with
    an error that has the file, the line and the column. The stream of `malformed` ends at each
    one."""
    text, known = Text(source), [] if schema is None else _tables_of(schema)
    if not text.repeats:
        raise ValueError("vox.tables reads a source several times, and this "
                         f"{type(source).__name__} can be read only once: write it to a file, or "
                         "join its pieces")
    if errors not in ("table", "stop"):
        raise ValueError("errors is one of table, stop")
    if only and schema is None:
        raise ValueError("only=True is for a schema")
    options = options_of(form, "skip" if errors == "table" else "strict", batch_rows, batch_bytes,
                         max_record)
    faults = True
    if not only:
        found = _schema(text, share, options_like(options))
        faults = found["seen"]["faults"] > 0
        known += [table for table in found["tables"] if not _has(known, table)]
    for table in (_RECORDS,) * only + (_MALFORMED,) * faults:
        if not _has(known, table):
            known.append(table)
    made: dict[str, Columns] = {}
    for table in known:
        is_empty = table.get("seen", {}).get("rows") and not table.get("columns")
        if is_empty and _has_rest(text.head(), table, options):
            warnings.warn(f"the table {_name_of(table, made)!r} has no column: its values are in "
                          "rest", stacklevel=2)
        if not links and table.get("table", "resources") in ("resources", "included"):
            table = {**table, "links": False}
        if places:
            table = _placed(table)
        made[_name_of(table, made)] = Columns(text, table, options)
    return made
