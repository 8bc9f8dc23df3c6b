# SPDX-License-Identifier: MIT
"""Readings: passes over a source that give batches, of one table or of several, by one core or by
several.

A reading has the methods next, counts, message and close, and the exception of its source. Several
cores read the parts of a file of lines, which end with a line: the library knows where each part
begins in its file, so the rows and the places of errors are those of one core."""

from __future__ import annotations

import errno
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from typing import Any, NamedTuple, Union

from vox._core import ffi, lib
from vox._errors import Status, check
from vox._sources import Bytes, Pieces, Reader, Text

# The bytes of a part, and how many may have no end of a line before the file is read as a whole.
_PART, _LONGEST_PART = 1 << 22, 1 << 25


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


def _counts_of(counted: Any) -> Counts:
    return Counts(*(getattr(counted, name) for name in Counts._fields))


def new_array() -> Any:
    """An array that is released when nobody takes it."""
    return ffi.gc(ffi.new("struct ArrowArray *"),
                  lambda array: array.release(array) if array.release else None)


def move_array(array: Any, to: Any) -> None:
    to[0] = array[0]
    array.release = ffi.NULL


class Part:
    """Lines of a file, or a file that only one core can read."""

    def __init__(self, name: str, place: tuple[int, int], read: Iterator[Bytes], is_whole: bool):
        self.name, self.place, self.read, self.is_whole = name, place, read, is_whole

    def pieces(self) -> Iterator[tuple[str | None, Bytes]]:
        name: str | None = self.name
        for piece in self.read:
            yield name, piece
            name = None


AnyText = Union[Text, Pieces, Part]


class OneTable:
    """A table, read by one core."""

    def __init__(self, columns: Any, options: Any, text: AnyText):
        self.reader = Reader(text)
        self.stream = ffi.new("struct ArrowArrayStream *")
        check(lib.vox_columns_stream(columns, self.reader.source, options, self.stream))

    def next(self, array: Any) -> tuple[int, int]:
        """Reads a batch: a number that is 0 without an error, and the number of its table."""
        return self.stream.get_next(self.stream, array), 0

    def counts(self, table: int) -> Counts:
        counted = ffi.new("vox_columns_counts *")
        check(lib.vox_columns_counts_of(self.stream, counted))
        return _counts_of(counted)

    def message(self) -> bytes:
        said = self.stream.get_last_error(self.stream)
        return ffi.string(said) if said else b""

    @property
    def failure(self) -> BaseException | None:
        return self.reader.failure

    def close(self) -> None:
        self.stream.release(self.stream)


class SeveralTables:
    """Several tables in one pass, read by one core."""

    def __init__(self, columns: Sequence[Any], options: Any, text: AnyText):
        self.reader = Reader(text)
        made, listed = ffi.new("vox_tables **"), ffi.new("const vox_columns *[]", list(columns))
        check(lib.vox_tables_new(listed, len(columns), self.reader.source, options, made))
        self.tables = made[0]
        self.number = ffi.new("size_t *")

    def next(self, array: Any) -> tuple[int, int]:
        return lib.vox_tables_next(self.tables, self.number, array), self.number[0]

    def counts(self, table: int) -> Counts:
        counted = ffi.new("vox_columns_counts *")
        check(lib.vox_tables_counts_of(self.tables, table, counted))
        return _counts_of(counted)

    def message(self) -> bytes:
        said = lib.vox_tables_message(self.tables)
        return ffi.string(said) if said else b""

    @property
    def failure(self) -> BaseException | None:
        return self.reader.failure

    def close(self) -> None:
        lib.vox_tables_free(self.tables)


# --- parts ------------------------------------------------------------------------------------


def _line_end(view: memoryview, at: int) -> int:
    """Where the first line ends that ends at or after a place; 0 if none does."""
    for begin in range(at, len(view), 1 << 16):
        found = bytes(view[begin:begin + (1 << 16)]).find(b"\n")
        if found >= 0:
            return begin + found + 1
    return 0


def _is_lines(text: bytes, longest: int) -> bool:
    """Whether the first line of a file shows for sure that the file consists of lines: it is a
    whole value, or has an error that is not its end."""
    at, mark = 0, b"\xef\xbb\xbf"
    while (end := text.find(b"\n", at)) >= 0:
        line = text[at:end]
        at = end + 1
        if line.removeprefix(mark).strip(b" \t\r"):
            tree = ffi.new("vox_tree **")
            status = lib.vox_tree_parse(line, len(line), ffi.NULL, tree, ffi.NULL)
            lib.vox_tree_free(tree[0])
            return len(line) <= longest and Status(status).name != "ERROR_END"
    return False


class _Parts:
    """The parts of the files of a text, in their order. The pieces of a part that is whole must be
    read before the next part."""

    def __init__(self, text: Text, form: int, longest: int, size: int):
        self.pieces = text.pieces()
        self.form, self.longest, self.size = form, longest, size
        self.keeps = text.keeps
        self.ahead: tuple[str, Bytes] | None = None  # the first piece of the next file

    def __iter__(self) -> Iterator[Part]:
        begun = next(self.pieces, None)
        self.ahead = None if begun is None else (begun[0] or "", begun[1])
        while self.ahead:
            (name, first), self.ahead = self.ahead, None
            yield from self._file(name, self._rest_of_file(first))

    def _rest_of_file(self, first: Bytes) -> Iterator[Bytes]:
        yield first
        for name, piece in self.pieces:
            if name is not None:
                self.ahead = name, piece
                return
            yield piece

    def _file(self, name: str, pieces: Iterator[Bytes]) -> Iterator[Part]:
        held: list[Bytes] = []
        length = offset = lines = 0
        is_split = self.form == lib.VOX_COLUMNS_LINES
        may_split = self.form != lib.VOX_COLUMNS_DOCUMENT
        for piece in pieces:
            stays = self.keeps or isinstance(piece, bytes)  # when the next piece is read
            view = memoryview(piece if stays else bytes(piece)).cast("B")
            while may_split and length + len(view) > self.size:
                end = _line_end(view, max(0, self.size - length))
                if not end:
                    break
                part = [*held, view[:end]]
                is_split = is_split or _is_lines(b"".join(part), self.longest)
                if not is_split:
                    may_split = False
                    break
                yield Part(name, (offset, lines), iter(part), False)
                offset += length + end
                lines += sum(bytes(each).count(b"\n") for each in part)
                held, length, view = [], 0, view[end:]
            held.append(view)
            length += len(view)
            if length > _LONGEST_PART or not may_split:
                yield Part(name, (offset, lines), chain(held, pieces), True)
                return
        yield Part(name, (offset, lines), iter(held), False)


# --- several cores ------------------------------------------------------------------------------


class _Read(NamedTuple):
    """What was read of a part."""

    batches: list[tuple[int, Any]]
    counts: list[Counts]
    status: int
    message: bytes
    failure: BaseException | None


class Parallel:
    """The same, read by several cores: they read parts of the source ahead, in threads."""

    def __init__(self, make: Callable[[Any], Any], text: Text, options: Any, tables: int,
                 workers: int):
        self.make, self.tables, self.ahead = make, tables, 2 * workers
        self.parts = iter(_Parts(text, options.form, options.max_record, _PART))
        self.pool = ThreadPoolExecutor(workers)
        self.pending: deque[Future[_Read]] = deque()
        self.ready: deque[tuple[int, Any]] = deque()
        self.whole: Part | None = None  # follows what is pending
        self.inline: Any = None         # reads it
        self.read = [Counts()] * tables
        self.status, self.said = 0, b""
        self.failure: BaseException | None = None
        self.stopped: BaseException | None = None  # the source ended with it

    def _read(self, part: Part) -> _Read:
        reading = self.make(part)
        batches: list[tuple[int, Any]] = []
        try:
            while True:
                array = new_array()
                status, table = reading.next(array)
                if status or not array.release:
                    counts = [reading.counts(number) for number in range(self.tables)]
                    return _Read(batches, counts, status, reading.message(), reading.failure)
                batches.append((table, array))
        finally:
            reading.close()

    def _fill(self) -> None:
        while self.whole is None and self.stopped is None and len(self.pending) < self.ahead:
            try:
                part = next(self.parts, None)
            except BaseException as failure:
                self.stopped = failure
                return
            if part is None:
                return
            if part.is_whole:
                self.whole = part
            else:
                self.pending.append(self.pool.submit(self._read, part))

    def _take(self, read: _Read) -> None:
        self.ready.extend(read.batches)
        self.read = [Counts(*map(sum, zip(*both))) for both in zip(self.read, read.counts)]
        self.status, self.said, self.failure = read.status, read.message, read.failure

    def _end_inline(self, status: int) -> None:
        counts = [self.inline.counts(number) for number in range(self.tables)]
        self._take(_Read([], counts, status, self.inline.message(), self.inline.failure))
        self.inline.close()
        self.inline = None

    def next(self, array: Any) -> tuple[int, int]:
        while not self.ready and not self.status:
            if self.inline is not None:
                status, table = self.inline.next(array)
                if not status and array.release:
                    return 0, table
                self._end_inline(status)
                continue
            self._fill()
            if self.pending:
                self._take(self.pending.popleft().result())
            elif self.whole is not None:
                self.inline, self.whole = self.make(self.whole), None
            elif self.stopped is not None:
                self.status, self.failure = errno.EIO, self.stopped
            else:
                break
        array.release = ffi.NULL
        if not self.ready:
            return self.status, 0
        table, batch = self.ready.popleft()
        move_array(batch, array)
        return 0, table

    def counts(self, table: int) -> Counts:
        inline = self.inline.counts(table) if self.inline is not None else Counts()
        return Counts(*map(sum, zip(self.read[table], inline)))

    def message(self) -> bytes:
        return self.said

    def close(self) -> None:
        self.pool.shutdown(cancel_futures=True)
        self.pending.clear()
        self.ready.clear()
        if self.inline is not None:
            self._end_inline(0)


def check_workers(workers: int) -> int:
    if not isinstance(workers, int) or workers < 1:
        raise ValueError("workers is how many cores read: 1 or more")
    return workers
