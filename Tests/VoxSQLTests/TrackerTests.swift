// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import Vox
import VoxSQL

/// The requests of the tracker, the example in `Examples/Swift/Tracker`.
@Suite("The tracker")
struct TrackerTests {
    /// A request, the status of its response, and the number of statements that read.
    struct Request: Sendable {
        let method: HTTPRequest.Method
        let target: String
        let status: Int
        let statements: Int?
        let body: String?
    }

    private static func get(_ target: String, _ status: Int = 200, reads count: Int) -> Request {
        Request(method: .get, target: target, status: status, statements: count, body: nil)
    }

    private static func send(
        _ method: HTTPRequest.Method, _ target: String, _ status: Int, _ data: String = "",
        reads count: Int? = nil
    ) -> Request {
        Request(
            method: method, target: target, status: status, statements: count,
            body: data.isEmpty ? nil : #"{"data":\#(data)}"#)
    }

    private static func link(_ name: String, _ type: String, _ id: String) -> String {
        #""\#(name)":{"data":{"type":"\#(type)","id":"\#(id)"}}"#
    }

    private static let project = link("project", "projects", "1")

    private static func task(_ attributes: String, _ relationships: String...) -> String {
        let links = relationships.joined(separator: ",")
        return #"{"type":"tasks","attributes":{\#(attributes)},"relationships":{\#(links)}}"#
    }

    static let requests: [Request] = [
        send(.post, "/projects", 201, #"{"type":"projects","attributes":{"name":"Vox"}}"#),
        send(.post, "/projects", 409, #"{"type":"projects","attributes":{"name":"Vox"}}"#),
        send(.post, "/projects", 422, #"{"type":"projects","attributes":{"archived":true}}"#),
        send(
            .post, "/users", 201,
            #"{"type":"users","attributes":{"name":"Ann","email":"ann@example.org"}}"#),
        send(
            .post, "/users", 201,
            #"{"type":"users","attributes":{"name":"Bob","email":"bob@example.org"}}"#),
        send(
            .post, "/teams", 201,
            #"{"type":"teams","attributes":{"name":"Core"},"relationships":{"members":{"data":[{"type":"users","id":"1"},{"type":"users","id":"2"}]}}}"#
        ),
        send(
            .post, "/labels", 201, #"{"type":"labels","id":"urgent","attributes":{"colour":"red"}}"#
        ),
        send(.post, "/labels", 201, #"{"type":"labels","id":"späť"}"#),
        send(
            .post, "/tasks", 201,
            task(
                #""title":"Read","state":"open","start":"2026-01-01T00:00:00Z","due":"2026-02-01T00:00:00Z""#,
                project, link("owner", "users", "1"))),
        send(
            .post, "/tasks", 201,
            task(
                #""title":"Write","state":"active","estimate":3"#, project,
                link("owner", "teams", "1"),
                #""labels":{"data":[{"type":"labels","id":"urgent"}]}"#)),
        send(.post, "/tasks", 201, task(#""title":"Rest","state":"done""#, project)),
        // What is refused, with the place of each fault.
        send(.post, "/tasks", 422, task(#""title":"x","state":"open""#)),
        send(
            .post, "/tasks", 422,
            task(#""title":"x","state":"late","estimate":1.5,"due":"soon""#, project)),
        send(
            .post, "/tasks", 422,
            task(
                #""title":"x","state":"open","start":"2026-02-01T00:00:00Z","due":"2026-01-01T00:00:00Z""#,
                project)),
        send(
            .post, "/tasks", 404,
            task(#""title":"x","state":"open""#, link("project", "projects", "9"))),
        send(
            .post, "/tasks", 422,
            task(#""title":"x","state":"open""#, project, link("owner", "labels", "urgent"))),
        send(
            .post, "/comments", 201,
            #"{"type":"comments","attributes":{"text":"Done?","written":"2026-01-02T03:04:05Z"},"relationships":{\#(link("task", "tasks", "1")),\#(link("author", "users", "2"))}}"#
        ),
        send(
            .patch, "/comments/1", 403,
            #"{"type":"comments","id":"1","attributes":{"written":"2026-01-02T03:04:06Z"}}"#),
        // One resource, lists, and what belongs to them.
        get("/tasks/1", reads: 1), get("/tasks/9", 404, reads: 1), get("/tasks", reads: 1),
        get("/tasks/2?include=owner", reads: 2),
        get("/tasks?include=owner,project,labels&page[size]=2", reads: 5),
        get("/tasks/1?include=comments.author,owner.teams", reads: 5),
        get("/tasks?sort=-title&page[size]=1", reads: 1),
        get("/tasks?sort=due,title&fields[tasks]=title,due", reads: 1),
        get("/tasks?sort=state", 400, reads: 0), get("/tasks?sort=title,title", 400, reads: 0),
        get("/tasks?filter[state]=open,active", reads: 1),
        get("/tasks?filter[owner]=1", reads: 1), get("/tasks?filter[owner.name]=Ann", reads: 1),
        get("/tasks?filter[owner.email][startsWith]=ann", reads: 1),
        get("/tasks?filter[owner.colour]=red", 400, reads: 0),
        get("/tasks?filter[labels]=urgent", reads: 1),
        get("/tasks?filter[project.name]=Vox&filter[due][gte]=2026-01-15T00:00:00Z", reads: 1),
        get("/tasks?filter[estimate][lt]=4", reads: 1),
        get("/users?filter[tasks.title][contains]=ea", reads: 1),
        get("/teams/1/members", reads: 1), get("/teams/1/tasks?page[size]=1", reads: 1),
        get("/teams/1/relationships/members", reads: 2), get("/tasks/1/owner", reads: 2),
        get("/tasks/3/owner", reads: 1), get("/tasks/2/relationships/owner", reads: 1),
        get("/projects/1/tasks?sort=title&page[size]=2", reads: 2),
        get("/projects/1?include=tasks", reads: 2), get("/labels/sp%C3%A4%C5%A5/tasks", reads: 1),
        get("/labels?include=tasks.owner", reads: 3), get("/comments?include=task", reads: 2),
        // Edits.
        send(.patch, "/tasks/3", 200, #"{"type":"tasks","id":"3","attributes":{"state":"open"}}"#),
        // Without a rule that compares it, the row is read in the transaction alone, twice.
        send(
            .patch, "/comments/1", 200,
            #"{"type":"comments","id":"1","attributes":{"text":"Done."}}"#, reads: 2),
        send(
            .patch, "/comments/9", 404,
            #"{"type":"comments","id":"9","attributes":{"text":"Done."}}"#, reads: 1),
        send(.patch, "/tasks/3/relationships/owner", 200, #"{"type":"users","id":"2"}"#),
        send(.patch, "/tasks/1/relationships/owner", 200, #"{"type":"teams","id":"1"}"#),
        send(.post, "/tasks/1/relationships/labels", 204, #"[{"type":"labels","id":"späť"}]"#),
        send(.post, "/tasks/1/relationships/labels", 404, #"[{"type":"labels","id":"none"}]"#),
        send(.delete, "/teams/1/relationships/members", 204, #"[{"type":"users","id":"2"}]"#),
        send(.post, "/users/1/relationships/tasks", 204, #"[{"type":"tasks","id":"2"}]"#),
        get("/tasks?include=owner", reads: 3), get("/users/1?include=tasks,teams", reads: 3),
        // A deleted task is in no list, a deleted user owns nothing.
        send(.delete, "/tasks/2", 204), get("/tasks/2", 404, reads: 1), get("/tasks", reads: 1),
        get("/labels/urgent/tasks", reads: 1), send(.delete, "/users/2", 204),
        get("/tasks/3/owner", reads: 1), get("/comments/1?include=author", reads: 1),
        send(.delete, "/projects/1", 409), send(.delete, "/teams/1", 204),
        get("/tasks?filter[owner]=null", reads: 1), get("/tasks?include=owner", reads: 1),
    ]

    @Test("All requests of the tracker have the same responses on both databases")
    func requests() async throws {
        var responses: [[String]] = []
        for kind in TestDatabase.all {
            let log = StatementLog()
            try await kind.with(trace: { log.add($0) }) { database in
                try await SQLStore(database, Tables.all).createTables()
                let service = try ResourceService.tracker(on: database)
                var texts: [String] = []
                for request in Self.requests {
                    log.clear()
                    let text = try await service.reply(
                        request.method, request.target, request.body)
                    let name = "\(kind): \(request.method) \(request.target) \(request.body ?? "")"
                    #expect(text.hasPrefix("\(request.status) "), "\(name): \(text)")
                    if let statements = request.statements {
                        let reads = log.statements.filter {
                            $0.hasPrefix("SELECT") || $0.hasPrefix("WITH")
                        }
                        #expect(reads.count == statements, "\(name): \(reads)")
                    }
                    texts.append(text)
                }
                responses.append(texts)
            }
        }
        for (index, request) in Self.requests.enumerated() where responses.count == 2 {
            #expect(responses[0][index] == responses[1][index], "\(request)")
        }
    }
}

#endif
