# SPDX-License-Identifier: MIT
"""The rules of JSON:API 1.1."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from vox._core import ffi, lib
from vox._errors import check


class Finding(NamedTuple):
    """One thing that is wrong: the number of the rule, "error" or "warning", the JSON Pointer of
    the value, where it was read (see `Error`), and the rule in words."""

    rule: int
    severity: str
    pointer: str
    offset: int
    line: int
    column: int
    message: str


PROFILES = {
    "any": lib.VOX_PROFILE_ANY,
    "response": lib.VOX_PROFILE_RESPONSE,
    "create": lib.VOX_PROFILE_CREATE,
    "update": lib.VOX_PROFILE_UPDATE,
    "relationship": lib.VOX_PROFILE_RELATIONSHIP,
    "operations": lib.VOX_PROFILE_OPERATIONS,
    "results": lib.VOX_PROFILE_RESULTS,
}


class _Collector:
    def __init__(self, document: Any):
        self.document = document
        self.place = ffi.new("vox_place *")
        self.findings: list[Finding] = []


@ffi.def_extern(error=1)
def vox_python_finding(context: Any, finding: Any) -> int:
    collector = ffi.from_handle(context)
    document, place = collector.document, collector.place
    lib.vox_finding_locate(document._open(), finding, place)
    severity = "error" if finding.severity == lib.VOX_SEVERITY_ERROR else "warning"
    collector.findings.append(Finding(
        finding.rule, severity, document._pointer_of(finding.node),
        finding.offset, place.line, place.column, ffi.string(finding.message).decode(),
    ))
    return 0


def validate(
    document: Any, profile: str, lenient: bool, ignore: Iterable[int]
) -> list[Finding]:
    if profile not in PROFILES:
        raise ValueError(f"profile is one of {', '.join(PROFILES)}")
    collector = _Collector(document)
    handle = ffi.new_handle(collector)
    ignored = ffi.new("unsigned[]", list(ignore))
    options = ffi.new("vox_validation *", {
        "profile": PROFILES[profile], "lenient": lenient,
        "ignored_rules": ignored, "ignored_rule_count": len(ignored),
    })
    with document._locked():
        status = lib.vox_validate(document._open(), options, (lib.vox_python_finding, handle))
    if status != lib.VOX_OK:
        document.materialize()
        check(status)
    return collector.findings
