# SPDX-License-Identifier: MIT
"""The job: a row for each article, with the name of its author from `included`.

A malformed record is a row with its error. The job needs no other members of the records, so it has
no column `rest`."""

import hashlib
import json
import os

DESCRIPTION = {"type": "articles", "rest": False, "columns": [
    {"name": "id", "type": "utf8"},
    {"name": "title", "type": "utf8"},
    {"name": "writer", "path": "author.name", "type": "utf8"},
]}


def read_part(path, begin, end):
    """The lines of a file that begin in a range of its bytes."""
    with open(path, "rb") as file:
        if begin > 0:
            file.seek(begin - 1)
            file.readline()  # the end of a line that begins before
        at, piece = file.tell(), b"\n"
        while at < end and (piece := file.read(min(1 << 18, end - at))):
            at += len(piece)
            yield piece
        if not piece.endswith(b"\n"):
            yield file.readline()


def parts_of(paths, size):
    """Ranges of about so many bytes, as (path, begin, end)."""
    return [(path, begin, min(begin + size, length))
            for path in paths for length in [os.path.getsize(path)]
            for begin in range(0, length, size)]


class Rows:
    """Rows in any order: how many, how many with an error, and the hash over all."""

    def __init__(self, rows):
        lines = sorted(json.dumps(row) for row in rows)
        self.count = len(lines)
        self.errors = sum(json.loads(line)[-1] is not None for line in lines)
        self.hash = hashlib.sha256("\n".join(lines).encode()).hexdigest()

    def __eq__(self, other):
        return (self.count, self.hash) == (other.count, other.hash)

    def __str__(self):
        return f"{self.count} rows, {self.errors} errors, {self.hash[:16]}"
