// SPDX-License-Identifier: MIT

public import HTTPTypes

/// What all requests have in common: query, header fields, and how they are carried out.
public struct RequestSettings: Sendable {
    /// The query.
    public var query = Query()
    /// Header fields beside those of JSON:API.
    public var headers = HTTPFields()
    /// Passed to the client untouched.
    public var userInfo: [String: any Sendable] = [:]
    /// How long to wait for what.
    public var timeouts = Timeouts()
    /// Whether the request may be sent again.
    public var repeatability = Repeatability.byMethod
    /// False for a request whose redirect is an answer.
    var followsRedirects = true
    /// False for an answer that is read as it comes.
    var allowsCoalescing = true
    /// What key paths to include begin at: a relationship, at its endpoint.
    var includePrefix: String?
    /// Pauses, resumes and cancels the request.
    public var handle: TransferHandle?
    /// Told how much of the answer has come.
    public var progress: (@Sendable (Progress) -> Void)?
    /// Told how many bytes of the body that is sent have left.
    public var uploadProgress: (@Sendable (Int) -> Void)?

    /// How much of an answer has come.
    public struct Progress: Hashable, Sendable {
        /// Bytes of the body so far.
        public let received: Int
        /// Bytes of the whole body, when the server said.
        public let expected: Int?
    }

    init() {}

    /// The settings of a request that follows from one with these: another page, a question about a
    /// job. What was said about the one request alone does not hold for it: its query, its conditions
    /// (RFC 9110, section 13), its idempotency key.
    var following: RequestSettings {
        var following = self
        following.query = Query()
        following.repeatability = .byMethod
        following.followsRedirects = true
        following.allowsCoalescing = true
        following.includePrefix = nil
        for name in HTTPField.Name.ofOneRequest { following.headers[name] = nil }
        return following
    }
}

/// A request that has not been sent. Each call gives a changed copy.
public protocol APIRequest {
    /// The schema of what is asked for, which key paths begin at.
    associatedtype Schema: ResourceSchema

    /// Query, header fields, and how the request is carried out.
    var settings: RequestSettings { get set }
}

extension APIRequest {
    func with(_ change: (inout RequestSettings) -> Void) -> Self {
        var copy = self
        change(&copy.settings)
        return copy
    }

    // MARK: Query

    /// Includes related resources, by dotted paths of JSON names; adds to those named before. With no
    /// path at all, `include=` asks for none.
    public func include(_ paths: [String]) -> Self { with { $0.query.include(paths) } }

    /// Asks for some fields of a type alone, by JSON names: attributes and relationships alike. An
    /// empty list asks for none.
    public func fields(_ type: String, _ names: [String]) -> Self {
        with { $0.query.setFields(of: type, to: names) }
    }

    /// Sorts by fields, by JSON names; `-` before what descends.
    public func sort(_ fields: [String]) -> Self { with { $0.query.setSort(fields) } }

    /// Filters: `filter[name]=value`, or `filter[name]=a,b`.
    public func filter(_ name: String, _ values: String...) -> Self {
        with { $0.query.filter([QueryItem("filter[\(name)]", list: values)]) }
    }

    /// Filters by a strategy.
    public func filter(_ strategy: some FilterStrategy) -> Self {
        with { $0.query.filter(strategy.queryItems) }
    }

    /// Asks for a part of the collection.
    public func paginate(_ strategy: some PaginationStrategy) -> Self {
        with { $0.query.setPage(strategy.queryItems) }
    }

    /// Adds a query item of one's own; repeats are kept, in order.
    public func query(_ name: String, _ value: String?) -> Self {
        with { $0.query.append(QueryItem(name, value)) }
    }

    // MARK: Carrying out

    /// Sets a header field.
    public func header(_ name: HTTPField.Name, _ value: String) -> Self {
        with { $0.headers[name] = value }
    }

    /// Gives something along for the client.
    public func userInfo(_ userInfo: [String: any Sendable]) -> Self {
        with { $0.userInfo.merge(userInfo) { $1 } }
    }

    /// Sets how long to wait for what.
    public func timeouts(_ timeouts: Timeouts) -> Self { with { $0.timeouts = timeouts } }

    /// Says whether the request may be sent again when it is not known what became of it.
    public func repeatability(_ repeatability: Repeatability) -> Self {
        with { $0.repeatability = repeatability }
    }

    /// Sends a key by which the server knows a repetition, so that the request may be repeated.
    public func idempotencyKey(_ key: String) -> Self {
        with {
            $0.headers[.idempotencyKey] = key
            $0.repeatability = .always
        }
    }

    /// Lets a handle pause, resume and cancel the request.
    public func controlled(by handle: TransferHandle) -> Self { with { $0.handle = handle } }

    /// Tells how much of the answer has come, on no particular thread.
    public func onProgress(_ progress: @escaping @Sendable (RequestSettings.Progress) -> Void)
        -> Self
    {
        with { $0.progress = progress }
    }

    /// Tells how many bytes of the body that is sent have left, on no particular thread; again from the
    /// beginning when it is sent again.
    public func onUploadProgress(_ progress: @escaping @Sendable (_ sent: Int) -> Void) -> Self {
        with { $0.uploadProgress = progress }
    }
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
