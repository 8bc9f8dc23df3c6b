// SPDX-License-Identifier: MIT

public import HTTPTypes

/// The header fields of a request, and how it is carried out.
public struct RequestSettings: Sendable {
    /// Header fields in addition to those of the client.
    public var headers = HTTPFields()
    /// Values for the transport, which are not sent.
    public var userInfo: [String: any Sendable] = [:]
    /// The time limits.
    public var timeouts: Timeouts
    /// Whether the request may be sent again when its outcome is unknown.
    public var repeatability = Repeatability.byMethod
    /// False for a request whose redirect is a response.
    package var followsRedirects = true
    /// True for a POST that is to write something, or to fail.
    package var refusesMethodChange = false
    /// False for a response that is read as it comes.
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

    /// - Parameter timeouts: how long the request waits, unless it sets its own timeouts.
    package init(timeouts: Timeouts) { self.timeouts = timeouts }

    /// The settings of a request that follows from one with these: another page, a question about a
    /// job. What was said about the one request alone does not hold for it: its conditions (RFC
    /// 9110, section 13), its idempotency key.
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
    /// Fields that are about one request alone.
    fileprivate static let ofOneRequest: [HTTPField.Name] = [
        .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange, .range,
        .idempotencyKey, constant("Prefer"),
    ]

    static let idempotencyKey = HTTPField.Name.constant("Idempotency-Key")

    private static func constant(_ name: String) -> HTTPField.Name {
        HTTPField.Name(name) ?? .accept
    }
}
