# SPDX-License-Identifier: MIT
"""One table or all tables of a source, with the types of its values."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

from vox._columns import Batch, Columns, Description, Names, Untyped, described, name_of, options_of
from vox._core import ffi, lib
from vox._errors import Error, check, error_of
from vox._readings import Parallel, SeveralTables, check_workers, new_array
from vox._sources import Pieces, Reader, Source, Text

# How much of a source that is read once shows the types of paths: as much as a batch has.
_TYPES_HEAD = 16 << 20


def columns(source: Source, columns: Names, *, share: int = 100, form: str = "auto",
            errors: str = "row", batch_rows: int = 0, batch_bytes: int = 0, max_record: int = 0,
            file: str | None = None, workers: int = 1) -> Columns:
    """The records of a source as columns.

    `columns` is a description, such as a table of `vox.schema`, or a list: of objects with name,
    path and type, or of paths as for `vox select`, also as name=path. A path gets the type of its
    values. With a `share` below 100, so many in 100 of the values must have the type. Finding the
    type reads the source once more. If the source can be read only once, its beginning (16 MiB or
    more) shows the types, and later values that do not fit are in `rest`.

    With a list there is no column `rest`, unless a value may not fit: if the list has types, if
    `share` is below 100, or if only the beginning shows the types. "rest" in a description decides
    otherwise. With a list, records that are not JSON:API may be any JSON values: the beginning of
    the source, and where the paths lead to values, shows what they are.

    `form` is "auto", "lines" (NDJSON) or "document". A malformed record is a row with its error;
    with `errors="stop"` it ends the stream, and with "skip" it is only counted. With "skip" and
    "strict" the records of other tables are passed over, and with "strict" a malformed record ends
    the stream. The limits are those of vox_columns_options in vox/columns.h. `file` is the name in
    errors. So many `workers` read parts of files of lines, each on a core of its own: the rows and
    their order are the same, but not the batches.

    Raises `Error` for a description that is refused, and warns of a path that no record has."""
    text, description = Text(source, file), described(columns)
    options = options_of(form, errors, batch_rows, batch_bytes, max_record)
    check_workers(workers)
    is_list, fits = not isinstance(columns, Mapping), True
    if is_list:
        choose_table(text, description, options)
        description["rest"] = False
    listed = description.get("columns", ())
    if any(isinstance(each, Untyped) for each in listed):
        description, fits = _typed(text, description, share, options)
    given = (each for each in listed if isinstance(each, Mapping) and not isinstance(each, Untyped))
    if is_list and not (fits and all(each.get("type", "json") in ("json", "absent") for each in given)):
        del description["rest"]
    return Columns(text, description, options, workers)


def choose_table(text: Text, description: dict[str, Any], options: Any) -> None:
    """Makes a description one of records if the beginning of a text has records, and none of them
    is JSON:API; or if more paths lead to values of its records than of its resources. A beginning
    that ends inside the first record shows nothing, so the whole text is then read if it can be
    read again."""
    options, head = options_like(options), text.head()
    tables = _schema(head, 100, options)["tables"]
    if not tables and text.repeats:
        tables = _schema(text, 100, options)["tables"]
    if not tables:
        return
    if all(table["table"] == "records" for table in tables):
        description["table"] = "records"
        return
    paths = [column for column in description.get("columns", ()) if isinstance(column, Mapping)]
    wanted = [{"name": str(number), "path": column.get("path", column.get("name"))}
              for number, column in enumerate(paths)]
    if len(_found(head, "resources", wanted, options)) < len(wanted):
        records = _found(head, "records", [*wanted, {"name": "type"}], options)
        is_bare = "type" in records  # not resources in documents
        if is_bare and len(records) - 1 > len(_found(head, "resources", wanted, options)):
            description["table"] = "records"


def _found(text: Pieces, table: str, columns: list[Any], options: Any) -> list[str]:
    """The names of columns that have a value."""
    made = Columns(text, {"table": table, "rest": False, "columns": columns}, options)
    seen = _seen(made, text, 100, options)
    return [column["name"] for column in seen["columns"]
            if column["seen"]["absent"] + column["seen"]["null"] < seen["seen"]["rows"]]


def options_like(options: Any) -> Any:
    """The options for a schema, which passes malformed records over."""
    made = ffi.new("vox_columns_options *", options[0])
    made.fault = lib.VOX_COLUMNS_ROW
    return made


def _seen(made: Columns, text: Text | Pieces, share: int, options: Any) -> Any:
    """The description, with the types of the values and what was counted."""
    counted = check_share(share)
    reader, buffer, error = Reader(text), ffi.new("vox_buffer *"), ffi.new("vox_error *")
    try:
        if lib.vox_schema_columns(made._columns, reader.source, options_like(options), counted,
                                  buffer, error) != lib.VOX_OK:
            raise reader.failure or error_of(error)
        return json.loads(ffi.buffer(buffer.bytes, buffer.length)[:])
    finally:
        lib.vox_buffer_free(buffer)


def _typed(text: Text, description: Description, share: int,
           options: Any) -> tuple[dict[str, Any], bool]:
    """The description, in which columns without a type have that of their values, and whether all
    values fit."""
    made, least = Columns(text, description, options), _TYPES_HEAD
    seen_text: Text | Pieces = text if text.repeats else text.head(least)
    found = _seen(made, seen_text, share, options)
    while isinstance(seen_text, Pieces) and not seen_text.is_whole and not found["seen"]["rows"]:
        least *= 4  # a document that is read as a whole ends later
        seen_text = text.head(least)
        found = _seen(made, seen_text, share, options)
    rows, typed = found["seen"]["rows"], []
    fits = is_whole = isinstance(seen_text, Text) or seen_text.is_whole
    for column, seen in zip(description["columns"], found["columns"]):
        if isinstance(column, Untyped):
            if rows and seen["seen"]["absent"] == rows and is_whole:
                warnings.warn(f"no record has the path {column['path']!r}: its column is null",
                              stacklevel=3)
            fits = fits and not seen["seen"]["other"]
            column = _without_seen({**seen, **column})
        typed.append(column)
    return {**description, "columns": typed}, fits


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


_KINDS = "resources", "included", "relationships", "included_relationships", "records", "malformed"


def _type_name(type: str) -> str:
    """The name of a type in the name of its table. A type that is called as other tables are gets
    the prefix `resources_`, so that no two tables have one name."""
    begins = tuple(f"{kind}_" for kind in _KINDS[:3])
    return f"resources_{type}" if type in _KINDS or type.startswith(begins) else type


def _name_of(table: Description, taken: Mapping[str, Any]) -> str:
    kind, type = str(table.get("table", "resources")), table.get("type")
    name = kind
    if type is not None:
        name = _type_name(str(type)) if kind == "resources" else f"{kind}_{_type_name(str(type))}"
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


class Tables(dict[str, Columns]):
    """All tables of a source by their names, made by `vox.tables`. Each of them reads the source
    for itself; `batches` reads it once for all of them."""

    def __init__(self, made: Mapping[str, Columns], text: Text, options: Any, workers: int):
        super().__init__(made)
        self._text, self._options, self._workers = text, options, workers

    def batches(self) -> Iterator[tuple[str, Batch]]:
        """The batches of all tables in one pass over the source, each with the name of its table,
        for as long as this dict has the table. The batches of one table come in the order of its
        records. All tables together hold about four times `batch_bytes`; the `counts` of each
        table are up to date.

        Raises the exception of the source, and with `errors="stop"` an `Error` at the first
        malformed record."""
        names, chosen = list(self), list(self.values())

        def make(text: Any) -> SeveralTables:
            return SeveralTables([each._columns for each in chosen], self._options, text)

        if not chosen:
            return
        reading = make(self._text) if self._workers == 1 else Parallel(
            make, self._text, self._options, len(chosen), self._workers)
        try:
            while True:
                array = new_array()
                status, table = reading.next(array)
                if status:
                    raise reading.failure or _failure(status, reading.message())
                if not array.release:
                    break
                chosen[table].counts = reading.counts(table)
                yield names[table], Batch(chosen[table], array)
            for number, each in enumerate(chosen):
                each.counts = reading.counts(number)
        finally:
            reading.close()


def _failure(status: int, message: bytes) -> BaseException:
    said = message.decode("utf-8", "replace")
    return MemoryError(said) if status == lib.VOX_ERROR_MEMORY else Error(status, said)


def tables(source: Source, schema: Description | None = None, *, only: bool = False,
           share: int = 100, links: bool = True, places: bool = False, form: str = "auto",
           errors: str = "table", batch_rows: int = 0, batch_bytes: int = 0,
           max_record: int = 0, workers: int = 1) -> Tables:
    """All tables of a source by their names: a type for its resources, `included_` and a type,
    `relationships`, `included_relationships`, `records` (what is not JSON:API), and `malformed`
    if a record is malformed. A type that has the name of another table, such as "records", gets the
    prefix `resources_`, with a warning. Each record is in one of the tables of resources, records
    and malformed records; columns.md says which, for documents that are not JSON:API.

    The source is read once for the types, and then once for each table that is read, or once for
    all tables by `Tables.batches`. So the source must be one that can be read again. With a
    `schema`, the tables have the types of the schema, and what it does not know gets tables of its
    own. With `only=True` as well, there are only the tables of the schema, `records` and
    `malformed`, and the source is not read for the types, so it may be one that is read once, by
    `batches` or by one table: `counts.skipped` of a table has the other resources.

    With a `share` below 100, a column has the type of so many in 100 of its values, and the
    others are in the column `rest`. With `links=False`, the members `links` are not in `rest`. With
    `places=True`, each row has the name of its file and its line in the columns `file` and `line`.
    With `errors="stop"`, the stream of a table ends at the first malformed record that it reads, with
    an error that has the file, the line and the column. The stream of `malformed` ends at each
    one. So many `workers` read parts of files of lines, as for `vox.columns`; one core finds the
    types."""
    text, known = Text(source), [] if schema is None else _tables_of(schema)
    check_workers(workers)
    if not text.repeats and not only:
        raise ValueError("vox.tables reads a source several times, and this "
                         f"{source.__class__.__name__} can be read only once: write it to a file, or "
                         "join its pieces; or give a schema and only=True")
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
        type = table.get("type")
        if isinstance(type, str) and type != _type_name(type) and table.get("table") != "relationships":
            warnings.warn(f"the type {type!r} has the name of another table: its table is "
                          f"{_name_of(table, made)!r}", stacklevel=2)
        if not links and table.get("table", "resources") in ("resources", "included"):
            table = {**table, "links": False}
        if places:
            table = _placed(table)
        made[_name_of(table, made)] = Columns(text, table, options, workers)
    return Tables(made, text, options, workers)
