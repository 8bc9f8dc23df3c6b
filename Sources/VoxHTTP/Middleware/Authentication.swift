// SPDX-License-Identifier: MIT

public import HTTPTypes
internal import Synchronization

/// Adds a credential to the requests to some origins. If a server refuses the credential (401), the
/// middleware fetches a new credential.
///
/// Requests to other origins, and requests that already have the field of the credential, are not
/// changed. After a 401, the request is sent once more with a new credential. A request whose body
/// can be sent only once is not sent again. Requests that are refused at the same time wait for the
/// same new credential.
///
/// If fetching a credential fails, all requests that wait for the credential fail with the same
/// error. If the credential would be sent over http to another machine, the request fails with
/// ``RequestError`` code `insecure`.
public struct Authentication: HTTPMiddleware {
    /// The origins that the credential is sent to.
    public let origins: [HTTPURL]
    /// The origins to which the credential may be sent over http.
    public var plainHTTP: [HTTPURL]

    private let field: HTTPField.Name
    private let keeper: Keeper

    /// Creates the middleware with a fixed credential, which is not replaced after a 401.
    public init(
        _ credential: Credential, for origins: HTTPURL...,
        allowingPlainHTTP plainHTTP: [HTTPURL] = []
    ) {
        self.origins = origins
        self.plainHTTP = plainHTTP
        field = credential.field.name
        keeper = Keeper(credential: credential, renew: nil)
    }

    /// Creates middleware that fetches its credentials.
    /// - Parameters:
    ///   - field: the header field of the credential. A request that already has this field is not
    ///     changed.
    ///   - origins: the servers that the credentials are sent to.
    ///   - plainHTTP: the origins to which the credentials may also be sent over http.
    ///   - fetch: returns a credential. `fetch` is called first with nil, and after a 401 with the
    ///     refused credential. Only one call of `fetch` runs at a time, and requests wait for this
    ///     call within their time limits. If the closure `fetch` sends a request with the same
    ///     client, the middleware adds no credential to that request.
    public init(
        in field: HTTPField.Name = .authorization, for origins: HTTPURL...,
        allowingPlainHTTP plainHTTP: [HTTPURL] = [],
        fetch: @escaping @Sendable (_ refused: Credential?) async throws -> Credential
    ) {
        self.origins = origins
        self.plainHTTP = plainHTTP
        self.field = field
        keeper = Keeper(credential: nil, renew: fetch)
    }

    /// Sends the request with a credential.
    public func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        guard !request.headers.contains(field), !Keeper.fetching.contains(keeper.id),
            origins.contains(where: { $0.hasSameOrigin(as: request.url) })
        else { return try await next.execute(request) }
        try CredentialGuard.check(field, of: request, allowing: plainHTTP)
        let first = try await keeper.credential(after: nil)
        let response = try await next.execute(request.showing(first.credential))
        guard response.status == .unauthorized, keeper.canRenew, request.canBeSentAgain else {
            return response
        }
        let second = try await keeper.credential(after: first)
        var retried = try await next.execute(request.showing(second.credential))
        retried.attempts = max(retried.attempts, response.attempts)
        return retried
    }
}

extension ClientRequest {
    fileprivate func showing(_ credential: Authentication.Credential) -> ClientRequest {
        var request = self
        request.headers[fields: credential.field.name] = [credential.field]
        return request
    }
}

/// Holds the current credential, and fetches the next one. Only one fetch runs at a time, for all
/// requests that wait.
private final class Keeper: Sendable {
    struct Held: Sendable {
        let credential: Authentication.Credential
        let number: Int
    }

    private struct State {
        var held: Held?
        var waiters: [Int: Outcome<Held>] = [:]
        var last = 0
        var isRenewing = false
    }

    private let renew:
        (@Sendable (Authentication.Credential?) async throws -> Authentication.Credential)?
    private let state: Mutex<State>

    init(
        credential: Authentication.Credential?,
        renew: (@Sendable (Authentication.Credential?) async throws -> Authentication.Credential)?
    ) {
        self.renew = renew
        state = Mutex(State(held: credential.map { Held(credential: $0, number: 1) }))
    }

    /// The keepers whose credential the task is fetching. Requests of the fetch are sent without a
    /// credential; otherwise the fetch would wait for itself.
    @TaskLocal static var fetching: Set<ObjectIdentifier> = []

    var id: ObjectIdentifier { ObjectIdentifier(self) }

    var canRenew: Bool { renew != nil }

    /// Returns a credential other than the refused one.
    func credential(after refused: Held?) async throws -> Held {
        let outcome = Outcome<Held>()
        return try await outcome.value(begunBy: { join(outcome, after: refused) })
    }

    /// Settles the outcome with a credential other than the refused one, at once or when a new
    /// credential has been fetched.
    /// - Returns: a function that ends the wait.
    private func join(_ outcome: Outcome<Held>, after refused: Held?) -> @Sendable () -> Void {
        let (ticket, isFirst) = state.withLock { state in
            if let held = state.held, held.number != refused?.number {
                outcome.settle(.success(held))
                return (0, false)
            }
            state.last += 1
            state.waiters[state.last] = outcome
            defer { state.isRenewing = true }
            return (state.last, !state.isRenewing)
        }
        // The fetch runs in a task of its own, because other requests wait for it too. Cancelling
        // the first request must not cancel it.
        if isFirst { Task { await fetch(after: refused) } }
        return { self.state.withLock { _ = $0.waiters.removeValue(forKey: ticket) } }
    }

    private func fetch(after refused: Held?) async {
        let result: Result<Authentication.Credential, any Error>
        do {
            let fetching = Self.fetching.union([id])
            result = .success(
                try await Self.$fetching.withValue(fetching) {
                    try await renew?(refused?.credential) ?? noCredential()
                })
        } catch {
            result = .failure(error)
        }
        let (waiters, held) = state.withLock { state in
            let held = result.map { Held(credential: $0, number: (refused?.number ?? 0) + 1) }
            if case .success(let new) = held { state.held = new }
            defer { state.waiters = [:] }
            state.isRenewing = false
            return (state.waiters, held)
        }
        for waiter in waiters.values { waiter.settle(held) }
    }

    private func noCredential() throws -> Authentication.Credential {
        throw RequestError(code: .unsendable, message: "no credential is available")
    }
}
