# SPDX-License-Identifier: MIT
"""Writes JSON:API documents and NDJSON as Parquet or Arrow IPC, by pyarrow.

    python -m vox.columns FILE... --to FOLDER                  all tables, each as a file
    python -m vox.columns FILE... --to articles.parquet --table articles

The types come from all records, which are read once more for each table. A file that ends with .gz
is decompressed. The progress is shown on a terminal."""

from __future__ import annotations

import argparse
import os
import pathlib
import sys
import time
from typing import Any

import vox

FORMATS = ("parquet", "arrow")


def _writer(path: pathlib.Path, schema: Any) -> Any:
    import pyarrow
    import pyarrow.parquet

    if path.suffix == ".parquet":
        return pyarrow.parquet.ParquetWriter(path, schema, compression="zstd")
    return pyarrow.ipc.new_file(path, schema)


def write(columns: vox.Columns, path: pathlib.Path, show: bool) -> None:
    """Writes a table, first next to its place: what is there is whole."""
    import pyarrow

    part, begin = path.with_name(f".{path.stem}.part{path.suffix}"), time.monotonic()
    try:
        with pyarrow.RecordBatchReader.from_stream(columns) as batches, \
                _writer(part, batches.schema) as file:
            for batch in batches:
                file.write_batch(batch)
                if show:
                    counts, taken = columns.counts, time.monotonic() - begin
                    print(f"\r{path.name}: {counts.rows:,} rows, {counts.bytes / 1e6:,.0f} MB, "
                          f"{counts.bytes / 1e6 / max(taken, 1e-9):,.0f} MB/s", end="\x1b[K",
                          file=sys.stderr, flush=True)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    if show:
        print("\r\x1b[K", end="", file=sys.stderr)
    print(f"{path}: {columns.counts.rows} rows, {columns.counts.faults} with an error, "
          f"{columns.counts.rests} with a rest")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m vox.columns", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--to", required=True, metavar="PATH",
                        help="a folder, or with --table a file that ends with .parquet or .arrow")
    parser.add_argument("--table", help="only this table")
    parser.add_argument("--as", dest="format", choices=FORMATS, default="parquet",
                        help="the format of the files of a folder; default parquet")
    parser.add_argument("--form", choices=("auto", "lines", "document"), default="auto")
    chosen = parser.parse_args(arguments)
    to = pathlib.Path(chosen.to)
    try:
        import pyarrow  # noqa: F401

        tables = vox.tables(chosen.files, form=chosen.form)
        if chosen.table is not None and chosen.table not in tables:
            raise LookupError(f"there is no table {chosen.table}, but {', '.join(tables)}")
        if chosen.table is not None and to.suffix[1:] not in FORMATS:
            raise ValueError(f"{to} ends with neither .parquet nor .arrow")
        show, faults = sys.stderr.isatty(), 0
        if chosen.table is None:
            to.mkdir(parents=True, exist_ok=True)
        for name, columns in tables.items():
            if chosen.table in (None, name):
                file = to if chosen.table else to / f"{name.replace('/', '_')}.{chosen.format}"
                write(columns, file, show)
                faults += columns.counts.faults
        return 1 if faults else 0
    except (OSError, ImportError, LookupError, ValueError, EOFError) as error:
        print(f"vox.columns: {error.args[0] if isinstance(error, LookupError) else error}",
              file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
else:  # `import vox.columns` leaves the function of this name what it is
    sys.modules[__name__] = vox.columns  # type: ignore[assignment]
