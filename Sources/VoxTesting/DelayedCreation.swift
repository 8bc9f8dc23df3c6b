// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
public import VoxServer

/// Middleware that delays the creation of resources (JSON:API recommendations, "Asynchronous
/// Processing"). The middleware responds to a POST with 202 and the address of a job. The client
/// polls the job. When the creation is done, the job redirects to the new resource.
///
/// ```swift
/// import VoxTesting
///
/// let service = ResourceService([ServedType("notes")], store: MemoryStore())
///     .with(DelayedCreation(polls: 1))
/// var request = ClientRequest(
///     method: .post, url: try HTTPURL("http://test.example/notes"),
///     headers: [.contentType: "application/vnd.api+json"])
/// request.body = Array(#"{"data": {"type": "notes", "id": "1"}}"#.utf8)
/// let response = try await service.execute(request)
/// print(response.status.code, response.headers[.contentLocation] ?? "")
/// // prints: 202 http://test.example/jobs/1
///
/// let job = ClientRequest(method: .get, url: try HTTPURL("http://test.example/jobs/1"))
/// print(try await service.execute(job).status.code)  // prints: 200
/// print(try await service.execute(job).status.code)  // prints: 303
/// ```
///
/// The middleware passes the POST to the service when the job is due. If the service refuses the
/// request, the polling client receives the error response. Jobs stay in memory, so use this
/// middleware only in tests.
public final class DelayedCreation: HTTPMiddleware {
    private enum Job {
        case pending(ClientRequest, polls: Int)
        case done(location: String)
    }

    private static let path = "jobs"

    private let jobs = Mutex<[Job]>([])
    private let types: Set<String>?
    private let polls: Int
    private let retryAfter: Int

    /// Creates a middleware without jobs.
    /// - Parameters:
    ///   - types: the types of resources for which creation is always delayed; nil for all types.
    ///     The creation of a resource of another type is delayed if the client sends `Prefer:
    ///     respond-async` (RFC 7240).
    ///   - polls: the number of polls of a job before the job is done.
    ///   - retryAfter: the number of seconds in the `Retry-After` that a polling client receives.
    public init(of types: Set<String>? = nil, polls: Int = 1, retryAfter: Int = 0) {
        self.types = types
        self.polls = polls
        self.retryAfter = retryAfter
    }

    /// Processes creations and polls of jobs, and passes on all other requests.
    public func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        let segments = request.url.path.split(separator: "/").map { String($0) }
        if isCreation(request, segments) {
            let job = Job.pending(try await whole(request), polls: polls)
            let number = jobs.withLock { jobs in
                jobs.append(job)
                return jobs.count
            }
            return try pending(
                request.url.with(
                    target: "/"
                        + (segments.dropLast() + [Self.path, "\(number)"])
                        .joined(separator: "/")), .accepted)
        }
        guard segments.count > 1, segments[segments.count - 2] == Self.path,
            let number = segments.last.flatMap({ Int($0) }), let job = poll(number)
        else { return try await next.execute(request) }
        switch job {
        case .done(let location): return redirect(to: location, request.url)
        case .pending(let creation, let polls):
            // A negative number means that another poll is executing the request.
            guard polls == 0 else { return try pending(request.url, .ok) }
            let response = try await next.execute(creation)
            guard response.status == .created, let location = response.headers[.location] else {
                return response
            }
            jobs.withLock { $0[number - 1] = .done(location: location) }
            return redirect(to: location, request.url)
        }
    }

    private func isCreation(_ request: ClientRequest, _ segments: [String]) -> Bool {
        guard request.method == .post, !segments.contains("relationships"),
            let type = segments.last, request.headers[.methodOverride] == nil
        else { return false }
        return types?.contains(type) ?? true || prefers(request)
    }

    private func prefers(_ request: ClientRequest) -> Bool {
        request.headers[values: .prefer].contains { $0.lowercased().contains("respond-async") }
    }

    /// Returns the request with its body in memory. Preferences are removed, because the response
    /// of the service must have a `Location`.
    private func whole(_ request: ClientRequest) async throws -> ClientRequest {
        var request =
            request.content?.bytes == nil ? try await request.buffered(upTo: 1 << 20) : request
        request.headers[.prefer] = nil
        return request
    }

    /// Counts a poll, and returns the state that the job had before the poll. A job that is due is
    /// returned to only one poll, and this poll executes the job.
    private func poll(_ number: Int) -> Job? {
        jobs.withLock { jobs in
            guard jobs.indices.contains(number - 1) else { return nil }
            let job = jobs[number - 1]
            if case .pending(let creation, let polls) = job {
                jobs[number - 1] = .pending(creation, polls: polls - 1)
            }
            return job
        }
    }

    private func pending(
        _ url: HTTPURL, _ status: HTTPResponse.Status
    ) throws -> ClientResponse {
        var document = JSONObject()
        document["data"] = [
            "type": .string(Self.path),
            "id": .string(url.path.split(separator: "/").last.map { String($0) } ?? ""),
            "attributes": ["status": "pending"], "links": ["self": .string(url.text)],
        ]
        var headers: HTTPFields = [.contentLocation: url.text]
        headers[.retryAfter] = String(retryAfter)
        return ClientResponse(
            status, document: try JSON(.object(document)).vox.bytes(), headers: headers, url: url)
    }

    private func redirect(to location: String, _ url: HTTPURL) -> ClientResponse {
        ClientResponse(.seeOther, headers: [.location: location], url: url)
    }
}
