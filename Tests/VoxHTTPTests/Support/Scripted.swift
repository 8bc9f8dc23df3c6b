// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxTestSupport

/// A client that answers as a function says, and remembers what it was asked.
final class Scripted: HTTPTransport {
    private let answer: @Sendable (ClientRequest, Int) async throws -> ClientResponse
    private let seen = Mutex<[ClientRequest]>([])

    /// - Parameter answer: gets the request and its number, from 0.
    init(_ answer: @escaping @Sendable (ClientRequest, Int) async throws -> ClientResponse) {
        self.answer = answer
    }

    /// Answers with one status after the other, the last one for ever.
    convenience init(_ statuses: Int...) {
        self.init { request, number in
            request.answer(statuses[min(number, statuses.count - 1)])
        }
    }

    /// What was sent so far.
    var requests: [ClientRequest] { seen.withLock { $0 } }

    func execute(_ request: ClientRequest) async throws -> ClientResponse {
        let number = seen.withLock { seen in
            seen.append(request)
            return seen.count - 1
        }
        return try await answer(request, number)
    }
}

extension ClientRequest {
    init(
        _ method: HTTPRequest.Method, _ url: String, headers: HTTPFields = [:],
        body: String? = nil
    ) throws {
        self.init(
            method: method, url: try HTTPURL(url), headers: headers,
            body: body.map { Array($0.utf8) })
    }

    static func get(_ url: String, headers: HTTPFields = [:]) throws -> ClientRequest {
        try ClientRequest(.get, url, headers: headers)
    }

    func answer(_ status: Int, _ headers: HTTPFields = [:], _ text: String = "") -> ClientResponse {
        ClientResponse(
            head: HTTPResponse(status: .init(code: status), headerFields: headers), url: url,
            body: ClientResponse.Body(Array(text.utf8)))
    }
}

extension ClientResponse {
    /// The whole body.
    func text() async throws -> String { String(decoding: try await body.bytes(), as: UTF8.self) }
}

/// The code of the ``RequestError`` that the work fails with.
func failure(
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ work: () async throws -> Void
) async -> RequestError.Code? {
    do {
        try await work()
        return nil
    } catch let error as RequestError {
        return error.code
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
        return nil
    }
}

/// A door that is shut until somebody opens it.
final class Gate: Sendable {
    private let isOpen = Mutex(false)

    func open() { isOpen.withLock { $0 = true } }

    func pass() async throws {
        await eventually { isOpen.withLock { $0 } }
        if !isOpen.withLock({ $0 }) { throw CancellationError() }
    }
}

/// A number that several tasks count up.
final class Tally: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
}

extension HTTPField.Name {
    static let apiKey = HTTPField.Name("X-Api-Key") ?? .authorization
    static let custom = HTTPField.Name("X-Custom") ?? .authorization
    static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .authorization
}
