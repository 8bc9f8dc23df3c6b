// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension DocumentError: LocalizedError {
    /// The text for users has the details of the reported errors, one per line. If the document
    /// reports no errors, the text is the description.
    public var errorDescription: String? {
        let sentences = errors.prefix(10).compactMap(\.sentence)
        return sentences.isEmpty ? description : sentences.joined(separator: "\n")
    }
}

extension APIError: LocalizedError {
    /// The text for users is the detail of the error. If the error has no detail, the text is its
    /// title. If the error has neither a detail nor a title, the text is its description.
    public var errorDescription: String? { sentence ?? description }

    /// The detail of the error, or the title if the error has no detail. The sentence is nil if the
    /// error has neither a detail nor a title.
    package var sentence: String? { (detail ?? title).map { $0.excerpt(2000) } }
}
