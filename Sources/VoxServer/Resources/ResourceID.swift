// SPDX-License-Identifier: MIT

/// The rules for an id in a path or in a document.
enum ResourceID {
    /// Returns why a text cannot be the id of a resource, or nil if it can.
    static func fault(in id: String, maximumLength: Int) -> String? {
        // First, because the other rules read all of the id.
        if id.utf8.count > maximumLength { return "an id must have at most \(maximumLength) bytes" }
        return id.faultAsID
    }
}
