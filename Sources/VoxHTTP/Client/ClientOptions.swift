// SPDX-License-Identifier: MIT

public import HTTPTypes

/// The options that clients of every format share.
public struct ClientOptions: Sendable {
    /// The rules for writing queries.
    public var encoding = QueryItem.Encoding()

    /// The header fields that every request has. A header field in this option replaces the header
    /// field of the same name that the client sets, such as `Accept`. A header field of a single
    /// request replaces the header field of the same name in this option.
    public var headers = HTTPFields()

    /// The query items that every request has, such as the version of the service. An item is not
    /// sent if the address of the request already has a parameter of the same name. Default: none.
    public var query: [QueryItem] = []

    /// If true, ``query`` is also added to links that the client follows, such as the link to the
    /// next page. Default: true.
    public var addsQueryToLinks = true

    /// The base address of the relative links in documents. Default: ``LinkBase/document``.
    public var linkBase = LinkBase.document

    /// The base address of the relative links in documents.
    public enum LinkBase: Hashable, Sendable {
        /// The address of the document (RFC 3986, section 5.1.3).
        case document
        /// The address of the client: the link `/albums/1` is a path below this address. Some
        /// services omit the path of this address in links. A link that begins with the path of
        /// this address is followed unchanged.
        case client
    }

    /// The keys by which the server recognizes a repeated write. Each POST and each PATCH without
    /// an idempotency key gets a key. If no response to a request with an idempotency key arrives,
    /// the client can send the request again. Nil, the default, sends no keys.
    public var idempotency: IdempotencyKeys?

    /// The keys by which a server recognizes a request that is sent again, so that the server
    /// carries out the request only once.
    public struct IdempotencyKeys: Sendable {
        /// The name of the header field. Default: `Idempotency-Key`
        /// (draft-ietf-httpapi-idempotency-key-header).
        public var header = HTTPField.Name.idempotencyKey
        /// Returns a new key, which no other request has. Default: 32 random hexadecimal digits
        /// between quotes.
        public var make: @Sendable () -> String = {
            let digits = (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }
            return "\"\(digits.joined())\""
        }

        /// The defaults.
        public init() {}
    }

    /// The default time limits of requests. A request may set its own timeouts.
    public var timeouts = ClientRequest.Timeouts()

    /// True to follow links to origins other than the client's. Requests to these origins have no
    /// credentials. If the option is true, a server can make the client send requests to addresses
    /// that only this machine can reach. Links from https to http are never followed. Default:
    /// false.
    public var allowsOtherOrigins = false

    /// The largest body of a response in bytes, after decompression. The limit does not apply to
    /// streams. Default: 64 MiB.
    public var maximumBody = 64 << 20

    /// The defaults.
    public init() {}
}

extension ClientOptions {
    /// The options of a client for one format. These options include the options that clients of
    /// every format share.
    ///
    /// The shared options are also members of these options: `options.headers` is
    /// `options.shared.headers`.
    @dynamicMemberLookup public protocol Holder: Sendable {
        /// The name of the client in descriptions.
        static var clientName: String { get }

        /// The options that clients of every format share.
        var shared: ClientOptions { get set }

        /// Creates the default options.
        init()
    }
}

extension ClientOptions.Holder {
    /// A shared option.
    public subscript<Value>(dynamicMember option: WritableKeyPath<ClientOptions, Value>) -> Value {
        get { shared[keyPath: option] }
        set { shared[keyPath: option] = newValue }
    }
}
