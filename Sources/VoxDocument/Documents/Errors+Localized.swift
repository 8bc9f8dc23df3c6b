// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension DocumentError: LocalizedError {
    /// For people: the details that the document reports, a line each; else the description.
    public var errorDescription: String? {
        let sentences = errors.prefix(10).compactMap(\.sentence)
        return sentences.isEmpty ? description : sentences.joined(separator: "\n")
    }
}

extension APIError: LocalizedError {
    /// For people: the detail, or the title.
    public var errorDescription: String? { sentence ?? description }

    /// The detail, or the title; nil for an error without words.
    package var sentence: String? { (detail ?? title).map { $0.excerpt(2000) } }
}
