# SPDX-License-Identifier: MIT
"""Sources: where text comes from, as pieces of bytes.

A source is a path, a file that is open in binary mode, bytes, an iterable of bytes, or a list of
such sources. Text that gzip has compressed is recognized by its first two bytes."""

from __future__ import annotations

import errno
import os
import zlib
from collections.abc import Iterable, Iterator
from typing import IO, Any, Union

from vox._core import ffi, lib

Bytes = Union[bytes, bytearray, memoryview]
Source = Union[str, "os.PathLike[str]", IO[bytes], Bytes, Iterable[Any]]

_PIECE = 1 << 18


def _read_path(path: str | os.PathLike[str]) -> Iterator[Bytes]:
    """One buffer for all pieces: each is used up before the next."""
    room = memoryview(bytearray(_PIECE))
    with open(path, "rb", buffering=0) as file:
        while length := file.readinto(room):
            yield room[:length]


def _read_file(file: IO[bytes], begin: int | None) -> Iterator[Bytes]:
    if begin is not None:
        file.seek(begin)
    while piece := file.read(_PIECE):
        if isinstance(piece, str):
            raise TypeError("the file is open in text mode: open it with 'rb'")
        yield piece


def _unzipped(pieces: Iterator[Bytes]) -> Iterator[Bytes]:
    """The pieces, or what is compressed in them: all members of a gzip file."""
    first: Bytes = b""
    for piece in pieces:
        first = piece if len(piece) > 1 and not first else b"".join((first, piece))
        if len(first) > 1:
            break
    if first[:2] != b"\x1f\x8b":
        yield first
        yield from pieces
        return
    member = zlib.decompressobj(31)
    waiting: Iterator[Bytes] = iter((first,))
    for some in (waiting, pieces):
        for piece in some:
            while len(piece):
                if member.eof:
                    member = zlib.decompressobj(31)
                plain = member.decompress(piece, 1 << 20)
                yield plain
                piece = member.unused_data if member.eof else member.unconsumed_tail
                if member.eof and not piece.strip(b"\0"):
                    break
    if not member.eof:
        raise EOFError("the compressed text ends too early")


class Text:
    """What a source gives, once or, where that is possible, again and again."""

    def __init__(self, source: Source, file: str | None = None):
        self.source = source
        self.file = file
        self.parts: list[Text] = []
        self.begin: int | None = None
        self.used = False
        self.repeats = True
        if isinstance(source, (str, os.PathLike)):
            self.file = file or os.fspath(source)
        elif isinstance(source, (bytes, bytearray, memoryview)):
            pass
        elif isinstance(source, list):
            self.parts = [Text(part, file) for part in source]
            self.repeats = all(part.repeats for part in self.parts)
        elif hasattr(source, "read"):
            self.file = file or (source.name if isinstance(getattr(source, "name", 0), str) else None)
            self.repeats = bool(getattr(source, "seekable", bool)())
            self.begin = source.tell() if self.repeats else None
        elif isinstance(source, Iterable):
            self.repeats = False
        else:
            raise TypeError(f"{type(source).__name__} is no source: give a path, a binary file, "
                            "bytes, an iterable of bytes, or a list of these")

    def _raw(self) -> Iterator[Bytes]:
        source: Any = self.source
        if isinstance(source, (str, os.PathLike)):
            return _read_path(source)
        if isinstance(source, (bytes, bytearray, memoryview)):
            return iter((memoryview(source).cast("B"),))
        return _read_file(source, self.begin) if hasattr(source, "read") else iter(source)

    def pieces(self) -> Iterator[tuple[str | None, Bytes]]:
        """The pieces of text, and with the first of each file its name."""
        if self.used and not self.repeats:
            raise ValueError("the source was read before, and cannot be read again")
        self.used = True
        return self._pieces()

    def _pieces(self) -> Iterator[tuple[str | None, Bytes]]:
        for part in self.parts:
            yield from part.pieces()
        if not isinstance(self.source, list):
            name: str | None = self.file or ""
            for piece in _unzipped(self._raw()):
                if len(piece) or name is not None:
                    yield name, piece
                    name = None


class Reader:
    """Gives pieces to the library. The exception that ends them stays here."""

    _alive: set[Reader] = set()

    def __init__(self, text: Text):
        self.pieces = text.pieces()
        self.kept: Any = None
        self.failure: BaseException | None = None
        self.handle = ffi.new_handle(self)
        self.source = ffi.new("vox_source *", {
            "read": lib.vox_python_read, "release": lib.vox_python_source_end,
            "context": self.handle,
        })
        self._alive.add(self)

    def read(self, piece: Any) -> int:
        try:
            file, text = next(self.pieces, (None, None))
            if text is not None:
                name = ffi.NULL if file is None else ffi.new("char[]", os.fsencode(file))
                buffer = ffi.from_buffer("char[]", text)
                piece.bytes, piece.length, piece.file = buffer, len(buffer), name
                self.kept = buffer, name
            return 0
        except BaseException as failure:
            self.failure = failure
            return errno.EIO


@ffi.def_extern(error=errno.EIO)
def vox_python_read(context: Any, piece: Any) -> int:
    return ffi.from_handle(context).read(piece)


@ffi.def_extern()
def vox_python_source_end(context: Any) -> None:
    reader = ffi.from_handle(context)
    Reader._alive.discard(reader)
    reader.pieces, reader.kept = iter(()), None
