// SPDX-License-Identifier: MIT

internal import HTTPTypes
internal import VoxRedaction

/// Removes the values of the header fields of the options from texts of a report. A server may repeat
/// them, for example in the detail of an error.
struct SecretMask {
    private let secrets: [String]

    /// Shorter values occur in other texts by chance.
    private static let shortest = 6

    init(_ headers: HTTPFields) {
        // A server may repeat only the credentials, without their scheme.
        let parts = headers.flatMap { field in
            [field.value] + field.value.split(separator: " ").map(String.init)
        }
        secrets = Set(parts).filter { $0.utf8.count >= Self.shortest }
            .sorted { $0.utf8.count > $1.utf8.count }
    }

    func masked(_ text: String) -> String {
        secrets.reduce(text) { text, secret in text.replacing(secret, with: redacted) }
    }
}
