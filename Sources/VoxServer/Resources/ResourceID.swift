// SPDX-License-Identifier: MIT

enum ResourceID {
    /// Returns the reason why a string cannot be the id of a resource. Returns nil for a valid id.
    static func fault(in id: String, maximumLength: Int) -> String? {
        // The length is checked first, because the other rules read all of the id.
        if id.utf8.count > maximumLength { return "an id must have at most \(maximumLength) bytes" }
        return id.faultAsID
    }
}
