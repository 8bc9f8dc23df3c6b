// SPDX-License-Identifier: MIT

public import HTTPTypes

/// The options that clients of every format share.
public struct ClientOptions: Sendable {
    /// The rules for writing queries.
    public var encoding = QueryEncoding()

    /// The header fields that every request has. If a request sets one of these header fields
    /// itself, the value of the request is sent.
    public var headers = HTTPFields()

    /// The default time limits of requests. A request may set its own timeouts.
    public var timeouts = Timeouts()

    /// True to follow links to any other origin, without credentials. If the option is true, a
    /// server can make the client send requests to addresses that only this machine reaches. Links
    /// from https to http are never followed. Default: false.
    public var allowsOtherOrigins = false

    /// The largest body of a response in bytes, after decompression. The limit does not apply to
    /// streams. Default: 64 MiB.
    public var maximumBody = 64 << 20

    /// The defaults.
    public init() {}
}

/// The options of a client for one format, including the options that clients of every format
/// share.
///
/// The shared options are also members of these options: `options.headers` is
/// `options.shared.headers`.
@dynamicMemberLookup
public protocol ServiceOptions: Sendable {
    /// The name of the client in descriptions.
    static var clientName: String { get }

    /// The options that clients of every format share.
    var shared: ClientOptions { get set }

    /// Creates the default options.
    init()
}

extension ServiceOptions {
    /// A shared option.
    public subscript<Value>(dynamicMember option: WritableKeyPath<ClientOptions, Value>) -> Value {
        get { shared[keyPath: option] }
        set { shared[keyPath: option] = newValue }
    }
}
