# SPDX-License-Identifier: MIT
"""Objects and arrays of a document."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping, MutableSequence
from typing import Any

from vox._core import ffi, lib
from vox._errors import MissingError, Status, check
from vox._values import View, owner_of, settled, text_of, value_of


def string(text: Any) -> str:
    """A `vox_string` as str."""
    return ffi.buffer(text.bytes, text.length)[:].decode() if text.length else ""


def read(document: Any, node: Any) -> Any:
    """A node in Python: a view for objects and arrays, else a value as json.loads has it. The
    lock of the document is held."""
    kind = lib.vox_node_kind(node)
    if kind == lib.VOX_OBJECT:
        return Object._of(document, node)
    if kind == lib.VOX_ARRAY:
        return Array._of(document, node)
    if kind == lib.VOX_STRING:
        return string(lib.vox_node_text(document._open(), node))
    if kind == lib.VOX_NUMBER:
        text = string(lib.vox_node_text(document._open(), node))
        return int(text) if text.lstrip("-").isdigit() else document._parse_float(text)
    return {lib.VOX_TRUE: True, lib.VOX_FALSE: False}.get(kind)


def name_of(document: Any, node: Any) -> str:
    """The name of a member."""
    return string(lib.vox_node_name(document._open(), node))


class Object(View, MutableMapping[str, Any]):
    """A JSON object, as a mapping. Of members with the same name the last counts.

    A dict or a list that is put in is copied, as is another view. Members may be taken out
    while one iterates."""

    __slots__ = ()

    def _missing(self, name: Any) -> MissingError:
        return MissingError(Status.ERROR_MISSING, f"there is no member {name!r}")

    def _get(self, name: Any) -> Any:
        if not isinstance(name, str):
            raise self._missing(name)
        text, kept = text_of(name)
        tree = self._document._open()
        node = lib.vox_object_get(tree, self._node, text[0])
        if node == ffi.NULL:
            self._document._check_parsed(self._node)
            raise self._missing(name)
        return node

    def __getitem__(self, name: str) -> Any:
        with self._document._locked():
            return read(self._document, self._get(name))

    def __setitem__(self, name: str, value: Any) -> None:
        text, kept = text_of(name)
        value = settled(value)
        with self._document._locked(owner_of(value)):
            tree = self._document._open()
            made, also_kept = value_of(value)
            check(lib.vox_object_set(tree, self._node, text[0], made, ffi.NULL), self.pointer)

    def __delitem__(self, name: str) -> None:
        with self._document._locked():
            node = self._get(name)
            check(lib.vox_node_remove(self._document._open(), node), self.pointer)

    def __len__(self) -> int:
        return self._document._count(self._node)

    def __iter__(self) -> Iterator[Any]:
        return self._document._children(self._node, name_of)


class Array(View, MutableSequence[Any]):
    """A JSON array, as a sequence. What is put in is copied."""

    __slots__ = ()

    def _at(self, index: int) -> Any:
        tree = self._document._open()
        position = index if index >= 0 else index + lib.vox_node_count(tree, self._node)
        node = lib.vox_array_get(tree, self._node, position) if position >= 0 else ffi.NULL
        if node == ffi.NULL:
            self._document._check_parsed(self._node)
            raise IndexError(index)
        return node

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(len(self)))]
        with self._document._locked():
            return read(self._document, self._at(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            raise TypeError("elements are replaced one by one")
        value = settled(value)
        with self._document._locked(owner_of(value)):
            node = self._at(index)
            made, kept = value_of(value)
            check(lib.vox_node_set(self._document._open(), node, made), self.pointer)

    def __delitem__(self, index: Any) -> None:
        with self._document._locked():
            positions = range(*index.indices(len(self))) if isinstance(index, slice) else (index,)
            for node in [self._at(position) for position in positions]:
                check(lib.vox_node_remove(self._document._open(), node), self.pointer)

    def insert(self, index: int, value: Any) -> None:
        """Puts a value in front of that position, as list.insert does."""
        value = settled(value)
        with self._document._locked(owner_of(value)):
            tree = self._document._open()
            count = lib.vox_node_count(tree, self._node)
            position = min(index, count) if index >= 0 else max(index + count, 0)
            made, kept = value_of(value)
            check(lib.vox_array_insert(tree, self._node, position, made, ffi.NULL), self.pointer)

    def __len__(self) -> int:
        return self._document._count(self._node)

    def __iter__(self) -> Iterator[Any]:
        return self._document._children(self._node, read)
