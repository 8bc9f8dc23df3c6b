// SPDX-License-Identifier: MIT

public import HTTPTypes

/// The settings of a request: its header fields, time limits and progress reports.
public struct RequestSettings: Sendable {
    /// Header fields in addition to those of the client.
    public var headers = HTTPFields()
    /// Values for the transport, which are not sent.
    public var userInfo: [String: any Sendable] = [:]
    /// The time limits.
    public var timeouts: Timeouts
    /// Whether the request may be sent again when its outcome is unknown.
    public var repeatability = Repeatability.byMethod
    /// True to follow redirects. If false, the response is the redirect itself.
    package var followsRedirects = true
    /// True for a POST that must fail if a redirect would turn it into a GET, because a GET writes
    /// nothing.
    package var refusesMethodChange = false
    /// True if the request may share the response of an equal request. False for a response that is
    /// read while it arrives.
    package var allowsCoalescing = true
    /// Pauses, resumes and cancels the request.
    public var handle: TransferHandle?
    /// Called with the progress of the response.
    public var progress: (@Sendable (Progress) -> Void)?
    /// Called with the number of bytes of the body that were sent.
    public var uploadProgress: (@Sendable (Int) -> Void)?

    /// The progress of a response.
    public struct Progress: Hashable, Sendable {
        /// The bytes of the body that have arrived.
        public let received: Int
        /// The size of the whole body; nil if the server did not send it.
        public let expected: Int?
    }

    /// Creates settings with defaults.
    /// - Parameter timeouts: the time limits, unless the request sets its own.
    package init(timeouts: Timeouts) { self.timeouts = timeouts }

    /// The settings of a request that follows from this one, such as the request for another page
    /// or the poll of a job. They leave out what is about this request alone: its conditions (RFC
    /// 9110, section 13) and its idempotency key.
    package var following: RequestSettings {
        var following = self
        following.repeatability = .byMethod
        following.followsRedirects = true
        following.allowsCoalescing = true
        for name in HTTPField.Name.ofOneRequest { following.headers[name] = nil }
        return following
    }
}

extension RequestSettings: CustomStringConvertible, CustomReflectable {
    /// The names of the header fields.
    public var description: String { "RequestSettings(headers: \(headers.names))" }

    /// Shows only the description, because header fields may be secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPField.Name {
    /// The fields that are about one request alone.
    fileprivate static let ofOneRequest: [HTTPField.Name] = [
        .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange, .range,
        .idempotencyKey, constant("Prefer"),
    ]

    static let idempotencyKey = HTTPField.Name.constant("Idempotency-Key")

    private static func constant(_ name: String) -> HTTPField.Name {
        HTTPField.Name(name) ?? .accept
    }
}
