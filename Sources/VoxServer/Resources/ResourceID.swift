// SPDX-License-Identifier: MIT

/// The rules for ids in paths and documents.
enum ResourceID {
    /// Returns the reason why a string cannot be the id of a resource, or nil.
    ///
    /// Servers and proxies interpret `.` and `..` as other paths, and databases end a string at
    /// U+0000.
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
