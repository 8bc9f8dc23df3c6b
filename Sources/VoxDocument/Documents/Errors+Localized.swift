// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension DocumentError: LocalizedError {
    /// A text for users: the details of the reported errors, one per line. If there are none, the
    /// description.
    public var errorDescription: String? {
        let sentences = errors.prefix(10).compactMap(\.sentence)
        return sentences.isEmpty ? description : sentences.joined(separator: "\n")
    }
}

extension APIError: LocalizedError {
    /// A text for users: the detail. Without a detail, the title, and without a title, the
    /// description.
    public var errorDescription: String? { sentence ?? description }

    /// The detail of the error, or its title if it has no detail. Nil if it has neither.
    package var sentence: String? { (detail ?? title).map { $0.excerpt(2000) } }
}
