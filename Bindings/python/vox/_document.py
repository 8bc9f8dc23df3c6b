# SPDX-License-Identifier: MIT
"""Documents."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from typing import Any, Union

from vox._core import ffi, lib
from vox._errors import Error, MissingError, check, error_of
from vox._locks import Both, new_lock, no_lock
from vox._validate import Finding, validate
from vox._values import NotCopied, owner_of, plain, settled, text_of, value_of
from vox._views import Array, Object, read

STYLES = {
    "preserve": lib.VOX_STYLE_PRESERVE,
    "compact": lib.VOX_STYLE_COMPACT,
    "pretty": lib.VOX_STYLE_PRETTY,
    "sorted": lib.VOX_STYLE_SORTED,
}

# Memory of closed documents is used again, up to so many bytes. The pool serves all threads and
# lives as long as the process.
_KEPT_BYTES = 16 << 20
_pool = ffi.new("vox_pool **")
check(lib.vox_pool_new(ffi.NULL, _KEPT_BYTES, _pool))

_absent = object()

Text = Union[str, bytes, bytearray, memoryview]


def parse(text: Text, *, lazy: bool = False, strict: bool = False,
          parse_float: Callable[[str], Any] = float, max_depth: int = 0, max_size: int = 0,
          max_nodes: int = 0, max_memory: int = 0) -> Document:
    """Reads a document: all of RFC 8259, nothing else.

    `text` is str or any bytes-like object; bytes are used where they are, everything else is
    copied, so that it may change meanwhile. With `lazy` the elements of `data` and `included` are
    parsed when they are first touched, and an error in one is raised then (`Document.materialize`
    parses all). `strict` refuses repeated names and a byte order mark. `parse_float` reads the
    text of a number with a fraction or an exponent, such as decimal.Decimal. The limits are those of vox_options in
    vox/tree.h; 0 is their default. Raises `Error`."""
    return Document(text, lazy=lazy, strict=strict, parse_float=parse_float, max_depth=max_depth,
                    max_size=max_size, max_nodes=max_nodes, max_memory=max_memory)


def _options(lazy: bool, strict: bool, max_depth: int, max_size: int, max_nodes: int,
             max_memory: int) -> Any:
    options = ffi.new("vox_options *", lib.vox_options_default())
    options.allocator = lib.vox_pool_allocator(_pool[0])
    options.mode = lib.VOX_MODE_LAZY if lazy else lib.VOX_MODE_EAGER
    options.strict = strict
    options.borrow = True
    for name, limit in (("max_depth", max_depth), ("max_size", max_size),
                        ("max_nodes", max_nodes), ("max_memory", max_memory)):
        if limit:
            setattr(options, name, limit)
    return options


def _bytes_of(text: Text) -> bytes:
    """The bytes of a text, which nobody can change any more."""
    if type(text) is bytes:
        return text
    return str.encode(text) if isinstance(text, str) else bytes(memoryview(text))


def _patch_of(patch: Any, document: Document) -> Document:
    """The document of a patch, whatever it is given as; never the one that is patched."""
    if patch is document:
        return Document(patch.write())
    if isinstance(patch, Document):
        return patch
    if isinstance(patch, (dict, list)):
        patch = json.dumps(patch, ensure_ascii=False, allow_nan=False, default=plain)
    return Document(patch)


class Document(NotCopied, MutableMapping[Any, Any]):
    """A document, to be read, edited and written; made by `parse`, or new with `Document()`.

    A context manager: at the end of `with` its memory is given back, and each further use of
    it or its views is a ValueError; without `with` that happens when the last view is gone.
    A document is the mapping that its root is: `document[key]` is `document.root[key]`. Calls of several threads wait for one another,
    unless it is frozen; an edit that takes several calls is not one step. Copy and pickle take
    what `write()` gives."""

    _instead = "parse, or pickle, what write() gives"
    _tree: Any = None
    _lock: Any = None
    _parse_float: Callable[[str], Any] = float

    def __init__(self, text: Text = b"null", *, lazy: bool = False, strict: bool = False,
                 parse_float: Callable[[str], Any] = float, max_depth: int = 0, max_size: int = 0,
                 max_nodes: int = 0, max_memory: int = 0) -> None:
        if self._lock is not None:
            raise TypeError("a document is read once: parse another")
        self._lock = new_lock()
        options = _options(lazy, strict, max_depth, max_size, max_nodes, max_memory)
        self._parse(_bytes_of(text), options, parse_float)

    def _parse(self, text: bytes, options: Any, parse_float: Callable[[str], Any]) -> None:
        buffer = ffi.from_buffer("char[]", text)
        tree, error = ffi.new("vox_tree **"), ffi.new("vox_error *")
        if lib.vox_tree_parse(buffer, len(buffer), options, tree, error) != lib.VOX_OK:
            raise error_of(error)
        self._parse_float = parse_float
        self._own(tree[0], buffer)

    def _own(self, tree: Any, buffer: Any = b"") -> None:
        """Takes a tree over. It is freed, and its text let go, when nobody holds it any more: a
        call in another thread may do so for a moment after the document was closed."""
        def free(tree: Any, _text: Any = buffer, free: Any = lib.vox_tree_free) -> None:
            free(tree)
        self._tree = ffi.gc(tree, free, max(4096, len(buffer)))

    # --- lifetime --------------------------------------------------------------------

    def close(self) -> None:
        """Frees the document now. Closing it again does nothing."""
        with self._locked():
            self._tree = None

    def __enter__(self) -> Document:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _locked(self, other: Document | None = None) -> Any:
        """Holds the lock of this document, and of another one, while it lasts."""
        if other is None or other is self:
            return self._lock or no_lock
        return Both(self._lock or no_lock, other._lock or no_lock)

    def _open(self) -> Any:
        if self._tree is None:
            raise ValueError("the document is closed")
        return self._tree

    def freeze(self) -> None:
        """Makes it read-only for good, so that any number of threads may read it together."""
        with self._locked():
            check(lib.vox_tree_freeze(self._open()))
            self._lock = no_lock

    @property
    def frozen(self) -> bool:
        """True for a frozen document."""
        return lib.vox_tree_frozen(self._open())

    def materialize(self) -> None:
        """Parses all that was read lazily. Raises the first `Error` in the text."""
        error = ffi.new("vox_error *")
        with self._locked():
            if lib.vox_tree_materialize(self._open(), error) != lib.VOX_OK:
                raise error_of(error)

    def _check_parsed(self, node: Any) -> None:
        """Raises the error of a value that was read lazily and cannot be parsed."""
        error = ffi.new("vox_error *")
        if lib.vox_node_materialize(self._open(), node, False, error) != lib.VOX_OK:
            raise error_of(error)

    # --- reading ---------------------------------------------------------------------

    @property
    def root(self) -> Any:
        """The whole value: an `Object`, an `Array`, or a Python value."""
        with self._locked():
            return read(self, lib.vox_tree_root(self._open()))

    def __repr__(self) -> str:
        if self._tree is None:
            return "<vox.Document, closed>"
        root = self.root
        if isinstance(root, Object):
            return f"<vox.Document: an object with {', '.join(list(root)[:10]) or 'no members'}>"
        shown = f"an array of {len(root)}" if isinstance(root, Array) else repr(root)
        return f"<vox.Document: {shown}>"

    def __getitem__(self, key: Any) -> Any:
        return self.root[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.root[key] = value

    def __delitem__(self, key: Any) -> None:
        del self.root[key]

    def __contains__(self, key: object) -> bool:
        return key in self.root

    def __len__(self) -> int:
        return len(self.root)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.root)

    def value(self) -> Any:
        """A deep copy in plain Python, as json.loads makes it."""
        return json.loads(self.write("compact"), parse_float=self._parse_float)

    def _count(self, node: Any) -> int:
        with self._locked():
            return lib.vox_node_count(self._open(), node)

    def _children(self, node: Any, give: Callable[[Document, Any], Any]) -> Iterator[Any]:
        """What `give` makes of each child. A child may be taken out when it was given."""
        with self._locked():
            child = lib.vox_node_first(self._open(), node)
            if child == ffi.NULL:
                self._check_parsed(node)
        while child != ffi.NULL:
            with self._locked():
                following = lib.vox_node_next(self._open(), child)
                given = give(self, child)
            yield given
            child = following

    def _equal(self, node: Any, other: Document, other_node: Any) -> bool:
        equal = ffi.new("bool *")
        with self._locked(other):
            check(lib.vox_node_equal(self._open(), node, other._open(), other_node, equal))
        return equal[0]

    def _pointer_of(self, node: Any) -> str:
        with self._locked():
            tree = self._open()
            length = lib.vox_pointer_write(tree, node, ffi.NULL, 0)
            room = ffi.new("char[]", length + 1)
            lib.vox_pointer_write(tree, node, room, length)
        return ffi.unpack(room, length).decode()

    def _find(self, pointer: str) -> Any:
        tree, found = self._open(), ffi.new("vox_node **")
        text, kept = text_of(pointer)
        check(
            lib.vox_pointer_get(tree, lib.vox_tree_root(tree), text[0], found, ffi.NULL), pointer
        )
        return found[0]

    def at(self, pointer: str, default: Any = _absent) -> Any:
        """The value that a JSON Pointer (RFC 6901) names; `default` where there is none,
        else a `MissingError`, which is a LookupError."""
        try:
            with self._locked():
                return read(self, self._find(pointer))
        except MissingError:
            if default is _absent:
                raise
            return default

    # --- editing ---------------------------------------------------------------------

    def set(self, pointer: str, value: Any) -> None:
        """Gives the value that a JSON Pointer names another value, or appends a member or,
        by "-", an element."""
        text, kept = text_of(pointer)
        value = settled(value)
        with self._locked(owner_of(value)):
            tree = self._open()
            made, also_kept = value_of(value)
            check(lib.vox_pointer_set(
                tree, lib.vox_tree_root(tree), text[0], made, ffi.NULL, ffi.NULL
            ), pointer)

    def remove(self, pointer: str) -> None:
        """Takes out the member or element that a JSON Pointer names."""
        with self._locked():
            check(lib.vox_node_remove(self._open(), self._find(pointer)), pointer)

    # --- patches ---------------------------------------------------------------------

    def _with(self, other: Document) -> tuple[Any, Any, Any, Any]:
        """This tree and its root, and those of another document."""
        ours, theirs = self._open(), other._open()
        return ours, lib.vox_tree_root(ours), theirs, lib.vox_tree_root(theirs)

    def patch(self, patch: Any) -> None:
        """Applies a JSON Patch (RFC 6902): all of it, or after an `Error` nothing. The patch is
        JSON text, a list of operations, or a `Document`. The error has the place in the
        text of the patch, and as `pointer` that of the operation."""
        patch, error = _patch_of(patch, self), ffi.new("vox_error *")
        with self._locked(patch):
            if lib.vox_patch_apply(*self._with(patch), ffi.NULL, error) != lib.VOX_OK:
                raise error_of(error)

    def merge(self, patch: Any) -> None:
        """Applies a JSON Merge Patch (RFC 7386): JSON text, a dict, or a `Document`."""
        patch, error = _patch_of(patch, self), ffi.new("vox_error *")
        with self._locked(patch):
            if lib.vox_merge_patch_apply(*self._with(patch), error) != lib.VOX_OK:
                raise error_of(error)

    def diff(self, after: Document, merge: bool = False) -> Document:
        """The JSON Patch, or with `merge` the JSON Merge Patch, that turns this document into
        `after`, as a `Document`. There is no merge patch that makes a member null."""
        made, error = ffi.new("vox_tree **"), ffi.new("vox_error *")
        with self._locked(after):
            values = self._with(after)
            if not merge:
                check(lib.vox_patch_make(*values, ffi.NULL, made))
            elif lib.vox_merge_patch_make(*values, ffi.NULL, made, error) != lib.VOX_OK:
                raise error_of(error)
        patch = Document.__new__(Document)
        patch._lock = new_lock()
        patch._own(made[0])
        return patch

    # --- writing ---------------------------------------------------------------------

    def _write(self, node: Any, style: str) -> bytes:
        if style not in STYLES:
            raise ValueError(f"style is one of {', '.join(STYLES)}")
        buffer = ffi.new("vox_buffer *")
        with self._locked():
            status = lib.vox_write_buffer(self._open(), node, STYLES[style], buffer)
        try:
            if status != lib.VOX_OK:
                self.materialize()
                check(status)
            return ffi.buffer(buffer.bytes, buffer.length)[:]
        finally:
            lib.vox_buffer_free(buffer)

    def write(self, style: str = "preserve") -> bytes:
        """The document as bytes. Styles: "preserve" (what was not touched comes out byte for
        byte), "compact", "pretty", "sorted" (canonical, RFC 8785)."""
        return self._write(lib.vox_tree_root(self._open()), style)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Document):
            return NotImplemented
        with self._locked(other):
            _, ours, _, theirs = self._with(other)
            return self._equal(ours, other, theirs)

    __hash__ = None  # type: ignore[assignment]

    # --- JSON:API --------------------------------------------------------------------

    def resource(self, type: str, id: str | None = None, *, lid: str | None = None) -> Object | None:
        """The resource object of that type and id (or lid) in `data` or `included`, or None."""
        found = ffi.new("vox_node **")
        type_text, kept = text_of(type)
        key_text, also_kept = text_of(lid if id is None else id)
        find = lib.vox_resource_find_local if id is None else lib.vox_resource_find
        with self._locked():
            return self._resource(find(self._open(), type_text[0], key_text[0], found), found)

    def resolve(self, identifier: Object) -> Object | None:
        """The resource object that a resource identifier (an `Object` of this document)
        names, or None."""
        if owner_of(identifier) is not self:
            raise ValueError("the identifier is none of this document")
        found = ffi.new("vox_node **")
        with self._locked():
            status = lib.vox_resource_resolve(self._open(), identifier._node, found)
            return self._resource(status, found)

    def _resource(self, status: int, found: Any) -> Any:
        if status == lib.VOX_OK:
            return read(self, found[0])
        if Error(status, "").code.name != "ERROR_MISSING":
            check(status)
        return None

    def validate(
        self, profile: str = "any", lenient: bool = False, ignore: Iterable[int] = ()
    ) -> list[Finding]:
        """What breaks the rules of JSON:API 1.1, as a list of `Finding`. `profile` says what the
        document is meant to be: "any", "response", "create", "update", "relationship",
        "operations" or "results". `ignore` has the numbers of rules that are left out, such as
        26."""
        return validate(self, profile, lenient, ignore)
