// SPDX-License-Identifier: MIT

/// The media type of a body.
public struct MediaType: Hashable, Sendable, CustomStringConvertible {
    /// The media type as text, as it goes into a header.
    public let description: String

    /// The media type of JSON:API, `application/vnd.api+json`, without parameters.
    public static let jsonAPI = MediaType(description: "application/vnd.api+json")
}
