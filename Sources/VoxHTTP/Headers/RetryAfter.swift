// SPDX-License-Identifier: MIT

package import HTTPTypes

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension ClientResponse {
    /// The time that the server wants the client to wait; nil if it names none, or one that is
    /// neither seconds nor a date.
    public var retryAfter: Duration? { headers.retryAfter }
}

extension HTTPFields {
    /// How long the server asks to wait (`Retry-After`, RFC 9110, section 10.2.3), in seconds or
    /// until a date; nil when it does not ask, or when what it says is neither.
    ///
    /// A date is taken against the `Date` of the response, so that it does not matter whether the
    /// clocks agree; one that has passed is no wait at all.
    package var retryAfter: Duration? {
        guard let text = self[.retryAfter] else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy(\.isDigit) {
            // What does not fit is longer than anybody waits.
            return .seconds(Swift.min(Int64(text) ?? .max, 1_000_000_000))
        }
        guard let date = HTTPDate.seconds(text) else { return nil }
        let now =
            self[.date].flatMap(HTTPDate.seconds) ?? Int64(Date().timeIntervalSince1970)
        return .seconds(Swift.max(0, date - now))
    }
}
