// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import VoxServer

/// Creations that are done later (JSON:API recommendations, "Asynchronous Processing").
final class Jobs: Sendable {
    /// What is to be created.
    struct Creation {
        let type: String
        let id: String?
        let content: ResourceChange
    }

    enum State {
        case pending(Creation, polls: Int)
        case done(location: String)
    }

    /// The first segment of the paths of jobs, and their type.
    static let path = "jobs"

    private let states = Mutex<[State]>([])

    func add(_ creation: Creation, polls: Int) -> String {
        states.withLock { states in
            states.append(.pending(creation, polls: polls))
            return String(states.count)
        }
    }

    /// The state of a job, before this poll is counted. A job that is due is handed out once.
    func poll(_ id: String) -> State? {
        states.withLock { states in
            guard let number = Int(id), states.indices.contains(number - 1) else { return nil }
            let state = states[number - 1]
            if case .pending(let creation, let polls) = state {
                states[number - 1] = .pending(creation, polls: polls - 1)
            }
            return state
        }
    }

    func finish(_ id: String, at location: String) {
        states.withLock { states in
            guard let number = Int(id), states.indices.contains(number - 1) else { return }
            states[number - 1] = .done(location: location)
        }
    }
}

extension ResourceService {
    func begin(_ creation: Jobs.Creation, _ exchange: ServedRequest) throws -> ClientResponse {
        let id = jobs.add(creation, polls: pollsUntilDone)
        return try pending(id, .accepted, exchange)
    }

    func poll(_ id: String, _ exchange: ServedRequest) async throws -> ClientResponse {
        switch jobs.poll(id) {
        case nil: throw ErrorResponse(.notFound, "there is no such job")
        case .done(let location)?:
            return ClientResponse(
                .seeOther, headers: [.location: location], url: exchange.request.url)
        case .pending(let creation, let polls)?:
            // Below zero somebody else is at it.
            guard polls == 0 else { return try pending(id, .ok, exchange) }
            let resource = try await store.insert(
                type: creation.type, id: creation.id, with: creation.content)
            let location = exchange.link(resource.type, resource.id)
            jobs.finish(id, at: location)
            return ClientResponse(
                .seeOther, headers: [.location: location], url: exchange.request.url)
        }
    }

    private func pending(
        _ id: String, _ status: HTTPResponse.Status, _ exchange: ServedRequest
    ) throws -> ClientResponse {
        let link = exchange.link(Jobs.path, id)
        var document = JSONObject()
        document["data"] = [
            "type": .string(Jobs.path), "id": .string(id), "attributes": ["status": "pending"],
            "links": ["self": .string(link)],
        ]
        var headers: HTTPFields = [.contentLocation: link]
        headers[.retryAfter] = String(retryAfter)
        return try exchange.answer(document, status: status, headers: headers)
    }
}
