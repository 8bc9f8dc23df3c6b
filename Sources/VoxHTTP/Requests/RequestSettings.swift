// SPDX-License-Identifier: MIT

public import HTTPTypes

extension ClientRequest {
    /// The settings of a request: its header fields, time limits and progress reports.
    public struct Settings: Sendable {
        /// The header fields that are sent in addition to the header fields of the client.
        public var headers = HTTPFields()
        /// Values that are passed to the transport, and are not sent to the server.
        public var userInfo: [String: any Sendable] = [:]
        /// The time limits.
        public var timeouts: Timeouts
        /// Whether the request may be sent again if the server may already have carried it out.
        public var repeatability = ClientRequest.Repeatability.byMethod
        /// True to follow redirects. If `followsRedirects` is false, the redirect itself is
        /// returned as the response.
        package var followsRedirects = true
        /// True for a POST that must fail if a redirect would turn it into a GET, because a GET
        /// writes nothing.
        package var refusesMethodChange = false
        /// True if the request may share the response of an equal request. The value is false if
        /// the response is read while it arrives.
        package var allowsCoalescing = true
        /// True if the request follows a link of a response.
        package var followsLink = false
        /// The handle that can pause, resume and cancel the request.
        public var handle: Handle?
        /// A function that is called with the progress of the response.
        public var progress: (@Sendable (Progress) -> Void)?
        /// A function that receives the number of sent bytes of the body.
        public var uploadProgress: (@Sendable (Int) -> Void)?

        /// The progress of a response.
        public struct Progress: Hashable, Sendable {
            /// The number of bytes of the body that have arrived.
            public let received: Int
            /// The size of the whole body in bytes; nil if the server did not send the size.
            public let expected: Int?
        }

        /// Creates settings with defaults.
        /// - Parameter timeouts: the default time limits of the request.
        package init(timeouts: Timeouts) { self.timeouts = timeouts }

        /// The settings of a request that follows this request, such as the request for another
        /// page or the poll of a job. The settings have no conditions (RFC 9110, section 13) and no
        /// idempotency key, because conditions and keys belong to one request alone.
        package var following: Settings {
            var following = self
            following.followsLink = true
            following.repeatability = .byMethod
            following.followsRedirects = true
            following.allowsCoalescing = true
            for name in HTTPField.Name.ofOneRequest { following.headers[name] = nil }
            return following
        }
    }
}

extension ClientRequest.Settings: Redacted {
    /// The names of the header fields.
    public var description: String { "ClientRequest.Settings(headers: \(headers.names))" }
}

extension HTTPField.Name {
    /// The names of the header fields that belong to one request alone.
    fileprivate static let ofOneRequest: [HTTPField.Name] = [
        .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange, .range,
        .idempotencyKey, .prefer,
    ]
}
