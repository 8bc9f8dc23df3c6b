// SPDX-License-Identifier: MIT

package import HTTPTypes

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension ClientResponse {
    /// The time that the server wants the client to wait; nil if `Retry-After` is missing, or is
    /// neither a number of seconds nor a date.
    public var retryAfter: Duration? { headers.retryAfter }
}

extension HTTPFields {
    /// The time that the server wants the client to wait (`Retry-After`, RFC 9110, section 10.2.3).
    /// The field contains a number of seconds or a date. The time is nil if the field is missing or
    /// contains anything else.
    ///
    /// A date is compared with the `Date` of the response, so that a difference between the clocks
    /// of client and server does not matter. If the date has passed, the time is zero.
    package var retryAfter: Duration? {
        guard let text = self[.retryAfter] else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy(\.isDigit) {
            // A number that does not fit is longer than any client waits.
            return .seconds(Swift.min(Int64(text) ?? .max, 1_000_000_000))
        }
        guard let date = HTTPDate.seconds(text) else { return nil }
        let now =
            self[.date].flatMap(HTTPDate.seconds) ?? Int64(Date().timeIntervalSince1970)
        return .seconds(Swift.max(0, date - now))
    }
}
