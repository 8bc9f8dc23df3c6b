# SPDX-License-Identifier: MIT
"""Sources: where text comes from, as pieces of bytes.

A source is a path, a file that is open in binary mode, or bytes. An iterable of bytes, also a
list, is one text in pieces. A list or tuple of other sources is all of them, one after the other.
Text that gzip, bzip2, xz or zstd has compressed is recognized by its first bytes. Other files that are
no text, and UTF-16, are refused."""

from __future__ import annotations

import bz2
import errno
import lzma
import mmap
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from itertools import chain
from typing import IO, Any, Union

from vox._core import ffi, lib

Bytes = Union[bytes, bytearray, memoryview]
_BUFFERS = bytes, bytearray, memoryview, mmap.mmap
Source = Union[str, "os.PathLike[str]", IO[bytes], Bytes, Iterable[Any]]

_PIECE = 1 << 18

# How much is decompressed at once. zlib copies what it has left over, so a long piece is cut.
_PACKED = 1 << 14

# How much of a source shows what its records are: so many bytes, and more until a line ends.
_HEAD, _LONGEST_HEAD = 1 << 16, 1 << 20


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


def _checked(pieces: Iterable[Any]) -> Iterator[Bytes]:
    for piece in pieces:
        if not isinstance(piece, (bytes, bytearray, memoryview)):
            raise TypeError(f"an iterable gives one text in pieces of bytes, but this one gave "
                            f"{type(piece).__name__}: make a list of paths or files")
        yield piece


def _cut(pieces: Iterable[Bytes]) -> Iterator[Bytes]:
    for piece in pieces:
        whole = memoryview(piece).cast("B")
        for begin in range(0, len(whole), _PACKED):
            yield whole[begin:begin + _PACKED]


def _gunzipped(pieces: Iterable[Bytes], name: str) -> Iterator[Bytes]:
    """All members of a gzip file."""
    member = zlib.decompressobj(31)
    for piece in _cut(pieces):
        while len(piece):
            if member.eof:  # zeros may follow a member
                piece = bytes(piece).lstrip(b"\0")
                if not piece:
                    break
                member = zlib.decompressobj(31)
            try:
                plain = member.decompress(piece, 1 << 20)
            except zlib.error as error:
                raise zlib.error(f"{name}: {error}") from None
            yield plain
            piece = member.unused_data if member.eof else member.unconsumed_tail
    if not member.eof:
        raise EOFError(f"{name}: the compressed text ends too early")


def _unpacked(new: Callable[[], Any], pieces: Iterable[Bytes], name: str) -> Iterator[Bytes]:
    """All members of a file that a decompressor of bz2, lzma or compression.zstd reads."""
    member = None
    for piece in _cut(pieces):
        rest = bytes(piece)
        while rest or member is not None and not member.needs_input:
            if member is None:
                rest = rest.lstrip(b"\0")
                if not rest:
                    break
                member = new()
            try:
                yield member.decompress(rest, 1 << 20)
            except Exception as error:
                raise ValueError(f"{name}: {error}") from None
            rest = b""
            if member.eof:
                rest, member = member.unused_data, None
    if member is not None:
        raise EOFError(f"{name}: the compressed text ends too early")


def _zstd() -> Any:
    try:
        from compression import zstd
    except ImportError:
        raise ValueError("text that zstd has compressed is read from Python 3.14 on: open it with "
                         "the module zstandard, and give the open file") from None
    return zstd.ZstdDecompressor()


# What a file begins with, and what reads it.
_PACKED_BY: dict[bytes, Callable[[], Any]] = {
    b"BZh": bz2.BZ2Decompressor, b"\xfd7zXZ\0": lzma.LZMADecompressor, b"\x28\xb5\x2f\xfd": _zstd,
}
_FOREIGN = {
    b"PK\x03\x04": "a zip archive: open its members with zipfile",
    b"PAR1": "Parquet: read it with pyarrow.parquet",
    b"ARROW1": "Arrow IPC: read it with pyarrow.ipc",
    b"ORC": "ORC: read it with pyarrow.orc",
    b"Obj\x01": "Avro, which is no JSON",
    b"\x04\x22\x4d\x18": "compressed by lz4: open it with lz4.frame.open",
    b"SQLite format 3\0": "a database of SQLite",
    b"\xff\xfe": "UTF-16 or UTF-32: decode it, and encode the text as UTF-8",
    b"\xfe\xff": "UTF-16: decode it, and encode the text as UTF-8",
    b"\0": "UTF-16 or UTF-32: decode it, and encode the text as UTF-8",
}
_LONGEST_MARK = max(map(len, (*_PACKED_BY, *_FOREIGN)))


def _plain(pieces: Iterator[Bytes], name: str) -> Iterator[Bytes]:
    """The pieces, or what is compressed in them. Other files than of text are refused in words."""
    first: Bytes = b""
    for piece in pieces:
        first = piece if len(piece) >= _LONGEST_MARK and not first else b"".join((first, piece))
        if len(first) >= _LONGEST_MARK:
            break
    begin, whole = bytes(first[:_LONGEST_MARK]), chain((first,), pieces)
    if begin[:2] == b"\x1f\x8b":
        return _gunzipped(whole, name)
    for mark, new in _PACKED_BY.items():
        if begin.startswith(mark):
            return _unpacked(new, whole, name)
    for mark, said in _FOREIGN.items():
        if begin.startswith(mark) or mark == b"\0" and begin[1:2] == mark and begin[:1] in b"{[\"":
            raise ValueError(f"{name} is {said}")
    return whole


def _refused(source: Any) -> TypeError:
    hint = ""
    if isinstance(source, Mapping):
        hint = "; of values in Python make JSON first: json.dumps(value).encode()"
    elif isinstance(source, Set):
        hint = "; a set has no order: make a list"
    return TypeError(f"{type(source).__name__} is no source: give a path, a binary file, bytes, an "
                     f"iterable of bytes, or a list of paths or files{hint}")


class Pieces:
    """Pieces of text that were read before."""

    def __init__(self, read: list[tuple[str | None, bytes]]):
        self.read = read

    def pieces(self) -> Iterator[tuple[str | None, Bytes]]:
        return iter(self.read)


class Text:
    """What a source gives, once or, where that is possible, again and again."""

    def __init__(self, source: Source, file: str | None = None):
        self.source = source
        self.file = file
        self.parts: list[Text] | None = None
        self.begin: int | None = None
        self.used = False
        self.repeats = True
        self._ahead: Iterator[tuple[str | None, Bytes]] | None = None
        self._head: list[tuple[str | None, bytes]] | None = None
        if isinstance(source, (str, os.PathLike)):
            self.file = file or os.fspath(source)
        elif isinstance(source, _BUFFERS):
            pass
        elif isinstance(source, (list, tuple)):
            self._take_list(source)
        elif hasattr(source, "read"):
            self.file = file or (source.name if isinstance(getattr(source, "name", 0), str) else None)
            self.repeats = bool(getattr(source, "seekable", bool)())
            self.begin = source.tell() if self.repeats else None
        elif isinstance(source, Iterable) and not isinstance(source, (Mapping, Set)):
            self.repeats = False
        else:
            raise _refused(source)

    def _take_list(self, source: Any) -> None:
        """A list of bytes is one text, and any other list has several sources."""
        texts = [isinstance(part, (bytes, bytearray, memoryview)) for part in source]
        if any(texts) and not all(texts):
            raise TypeError("a list has either pieces of bytes, which are one text, or other "
                            "sources: put a text in memory into it as io.BytesIO(text)")
        if not any(texts):
            self.parts = [Text(part, self.file) for part in source]
            self.repeats = all(part.repeats for part in self.parts)

    def _raw(self) -> Iterator[Bytes]:
        source: Any = self.source
        if isinstance(source, (str, os.PathLike)):
            return _read_path(source)
        if isinstance(source, _BUFFERS):
            return iter((memoryview(source).cast("B"),))
        return _read_file(source, self.begin) if hasattr(source, "read") else _checked(source)

    def pieces(self) -> Iterator[tuple[str | None, Bytes]]:
        """The pieces of text, and with the first of each file its name."""
        if self.used and not self.repeats:
            raise ValueError("the source was read before, and cannot be read again")
        self.used = True
        ahead, self._ahead = self._ahead, None
        return ahead or self._pieces()

    def head(self) -> Pieces:
        """The beginning of the text. The pieces of a source that cannot be read again come again."""
        if self._head is not None:
            return Pieces(self._head)
        read: list[tuple[str | None, bytes]] = []
        length, pieces = 0, self._pieces()
        for name, piece in pieces:
            read.append((name, bytes(piece)))
            length += len(piece)
            if length >= _LONGEST_HEAD or length >= _HEAD and b"\n" in read[-1][1]:
                break
        if not self.repeats:
            self._ahead, self._head = chain(read, pieces), read
        return Pieces(read)

    def _pieces(self) -> Iterator[tuple[str | None, Bytes]]:
        for part in self.parts or ():
            yield from part.pieces()
        if self.parts is None:
            name: str | None = self.file or ""
            for piece in _plain(self._raw(), name or "the source"):
                if len(piece) or name is not None:
                    yield name, piece
                    name = None


class Reader:
    """Gives pieces to the library. The exception that ends them stays here."""

    _alive: set[Reader] = set()

    def __init__(self, text: Text | Pieces):
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
