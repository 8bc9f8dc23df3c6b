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
    /// The field contains a number of seconds or a date. A number may have a fraction, such as 0.5:
    /// RFC 9110 does not define fractions, but some servers send them. The time is nil if the field
    /// is missing, or contains neither a number nor a date.
    ///
    /// A date is compared with the `Date` of the response, so that a difference between the clocks
    /// of client and server does not matter. If the date has passed, the time is zero.
    package var retryAfter: Duration? {
        guard let text = value(of: .retryAfter) else { return nil }
        // A larger number is longer than any client waits.
        if let seconds = DelaySeconds.duration(text) {
            return Swift.min(seconds, .seconds(1_000_000_000))
        }
        guard let date = HTTPDate.seconds(text) else { return nil }
        return Swift.max(.zero, .seconds(date) - currentTime)
    }

    /// The time since 1970 at which the response was sent (`Date`), or the current time if the
    /// response has no `Date`.
    var currentTime: Duration {
        value(of: .date).flatMap(HTTPDate.seconds).map { .seconds($0) }
            ?? .milliseconds(Int64(Date().timeIntervalSince1970 * 1000))
    }
}
