# SPDX-License-Identifier: MIT
"""Sources: where text comes from, as pieces of bytes.

A source is a path, also a pattern such as "2026-*.ndjson", a file that is open in binary mode, or
bytes. An iterable of bytes, also a list, is one text in pieces. An iterable of other sources is all
of them, one after the other. Text that gzip, bzip2, xz or zstd has compressed is recognized by its
first bytes. Other files that are no text, and UTF-16, are refused."""

from __future__ import annotations

import bz2
import errno
import glob
import lzma
import mmap
import os
import stat
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


def _files_of(path: Any) -> list[str] | None:
    """The files that a pattern names, in the order of their names; None for a path of one file."""
    name = os.fspath(path)
    if not isinstance(name, str) or not glob.has_magic(name) or os.path.lexists(name):
        return None
    files = sorted(glob.glob(name, recursive=True))
    if not files:
        raise FileNotFoundError(errno.ENOENT, "no file has a name like this", name)
    return files


def _is_read_once(path: Any) -> bool:
    """Whether a path leads to a pipe, a terminal or a socket."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False  # to open it says why
    return stat.S_ISFIFO(mode) or stat.S_ISCHR(mode) or stat.S_ISSOCK(mode)


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
            raise TypeError(f"an iterable gives either pieces of bytes, which are one text, or "
                            f"other sources, but this one gave bytes, and then "
                            f"{type(piece).__name__}")
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
    b"BZh": bz2.BZ2Decompressor, b"\xfd7zXZ\0": lzma.LZMADecompressor,
    b"\x5d\0\0": lzma.LZMADecompressor, b"\x28\xb5\x2f\xfd": _zstd,
}
_FOREIGN = {
    b"PK\x03\x04": "a zip archive: open its members with zipfile",
    b"PK\x05\x06": "a zip archive, which is empty",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive: unpack it",
    b"\x1f\x9d": "compressed by compress: unpack it with uncompress",
    b"\xff\x06\0\0sNaPpY": "compressed by snappy: unpack it",
    **{bytes((first, 0x2a, 0x4d, 0x18)): "compressed by zstd or lz4, with a frame that is skipped: "
       "unpack it" for first in range(0x50, 0x60)},
    b"PAR1": "Parquet: read it with pyarrow.parquet",
    b"ARROW1": "Arrow IPC: read it with pyarrow.ipc",
    b"ORC": "ORC: read it with pyarrow.orc",
    b"Obj\x01": "Avro, which is no JSON",
    b"\x04\x22\x4d\x18": "compressed by lz4: open it with lz4.frame.open",
    b"SQLite format 3\0": "a database of SQLite",
    b"\xff\xfe": "UTF-16 or UTF-32: decode it, and encode the text as UTF-8",
    b"\xfe\xff": "UTF-16: decode it, and encode the text as UTF-8",
    b"\0\0\0": "UTF-32: decode it, and encode the text as UTF-8",
}
# The first byte of JSON in UTF-16 and UTF-32, which have no mark. A line of NDJSON may begin with NUL.
_WIDE = {pair for byte in b"{[\"" for pair in (bytes((0, byte)), bytes((byte, 0)))}
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
        if begin.startswith(mark):
            raise ValueError(f"{name} is {said}")
    if begin[:2] in _WIDE:
        raise ValueError(f"{name} is UTF-16 or UTF-32: decode it, and encode the text as UTF-8")
    return whole


def _refused(source: Any) -> TypeError:
    hint = ""
    if isinstance(source, Mapping):
        hint = "; of values in Python make JSON first: json.dumps(value).encode()"
    elif isinstance(source, Set):
        hint = "; a set has no order: make a list"
    return TypeError(f"{type(source).__name__} is no source: give a path, a binary file, bytes, an "
                     f"iterable of bytes, or of paths or files{hint}")


class Pieces:
    """Pieces of text that were read before: all of the text, or its beginning."""

    place = 0, 0

    def __init__(self, read: list[tuple[str | None, bytes]], is_whole: bool):
        self.read = read
        self.is_whole = is_whole

    def pieces(self) -> Iterator[tuple[str | None, Bytes]]:
        return iter(self.read)


class Text:
    """What a source gives, once or, where that is possible, again and again."""

    place = 0, 0

    def __init__(self, source: Source, file: str | None = None):
        self.source = source
        self.file = file
        self.parts: list[Text] | None = None
        self.begin: int | None = None
        self.used = False
        self._repeats = True
        self._unseen: Iterator[Any] | None = None  # of an iterable, which is not begun before it is read
        self.keeps = isinstance(source, _BUFFERS)  # a piece stays as it is when the next is read
        self._head: list[tuple[str | None, bytes]] | None = None
        self._left: Iterator[tuple[str | None, Bytes]] = iter(())  # after the head
        if isinstance(source, (str, os.PathLike)):
            self._take_path(source)
        elif isinstance(source, _BUFFERS):
            pass
        elif isinstance(source, (list, tuple)):
            self._take_list(source)
        elif hasattr(source, "read"):
            self.file = file or (source.name if isinstance(getattr(source, "name", 0), str) else None)
            self._repeats = bool(getattr(source, "seekable", bool)())
            self.begin = source.tell() if self._repeats else None
        elif isinstance(source, Iterable) and not isinstance(source, (Mapping, Set)):
            self._unseen = iter(source)
        else:
            raise _refused(source)

    def _take_path(self, path: Any) -> None:
        files = _files_of(path)
        if files is None:
            self.file = self.file or os.fspath(path)
            self._repeats = not _is_read_once(path)
        else:
            self._take_list(files)

    def _take_list(self, source: Any) -> None:
        """A list of bytes is one text, and any other list has several sources."""
        texts = [isinstance(part, (bytes, bytearray, memoryview)) for part in source]
        if any(texts) and not all(texts):
            raise TypeError("a list has either pieces of bytes, which are one text, or other "
                            "sources: put a text in memory into it as io.BytesIO(text)")
        if not any(texts):
            self.parts = [Text(part, self.file) for part in source]
            self._repeats = all(part.repeats for part in self.parts)

    @property
    def repeats(self) -> bool:
        """Whether the source can be read again."""
        self._look()
        return self._repeats

    def _look(self) -> None:
        """The first element shows whether an iterable gives pieces, which are read once, or sources."""
        elements, self._unseen = self._unseen, None
        if elements is None:
            return
        first = next(elements, b"")
        if isinstance(first, (bytes, bytearray, memoryview)):
            self.source, self._repeats = chain((first,), elements), False
        else:
            self._take_list([first, *elements])

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
        if self._head is None:
            return self._pieces()
        read, self._head = self._head, None
        return chain(read, self._left)

    def head(self, least: int = _HEAD) -> Pieces:
        """The beginning of the text. The pieces of a source that cannot be read again come again."""
        read, pieces = self._head or [], self._pieces() if self._head is None else self._left
        length, is_whole = sum(len(piece) for _, piece in read), False
        longest = max(least, _LONGEST_HEAD)
        while not is_whole and length < longest and (
                length < least or b"\n" not in read[-1][1]):
            name, piece = next(pieces, (None, None))
            if piece is None:
                is_whole = True
            else:
                read.append((name, bytes(piece)))
                length += len(piece)
        if not self.repeats:
            self._head, self._left = read, pieces
        return Pieces(list(read), is_whole)

    def _pieces(self) -> Iterator[tuple[str | None, Bytes]]:
        self._look()
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

    def __init__(self, text: Any):
        self.pieces: Iterator[tuple[str | None, Bytes]] = text.pieces()
        self.place: tuple[int, int] = text.place
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
                piece.offset, piece.lines = (0, 0) if file is None else self.place
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
