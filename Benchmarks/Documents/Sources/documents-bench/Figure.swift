// SPDX-License-Identifier: MIT

/// Depends on all that a Swift job reads, so that both sides of a pair can be compared.
struct Figure {
    private(set) var value: Int64 = 0

    mutating func add(_ title: String, _ views: Int, _ isPublished: Bool) {
        value &+= Int64(title.utf8.count) &+ Int64(views) &+ (isPublished ? 1 : 0)
    }

    mutating func add(author name: String) {
        value &+= Int64(name.utf8.count) &* 7
    }
}

/// A document is not what the bench takes it for.
enum Unexpected: Error {
    case shape
}
