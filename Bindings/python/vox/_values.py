# SPDX-License-Identifier: MIT
"""Values, from Python to the library."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from vox._core import ffi, lib


def text_of(text: str | bytes) -> tuple[Any, Any]:
    """A `vox_string` for a str or bytes, and what keeps its bytes alive."""
    data = text.encode() if isinstance(text, str) else text
    buffer = ffi.from_buffer("char[]", data)
    return ffi.new("vox_string *", (buffer, len(buffer))), buffer


def owner_of(value: Any) -> Any:
    """The document that a value is a view of, or None."""
    return value._document if isinstance(value, View) else None


def plain(value: Any) -> Any:
    """For json.dumps: a view as what it holds."""
    if isinstance(value, View):
        return value.value()
    raise TypeError(f"{type(value).__name__} is no JSON value")


class Text(str):
    """JSON text of a value that has no form of its own in the library."""


def settled(value: Any) -> Any:
    """The value, or its JSON text if it has no form of its own in the library.

    A list may have views of other documents, and reading a view takes the lock of its document. So
    this function must be called before a lock is taken: otherwise two threads could wait for each
    other."""
    if value is None or isinstance(value, (View, str, int, float, Decimal)):
        return value
    return Text(json.dumps(value, ensure_ascii=False, allow_nan=False, default=plain))


def value_of(value: Any) -> tuple[Any, Any]:
    """A `vox_value` of a settled value, and what keeps alive what it refers to."""
    if value is None:
        return lib.vox_value_null(), None
    if isinstance(value, View):
        return lib.vox_value_copy(value._document._open(), value._node), value
    if isinstance(value, bool):
        return lib.vox_value_boolean(value), None
    if isinstance(value, Text):
        text, kept = text_of(value)
        return lib.vox_value_json(text[0]), (text, kept)
    if isinstance(value, str):
        text, kept = text_of(value)
        return lib.vox_value_string(text[0]), (text, kept)
    if isinstance(value, float):
        return lib.vox_value_double(value), None
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"{value} is no JSON value")
        text, kept = text_of(str(value))
        return lib.vox_value_number(text[0]), (text, kept)
    if -(2**63) <= value < 2**63:
        return lib.vox_value_int64(value), None
    text, kept = text_of(str(value))
    return lib.vox_value_number(text[0]), (text, kept)


class NotCopied:
    """What copy and pickle refuse, with a word about what to do instead.

    A document is memory of the library. A copy of the Python object would share it."""

    __slots__ = ()
    _instead: str

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(f"{type(self).__name__} cannot be copied or pickled: {self._instead}")


class View(NotCopied):
    """An object or an array of a document, which it keeps alive.

    After `Document.close` every use of it is a ValueError. A view on what was removed or
    replaced stays readable. Documents make views; copy and pickle take `value()`."""

    __slots__ = ("_document", "_node")
    _document: Any
    _node: Any
    _instead = "copy or pickle value()"

    def __init__(self, *_: object):
        raise TypeError("views are made by documents: see vox.parse")

    @classmethod
    def _of(cls, document: Any, node: Any) -> Any:
        view = cls.__new__(cls)
        view._document = document
        view._node = node
        return view

    @property
    def pointer(self) -> str:
        """The JSON Pointer (RFC 6901) of this value."""
        return self._document._pointer_of(self._node)

    def write(self, style: str = "preserve") -> bytes:
        """This value as JSON text: see `Document.write`."""
        return self._document._write(self._node, style)

    def value(self) -> Any:
        """A deep copy in plain Python, as json.loads makes it."""
        return json.loads(self.write("compact"), parse_float=self._document._parse_float)

    def __eq__(self, other: object) -> bool:
        """By value: with other views, and with plain Python."""
        if isinstance(other, View):
            return self._document._equal(self._node, other._document, other._node)
        return self.value() == other

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<vox.{type(self).__name__} {self.write('compact').decode()}>"
