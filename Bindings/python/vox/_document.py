# SPDX-License-Identifier: MIT
"""Documents."""

import json

from vox._core import ffi, lib
from vox._errors import Error, check, error_of
from vox._validate import validate
from vox._values import plain, text_of, value_of
from vox._views import read

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


def parse(text, *, lazy=False, strict=False, max_depth=0, max_size=0, max_nodes=0, max_memory=0):
    """Reads a document: all of RFC 8259, nothing else.

    `text` is str or any bytes-like object; bytes are used where they are, everything else is
    copied. With `lazy` the elements of `data` and `included` are parsed when they are first
    touched, and an error in one is raised then (`Document.materialize` parses all). `strict`
    refuses repeated names and a byte order mark. The limits are those of vox_options in
    vox/tree.h; 0 is their default. Raises `Error`."""
    return Document(text, lazy=lazy, strict=strict, max_depth=max_depth, max_size=max_size,
                    max_nodes=max_nodes, max_memory=max_memory)


def _patch_tree(patch):
    """The document of a patch, whatever it is given as."""
    if isinstance(patch, Document):
        return patch
    if isinstance(patch, (dict, list)):
        patch = json.dumps(patch, ensure_ascii=False, allow_nan=False, default=plain)
    return Document(patch)


class Document:
    """A document, to be read, edited and written; made by `parse`, or new with `Document()`.

    A context manager: at the end of `with` its memory is given back, and each further use of
    it or its views is a ValueError; without `with` that happens when the last view is gone.
    A document is used by one thread at a time, unless it is frozen. `document[key]` is
    `document.root[key]`."""

    def __init__(self, text=b"null", *, lazy=False, strict=False, max_depth=0, max_size=0,
                 max_nodes=0, max_memory=0):
        self._tree = None
        self._text = text.encode() if isinstance(text, str) else text
        options = ffi.new("vox_options *", lib.vox_options_default())
        options.allocator = lib.vox_pool_allocator(_pool[0])
        options.mode = lib.VOX_MODE_LAZY if lazy else lib.VOX_MODE_EAGER
        options.strict = strict
        options.borrow = isinstance(self._text, bytes)
        for name, limit in (("max_depth", max_depth), ("max_size", max_size),
                            ("max_nodes", max_nodes), ("max_memory", max_memory)):
            if limit:
                setattr(options, name, limit)
        self._buffer = ffi.from_buffer("char[]", self._text)
        tree, error = ffi.new("vox_tree **"), ffi.new("vox_error *")
        if lib.vox_tree_parse(self._buffer, len(self._buffer), options, tree, error) != lib.VOX_OK:
            raise error_of(error)
        if not options.borrow:
            self._text = self._buffer = None
        self._tree = ffi.gc(tree[0], lib.vox_tree_free, max(4096, len(self._text or b"")))

    # --- lifetime --------------------------------------------------------------------

    def close(self):
        """Frees the document now. Closing it again does nothing."""
        tree, self._tree = self._tree, None
        if tree is not None:
            ffi.release(tree)
        self._text = self._buffer = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _open(self):
        if self._tree is None:
            raise ValueError("the document is closed")
        return self._tree

    def freeze(self):
        """Makes it read-only for good, so that any number of threads may read it together."""
        check(lib.vox_tree_freeze(self._open()))

    @property
    def frozen(self):
        """True for a frozen document."""
        return lib.vox_tree_frozen(self._open())

    def materialize(self):
        """Parses all that was read lazily. Raises the first `Error` in the text."""
        error = ffi.new("vox_error *")
        if lib.vox_tree_materialize(self._open(), error) != lib.VOX_OK:
            raise error_of(error)

    def _check_parsed(self, node):
        """Raises the error of a value that was read lazily and cannot be parsed."""
        error = ffi.new("vox_error *")
        if lib.vox_node_materialize(self._open(), node, False, error) != lib.VOX_OK:
            raise error_of(error)

    # --- reading ---------------------------------------------------------------------

    @property
    def root(self):
        """The whole value: an `Object`, an `Array`, or a Python value."""
        return read(self, lib.vox_tree_root(self._open()))

    def __getitem__(self, key):
        return self.root[key]

    def __setitem__(self, key, value):
        self.root[key] = value

    def __delitem__(self, key):
        del self.root[key]

    def __contains__(self, key):
        return key in self.root

    def __len__(self):
        return len(self.root)

    def __iter__(self):
        return iter(self.root)

    def _children(self, node):
        child = lib.vox_node_first(self._open(), node)
        if child == ffi.NULL:
            self._check_parsed(node)
        while child != ffi.NULL:
            following = lib.vox_node_next(self._open(), child)
            yield child
            child = following

    def _equal(self, node, other):
        equal = ffi.new("bool *")
        check(lib.vox_node_equal(
            self._open(), node, other._document._open(), other._node, equal
        ))
        return equal[0]

    def _pointer_of(self, node):
        tree = self._open()
        length = lib.vox_pointer_write(tree, node, ffi.NULL, 0)
        room = ffi.new("char[]", length + 1)
        lib.vox_pointer_write(tree, node, room, length)
        return ffi.unpack(room, length).decode()

    def _find(self, pointer):
        tree, found = self._open(), ffi.new("vox_node **")
        text, kept = text_of(pointer)
        check(
            lib.vox_pointer_get(tree, lib.vox_tree_root(tree), text[0], found, ffi.NULL), pointer
        )
        return found[0]

    def at(self, pointer, default=_absent):
        """The value that a JSON Pointer (RFC 6901) names; `default` where there is none,
        else an `Error` with the code ERROR_MISSING."""
        try:
            return read(self, self._find(pointer))
        except Error as error:
            if default is _absent or error.code.name != "ERROR_MISSING":
                raise
            return default

    # --- editing ---------------------------------------------------------------------

    def set(self, pointer, value):
        """Gives the value that a JSON Pointer names another value, or appends a member or,
        by "-", an element."""
        tree = self._open()
        text, kept = text_of(pointer)
        made, also_kept = value_of(value)
        check(lib.vox_pointer_set(
            tree, lib.vox_tree_root(tree), text[0], made, ffi.NULL, ffi.NULL
        ), pointer)

    def remove(self, pointer):
        """Takes out the member or element that a JSON Pointer names."""
        check(lib.vox_node_remove(self._open(), self._find(pointer)), pointer)

    # --- patches ---------------------------------------------------------------------

    def patch(self, patch):
        """Applies a JSON Patch (RFC 6902): all of it, or after an `Error` nothing. The patch is
        JSON text, a list of operations, or a `Document`. The error has the place in the
        text of the patch, and as `pointer` that of the operation."""
        patch, root, error = _patch_tree(patch), self._open(), ffi.new("vox_error *")
        if lib.vox_patch_apply(
            root, lib.vox_tree_root(root), patch._open(), lib.vox_tree_root(patch._open()),
            ffi.NULL, error,
        ) != lib.VOX_OK:
            raise error_of(error)

    def merge(self, patch):
        """Applies a JSON Merge Patch (RFC 7386): JSON text, a dict, or a `Document`."""
        patch, root, error = _patch_tree(patch), self._open(), ffi.new("vox_error *")
        if lib.vox_merge_patch_apply(
            root, lib.vox_tree_root(root), patch._open(), lib.vox_tree_root(patch._open()), error
        ) != lib.VOX_OK:
            raise error_of(error)

    def diff(self, after, merge=False):
        """The JSON Patch, or with `merge` the JSON Merge Patch, that turns this document into
        `after`, as a `Document`. There is no merge patch that makes a member null."""
        before, other = self._open(), after._open()
        made, error = ffi.new("vox_tree **"), ffi.new("vox_error *")
        values = before, lib.vox_tree_root(before), other, lib.vox_tree_root(other)
        if merge:
            if lib.vox_merge_patch_make(*values, ffi.NULL, made, error) != lib.VOX_OK:
                raise error_of(error)
        else:
            check(lib.vox_patch_make(*values, ffi.NULL, made))
        patch = Document.__new__(Document)
        patch._text = patch._buffer = None
        patch._tree = ffi.gc(made[0], lib.vox_tree_free)
        return patch

    # --- writing ---------------------------------------------------------------------

    def _write(self, node, style):
        if style not in STYLES:
            raise ValueError(f"style is one of {', '.join(STYLES)}")
        buffer = ffi.new("vox_buffer *")
        status = lib.vox_write_buffer(self._open(), node, STYLES[style], buffer)
        try:
            if status != lib.VOX_OK:
                self.materialize()
                check(status)
            return ffi.buffer(buffer.bytes, buffer.length)[:]
        finally:
            lib.vox_buffer_free(buffer)

    def write(self, style="preserve"):
        """The document as bytes. Styles: "preserve" (what was not touched comes out byte for
        byte), "compact", "pretty", "sorted" (canonical, RFC 8785)."""
        return self._write(lib.vox_tree_root(self._open()), style)

    def __eq__(self, other):
        if not isinstance(other, Document):
            return NotImplemented
        equal = ffi.new("bool *")
        left, right = self._open(), other._open()
        check(lib.vox_node_equal(
            left, lib.vox_tree_root(left), right, lib.vox_tree_root(right), equal
        ))
        return equal[0]

    __hash__ = None

    # --- JSON:API --------------------------------------------------------------------

    def resource(self, type, id=None, *, lid=None):
        """The resource object of that type and id (or lid) in `data` or `included`, or None."""
        tree, found = self._open(), ffi.new("vox_node **")
        type_text, kept = text_of(type)
        key_text, also_kept = text_of(lid if id is None else id)
        find = lib.vox_resource_find_local if id is None else lib.vox_resource_find
        status = find(tree, type_text[0], key_text[0], found)
        return self._resource(status, found)

    def resolve(self, identifier):
        """The resource object that a resource identifier (an `Object` of this document)
        names, or None."""
        if identifier._document is not self:
            raise ValueError("the identifier belongs to another document")
        found = ffi.new("vox_node **")
        status = lib.vox_resource_resolve(self._open(), identifier._node, found)
        return self._resource(status, found)

    def _resource(self, status, found):
        if status == lib.VOX_OK:
            return read(self, found[0])
        if Error(status, "").code.name != "ERROR_MISSING":
            check(status)
        return None

    def validate(self, profile="any", lenient=False):
        """What breaks the rules of JSON:API 1.1, as a list of `Finding`. `profile` says what the
        document is meant to be: "any", "response", "create", "update" or "relationship"."""
        return validate(self, profile, lenient)
