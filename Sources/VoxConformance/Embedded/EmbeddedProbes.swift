// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by Scripts/embed-probes from the folder Conformance. Do not edit.

/// The probe files of this version, in the order of reports.
enum EmbeddedProbes {
    static let files: [String] = [documents, negotiation, fetching, fieldsets, includes, sorting, paging, filtering, creating, updating, deleting, relationships, errors, atomic, cursors]
}
