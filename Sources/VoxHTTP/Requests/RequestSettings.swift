// SPDX-License-Identifier: MIT

public import HTTPTypes

/// What all requests have in common: header fields, and how they are carried out.
public struct RequestSettings: Sendable {
    /// Header fields beside those that the client sends anyway.
    public var headers = HTTPFields()
    /// Passed to the client untouched.
    public var userInfo: [String: any Sendable] = [:]
    /// How long to wait for what.
    public var timeouts: Timeouts
    /// Whether the request may be sent again.
    public var repeatability = Repeatability.byMethod
    /// False for a request whose redirect is a response.
    package var followsRedirects = true
    /// True for a POST that is to write something, or to fail.
    package var refusesMethodChange = false
    /// False for a response that is read as it comes.
    package var allowsCoalescing = true
    /// Pauses, resumes and cancels the request.
    public var handle: TransferHandle?
    /// Told how much of the response has come.
    public var progress: (@Sendable (Progress) -> Void)?
    /// Told how many bytes of the body that is sent have left.
    public var uploadProgress: (@Sendable (Int) -> Void)?

    /// How much of a response has come.
    public struct Progress: Hashable, Sendable {
        /// Bytes of the body so far.
        public let received: Int
        /// Bytes of the whole body, when the server said.
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
