// SPDX-License-Identifier: MIT

internal import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ErrorResponse: CustomStringConvertible, LocalizedError {
    /// One line with the status and the first errors.
    public var description: String { "\(status.code): \(errors.summary)" }

    /// A text for users: the details of the errors, one per line.
    public var errorDescription: String? {
        let sentences = errors.prefix(10).compactMap(\.sentence)
        return sentences.isEmpty ? description : sentences.joined(separator: "\n")
    }
}
