// SPDX-License-Identifier: MIT

internal import Synchronization

/// A client of one service: the address of the service, the transport that reaches the service, and
/// the options of the client.
///
/// `APIClient` (for JSON:API) and `RESTClient` (for JSON without JSON:API) are type aliases of this
/// type. Each alias has the options of its format. A client is a value: copies are cheap, and a
/// change to one copy does not change the other copies.
public struct ServiceClient<Options: ClientOptions.Holder>: Sendable {
    /// The values of a client. Copies of a client share them, because requests and documents have
    /// copies of their client, and the options have many references.
    @usableFromInline
    final class Values: Sendable {
        let base: HTTPURL
        let transport: any HTTPTransport
        @usableFromInline let options: Options
        let server = Mutex<RemoteServer?>(nil)

        init(_ base: HTTPURL, _ transport: any HTTPTransport, _ options: Options) {
            self.base = base
            self.transport = transport
            self.options = options
        }
    }

    @usableFromInline var values: Values

    /// The address that paths are appended to. A slash at the end of this address makes no
    /// difference.
    public var base: HTTPURL {
        get { values.base }
        set { values = Values(newValue, transport, options) }
    }

    /// Sends the requests.
    public var transport: any HTTPTransport {
        get { values.transport }
        set { values = Values(base, newValue, options) }
    }

    /// The rules for writing requests and reading responses.
    public var options: Options {
        @inlinable get { values.options }
        set { values = Values(base, transport, newValue) }
    }

    /// Creates a client from the address of a service.
    /// - Parameters:
    ///   - base: the address that paths are appended to.
    ///   - transport: sends the requests.
    ///   - reliability: redirects, retries, limits and credentials
    ///     (``HTTPTransport/reliable(_:)``); nil uses the transport unchanged.
    ///   - options: the rules for writing requests and reading responses.
    /// - Throws: ``RequestError`` with code `invalidURL`. An address with a query is an error,
    ///   because requests would not contain this query. Use ``ClientOptions/query``, which is sent
    ///   with every request.
    public init(
        _ base: String, transport: any HTTPTransport,
        reliability: ReliabilityOptions? = ReliabilityOptions(), options: Options = Options()
    ) throws(RequestError) {
        let address = try HTTPURL(base)
        guard address.query == nil else {
            throw RequestError.invalidURL(
                base, "requests do not have the query of this address; set options.query instead")
        }
        values = Values(address, reliability.map { transport.reliable($0) } ?? transport, options)
    }

    /// Returns the server of this client. The first call creates the server by `make`.
    package func server(_ make: () -> RemoteServer) -> RemoteServer {
        values.server.withLock { server in
            let found = server ?? make()
            server = found
            return found
        }
    }

    /// Returns this client with changed options.
    public func with(_ change: (inout Options) throws -> Void) rethrows -> ServiceClient {
        var client = self
        try change(&client.options)
        return client
    }
}

extension ServiceClient: Redacted {
    /// The address of the service.
    public var description: String { "\(Options.clientName)(\(base))" }
}
