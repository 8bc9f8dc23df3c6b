# SPDX-License-Identifier: MIT
"""JSON and JSON:API documents that are read and edited in place.

    >>> import vox
    >>> with vox.parse(b'{"data": {"type": "albums", "id": "1"}}') as document:
    ...     document["data"]["id"] = "2"
    ...     document.write()
    b'{"data": {"type": "albums", "id": "2"}}'

What is not touched is written back byte for byte. Objects and arrays are views on the
document (`Object`, `Array`), which they keep alive; everything else is read as a Python
value. See `Document` for all there is."""

try:
    from vox import _core  # noqa: F401
except ImportError as error:
    raise ImportError(f"vox needs its C library, libvox, which cannot be loaded: {error}") from None

from vox._columns import Batch, Columns
from vox._document import Document, parse
from vox._errors import Error, MissingError, Status
from vox._rows import select
from vox._tables import Tables, columns, schema, tables
from vox._validate import Finding
from vox._views import Array, Object
from vox._core import ffi as _ffi, lib as _lib

__all__ = ["Array", "Batch", "Columns", "Document", "Error", "Finding", "MissingError",
           "Object", "Status", "Tables", "columns", "parse",
           "schema", "select", "tables", "version"]


def version() -> str:
    """The version of libvox, as "0.1.0"."""
    return _ffi.string(_lib.vox_version()).decode()
