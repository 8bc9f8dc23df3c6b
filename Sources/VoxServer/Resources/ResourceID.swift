// SPDX-License-Identifier: MIT

/// What an id may be, in a path and in a document.
enum ResourceID {
    /// Why a text cannot be the id of a resource; nil when it can.
    ///
    /// Servers and proxies read `.` and `..` as other paths, and databases end a text at U+0000.
    static func fault(in id: String, maximumLength: Int) -> String? {
        if id.isEmpty { return "the id is empty" }
        if id == "." || id == ".." { return "an id cannot be \"\(id)\"" }
        if id.utf8.count > maximumLength {
            return "an id has at most \(maximumLength) bytes"
        }
        if id.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "an id has no control characters"
        }
        return nil
    }
}
