# SPDX-License-Identifier: MIT
"""Writes JSON:API documents and NDJSON as Parquet or Arrow IPC, by pyarrow.

    python -m vox.columns FILE... --to FOLDER                  all tables, each as a file
    python -m vox.columns FILE... --to articles.parquet --table articles

The types come from all records, which are then read once more for all tables. FILE may be a pattern
in quotes. Compressed files are recognized. The progress is shown on a terminal. Malformed records
are in the table `malformed`.

Exit codes: 0 all records were written; 2 wrong usage, or nothing can be read or written; 3 all
records were written, and some of them are malformed or have an error."""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import sys
import time
import zlib
from typing import Any

import vox

FORMATS = ("parquet", "arrow")


def _writer(path: pathlib.Path, schema: Any) -> Any:
    import pyarrow
    import pyarrow.parquet

    if path.suffix == ".parquet":
        return pyarrow.parquet.ParquetWriter(path, schema, compression="zstd")
    return pyarrow.ipc.new_file(path, schema)


class _File:
    """The file of a table, which is written next to its place: what is there is whole."""

    def __init__(self, path: pathlib.Path, columns: vox.Columns):
        import pyarrow

        self.path, self.part = path, path.with_name(f".{path.stem}.part{path.suffix}")
        self.writer = _writer(self.part, pyarrow.schema(columns))

    def end(self) -> None:
        self.writer.close()
        os.replace(self.part, self.path)


def write(tables: vox.Tables, targets: dict[str, pathlib.Path], show: bool) -> None:
    """Writes tables in one pass."""
    import pyarrow

    files: dict[str, _File] = {}
    begin = time.monotonic()
    try:
        for name, path in targets.items():
            files[name] = _File(path, tables[name])
        for name, batch in tables.batches():
            if name in files:
                files[name].writer.write_batch(pyarrow.record_batch(batch))
            if show:
                megabytes = tables[name].counts.bytes / 1e6
                rate = megabytes / max(time.monotonic() - begin, 1e-9)
                print(f"\r{megabytes:,.0f} MB, {rate:,.0f} MB/s", end="\x1b[K", file=sys.stderr,
                      flush=True)
        for file in files.values():
            file.end()
    finally:
        for file in files.values():
            file.part.unlink(missing_ok=True)
    if show:
        print("\r\x1b[K", end="", file=sys.stderr)
    for name, path in targets.items():
        counts = tables[name].counts
        print(f"{path}: {counts.rows} rows, {counts.faults} with an error, "
              f"{counts.rests} with a rest")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m vox.columns", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--to", required=True, metavar="PATH", type=pathlib.Path,
                        help="a folder, or with --table a file that ends with .parquet or .arrow")
    parser.add_argument("--table", help="only this table")
    parser.add_argument("--as", dest="format", choices=FORMATS, default="parquet",
                        help="the format of the files of a folder; default parquet")
    parser.add_argument("--form", choices=("auto", "lines", "document"), default="auto")
    parser.add_argument("--schema", metavar="FILE", type=pathlib.Path,
                        help="the types, as `vox schema --json` and vox.schema make them; types of "
                             "resources that it does not know get tables, too")
    parser.add_argument("--share", metavar="PERCENT", type=int, default=100,
                        help="give a column the type that so many of 100 values have; the others "
                             "are in the column rest; default 100")
    parser.add_argument("--no-links", dest="links", action="store_false",
                        help="leave the members `links` out of the column rest")
    parser.add_argument("--workers", metavar="N", type=int, default=1,
                        help="read files of lines on so many cores; default 1")
    parser.add_argument("--places", action="store_true",
                        help="add the columns file and line, where each row comes from")
    return parser


def _file_of(name: str, folder: pathlib.Path, format: str, taken: set[str]) -> pathlib.Path:
    """The file of a table. A name that another table has, perhaps in other letters, gets a `_`."""
    name = name.replace("/", "_").replace("\0", "_")
    name = "_" + name if not name or name.startswith(".") else name
    while name.lower() in taken:
        name += "_"
    taken.add(name.lower())
    return folder / f"{name}.{format}"


def _targets(chosen: Any, names: list[str]) -> dict[str, pathlib.Path]:
    """The file of each table that is written."""
    to, is_file = chosen.to, chosen.to.suffix[1:] in FORMATS
    if chosen.table is not None:
        if chosen.table not in names:
            raise ValueError(f"there is no table {chosen.table}, but {', '.join(names)}")
        if not is_file:
            raise ValueError(f"{to} ends with neither .parquet nor .arrow")
        return {chosen.table: to}
    if to.is_file() or is_file and not to.is_dir():
        raise ValueError(f"{to} is a file, and a file has one table: give --to a folder, or choose "
                         f"with --table: {', '.join(names)}")
    taken: set[str] = set()
    to.mkdir(parents=True, exist_ok=True)
    return {name: _file_of(name, to, chosen.format, taken) for name in names}


def _write_all(chosen: Any) -> int:
    schema = json.loads(chosen.schema.read_bytes()) if chosen.schema else None
    tables = vox.tables(chosen.files, schema, form=chosen.form, share=chosen.share,
                        links=chosen.links, places=chosen.places, workers=chosen.workers)
    targets, faults = _targets(chosen, list(tables)), 0
    malformed = next((name for name, columns in tables.items()
                      if columns.description.get("table") == "malformed"), None)
    for name in list(tables):
        if name not in targets and name != malformed:
            del tables[name]
    write(tables, targets, sys.stderr.isatty())
    for name in targets:
        faults += tables[name].counts.faults if name != malformed else 0
    if not tables:
        print("vox.columns: the files have no records", file=sys.stderr)
    count = tables[malformed].counts.rows if malformed else 0
    if malformed and count:
        where = targets.get(malformed, f"--table {malformed} writes them")
        print(f"vox.columns: malformed records: {count} ({where})", file=sys.stderr)
    if faults:
        print(f"vox.columns: rows with an error: {faults} (see their column error)",
              file=sys.stderr)
    return 3 if count or faults else 0


def main(arguments: list[str] | None = None) -> int:
    chosen = _parser().parse_args(arguments)
    try:
        import pyarrow  # noqa: F401

        return _write_all(chosen)
    except (OSError, ImportError, ValueError, TypeError, EOFError, zlib.error) as error:
        print(f"vox.columns: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
else:  # `import vox.columns` leaves the function of this name what it is
    sys.modules[__name__] = vox.columns  # type: ignore[assignment]
