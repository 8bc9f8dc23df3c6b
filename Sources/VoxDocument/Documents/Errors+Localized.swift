// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension DocumentError: LocalizedError {
    /// A text for users: the details of the reported errors, one per line, or else the description.
    public var errorDescription: String? {
        let sentences = errors.prefix(10).compactMap(\.sentence)
        return sentences.isEmpty ? description : sentences.joined(separator: "\n")
    }
}

extension APIError: LocalizedError {
    /// A text for users: the detail, or else the title.
    public var errorDescription: String? { sentence ?? description }

    /// The detail, or else the title. Nil if the error has neither.
    package var sentence: String? { (detail ?? title).map { $0.excerpt(2000) } }
}
