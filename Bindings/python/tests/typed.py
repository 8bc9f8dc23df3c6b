# SPDX-License-Identifier: MIT
"""A program that a type checker accepts: see Scripts/check-python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal

import vox

document: vox.Document = vox.parse(b'{"price": 1.5}', parse_float=Decimal)
mapping: Mapping[str, object] = document
text: bytes = document.write("compact")
pointers: list[str] = [finding.pointer for finding in document.validate()]
columns: vox.Columns = vox.columns(["b.ndjson", "a.ndjson"], ["id", {"name": "year", "type": "int64"}])
tables: dict[str, vox.Columns] = vox.tables("a.ndjson.gz", links=False, share=99)
rows: Iterable[dict[str, object]] = vox.select(open("a.ndjson", "rb"), ["id"])
number: int = columns.counts.rows
batches: Iterable[tuple[str, vox.Batch]] = vox.tables("2026-*.ndjson", workers=2).batches()
lengths: list[int] = [len(batch) for _, batch in batches]
