// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox
import VoxTesting

/// Faults of Atomic Operations and of the profile "Cursor Pagination".
enum ExtensionFaults {
    static let all: [ServerFault] = atomic + operations + members + cursors

    /// A fault in the requests with operations.
    private static func asking(
        _ rules: String, _ name: String,
        _ change: @escaping @Sendable (inout JSONValue) -> Void
    ) -> ServerFault {
        .asking(rules, name, in: "atomic") { request in
            guard request.place == .operations, var document = request.document else { return }
            change(&document)
            request.document = document
        }
    }

    /// A fault in the responses to operations.
    private static func replying(
        _ rules: String, _ name: String,
        _ change: @escaping @Sendable (inout JSONValue) -> Void
    ) -> ServerFault {
        .writing(rules, name, in: "atomic", at: .operations, change)
    }

    /// A fault that accepts requests with operations that must be refused.
    private static func accepting(
        _ rules: String, _ name: String, _ isAccepted: @escaping @Sendable (JSONValue) -> Bool
    ) -> ServerFault {
        ServerFault(rules, name, in: "atomic") { request, service in
            if request.place == .operations, let document = request.document, isAccepted(document) {
                return Reply(204)
            }
            return try await Reply(service.execute(request))
        }
    }

    private static func list(in document: JSONValue) -> [JSONValue] {
        document["atomic:operations"]?.elements ?? []
    }

    private static let atomic: [ServerFault] = [
        .asking("136 078", "the extension of operations is not looked at", in: "atomic") {
            request in
            guard request.place == .operations else { return }
            let type = #"application/vnd.api+json; ext="https://jsonapi.org/ext/atomic""#
            request.headers[.accept] = type
            request.headers[.contentType] = type
        },
        accepting("137", "a request needs no operations") {
            list(in: $0).isEmpty || $0["data"] != nil
        },
        accepting("138", "an unknown op is ignored") { document in
            list(in: document).contains { !["add", "update", "remove"].contains($0["op"]?.text) }
        },
        accepting("139", "an operation has ref and href") { document in
            list(in: document).contains { $0["ref"] != nil && $0["href"] != nil }
        },
        accepting("140", "an addition needs no data") { document in
            list(in: document).contains { $0["op"] == "add" && $0["data"]?["type"] == nil }
        },
        accepting("142", "a removal needs no target") { document in
            list(in: document).contains {
                $0["op"] == "remove" && $0["ref"] == nil && $0["href"] == nil
            }
        },
        accepting("144", "an unknown lid is ignored") { document in
            var known: Set<String> = []
            return list(in: document).contains { operation in
                let lid = operation["ref"]?["lid"]?.text
                if let lid = operation["data"]?["lid"]?.text, operation["op"] == "add" {
                    known.insert(lid)
                }
                return lid.map { !known.contains($0) } ?? false
            }
        },
    ]

    private static let operations: [ServerFault] = [
        asking("141", "an update has no attributes") { document in
            document.change("atomic:operations/*") { operation in
                if operation?["op"] == "update" { operation?.set("data/attributes", nil) }
            }
        },
        asking("143", "an operation on a relationship changes nothing") { document in
            document.change("atomic:operations/*") { operation in
                guard operation?["ref"]?["relationship"] != nil else { return }
                operation =
                    operation?["data"]?.isList ?? false
                    ? with(operation, op: "remove") : operation.map { with($0, data: .null) }
            }
        },
        replying("145", "a result is missing") { document in
            document.change("atomic:results") { results in
                results = results.map { .array(Array($0.elements.dropLast())) }
            }
        },
        replying("146", "the result of an addition has no data") { document in
            document.change("atomic:results/*") { $0 = [:] }
        },
        ServerFault("148", "operations before a failed one are carried out", in: "atomic") {
            request, service in
            let reply = try await Reply(service.execute(request))
            guard request.place == .operations, !reply.isSuccess,
                let all = request.document.map({ list(in: $0) }), all.count > 1
            else { return reply }
            var part = request
            part.document?.set("atomic:operations", .array(Array(all.dropLast())))
            _ = try await service.execute(part)
            return reply
        },
        .replying(
            "133", "an error blames the first operation", in: "failed-operation-undoes-the-others"
        ) { request, reply in
            if request.place == .operations {
                reply.document?.set("errors/*/source", ["pointer": "/atomic:operations/0"])
            }
        },
        ServerFault("149", "a lid is taken for an id", in: "atomic") { request, service in
            if request.place == .operations, let all = request.document.map({ list(in: $0) }),
                all.dropFirst().contains(where: { $0["ref"]?["lid"] != nil || usesLID($0) })
            {
                return .error(404)
            }
            return try await Reply(service.execute(request))
        },
    ]

    private static let members: [ServerFault] = [
        .replying("147", "a removal has a result with data", in: "atomic") { request, reply in
            if request.place == .operations, reply.status == 204 {
                reply = Reply(
                    200,
                    headers: [
                        .contentType:
                            #"application/vnd.api+json; ext="https://jsonapi.org/ext/atomic""#
                    ], ["atomic:results": [["data": ["type": "articles", "id": "1"]]]])
            }
        },
        .refusing("150", "an operation with meta is refused", in: "atomic", with: 400) { request in
            request.document.map { list(in: $0) }?.contains { $0["meta"] != nil } ?? false
        },
    ]

    private static func with(_ operation: JSONValue?, op: String) -> JSONValue? {
        var operation = operation
        operation?.set("op", .string(op))
        return operation
    }

    private static func with(_ operation: JSONValue, data: JSONValue) -> JSONValue {
        var operation = operation
        operation.set("data", data)
        return operation
    }

    private static func usesLID(_ operation: JSONValue) -> Bool {
        if operation["data"]?["lid"] != nil, operation["op"] != "add" { return true }
        guard case .object(let members)? = operation["data"]?["relationships"] else { return false }
        return members.contains { $0.value["data"]?["lid"] != nil }
    }

    private static let cursors: [ServerFault] = [
        .replying("151 072", "the media type lacks the profile", in: "cursors") { request, reply in
            guard reply.headers[.contentType]?.contains("profile=") ?? false else { return }
            reply.headers[.contentType] = "application/vnd.api+json"
            reply.document?.set(
                "jsonapi/profile", ["https://jsonapi.org/profiles/ethanresnick/cursor-pagination"])
        },
        .replying("011", "the self link has no media type", in: "negotiation") { _, reply in
            reply.document?.change("links/self") { link in link = link?["href"] ?? link }
        },
        .asking("152 157", "page[size] has no effect", in: "cursors") { request in
            if !request.has("page[number]") {
                request.query = request.query.map { item in
                    item.name == "page[size]" ? QueryItem(item.name, "2") : item
                }
            }
        },
        .asking("153", "a cursor has no effect", in: "cursors") { request in
            request.remove { ["page[after]", "page[before]"].contains($0.name) }
        },
        .writing("154", "the link prev is left out", in: "cursors", at: .list) {
            $0.set("links/prev", nil)
        },
        .writing("156", "the member page of meta is a text", in: "cursors", at: .list) {
            $0.set("meta", ["page": "1"])
        },
        .replying("158", "an invalid parameter is a 404", in: "cursors") { request, reply in
            if request.has(family: "page["), reply.status == 400 { reply.status = 404 }
        },
        .replying("159", "the maximum page size is wrong", in: "cursors") { request, reply in
            reply.document?.change("errors/*/meta/page/maxSize") { size in
                if size != nil { size = 1000 }
            }
        },
    ]
}
