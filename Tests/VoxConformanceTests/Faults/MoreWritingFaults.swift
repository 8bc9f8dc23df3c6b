// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox
import VoxTesting

/// Faults of servers that are written to, each of which is another form of a fault in the other
/// files.
enum MoreWritingFaults {
    static let all: [ServerFault] = members + texts + changes + creations + operations + others

    /// Returns true if a name below a value begins with `@`.
    private static func hasAt(_ value: JSONValue?) -> Bool {
        switch value {
        case .object(let members)?:
            members.contains { $0.name.hasPrefix("@") || hasAt($0.value) }
        case .array(let elements)?: elements.contains { hasAt($0) }
        default: false
        }
    }

    // MARK: @-members

    private static func refusingAt(
        _ name: String, in probes: String,
        _ value: @escaping @Sendable (ClientRequest) -> JSONValue?
    ) -> ServerFault {
        .refusing("066", name, in: probes, with: 400) { hasAt(value($0)) }
    }

    private static let members: [ServerFault] = [
        refusingAt("@-members are refused at the root", in: "creating updating") {
            guard case .object(var members)? = $0.document else { return nil }
            for name in members.names where !name.hasPrefix("@") { members[name] = nil }
            return .object(members)
        },
        refusingAt("@-members are refused in attributes", in: "creating updating") {
            $0.document?["data"]?["attributes"]
        },
        refusingAt("@-members are refused in relationships", in: "creating updating") {
            $0.document?["data"]?["relationships"]
        },
        refusingAt("@-members are refused in linkage", in: "relationships") {
            $0.place == .linkage ? $0.document?["data"] : nil
        },
        refusingAt("@-members are refused in operations", in: "atomic") {
            $0.place == .operations ? $0.document : nil
        },
        .asking("066", "@-members in attributes are stored", in: "creating updating") { request in
            if let note = request.document?["data"]?["attributes"]?["@note"] {
                request.document?.set("data/attributes/title", note)
            }
        },
        .replying(
            "066", "@-members in attributes are a fault of the server", in: "creating updating"
        ) {
            request, reply in
            if hasAt(request.document?["data"]?["attributes"]) { reply = .error(500) }
        },
    ]

    // MARK: Texts

    private static func text(
        _ name: String, rules: String = "113 118", in probes: String = "creating updating atomic",
        when isMeant: @escaping @Sendable (ClientRequest) -> Bool = { _ in true },
        _ change: @escaping @Sendable (String) -> String
    ) -> ServerFault {
        .asking(rules, name, in: probes) { request in
            guard isMeant(request) else { return }
            for path in ["data/attributes/*", "atomic:operations/*/data/attributes/*"] {
                request.document?.change(path) { value in
                    if let text = value?.text { value = .string(change(text)) }
                }
            }
        }
    }

    private static let texts: [ServerFault] = [
        text("letters beyond ASCII are question marks") {
            String($0.map { $0.isASCII ? $0 : "?" })
        },
        text("letters beyond Latin-1 are lost") {
            String(String.UnicodeScalarView($0.unicodeScalars.filter { $0.value < 256 }))
        },
        text("letters beyond the first plane are lost") {
            String(String.UnicodeScalarView($0.unicodeScalars.filter { $0.value < 65536 }))
        },
        text("texts are read as Latin-1") {
            String(String.UnicodeScalarView($0.utf8.map { Unicode.Scalar($0) }))
        },
        text(
            "operations lose letters", rules: "141", in: "atomic", when: { $0.place == .operations }
        ) {
            String($0.map { $0.isASCII ? $0 : "?" })
        },
        text("umlauts are two letters") {
            String(
                String.UnicodeScalarView(
                    $0.unicodeScalars.flatMap { scalar in
                        scalar == "ä" ? ["a", "\u{308}"] as [Unicode.Scalar] : [scalar]
                    }))
        },
        text("letters are escaped for HTML") { $0.replacing("ä", with: "&auml;") },
        text("texts are refused as a fault of the server") { $0 }.failing { request in
            request.isWrite
                && request.body.map { String(decoding: $0, as: UTF8.self) }?.contains {
                    !$0.isASCII
                } ?? false
        },
        .replying("113 118", "responses lose letters", in: "creating updating") { _, reply in
            reply.document?.change("data/attributes/*") { value in
                if let text = value?.text {
                    value = .string(String(text.map { $0.isASCII ? $0 : "?" }))
                }
            }
        },
    ]

    // MARK: Changes beside the requested ones

    private static func updating(
        _ rules: String, _ name: String, in probes: String,
        _ change: @escaping @Sendable (inout ClientRequest) -> Void,
        reply: @escaping @Sendable (inout Reply) -> Void
    ) -> ServerFault {
        ServerFault(rules, name, in: probes) { request, service in
            guard request.method == .patch, request.place == .resource else {
                return try await Reply(service.execute(request))
            }
            var other = request
            change(&other)
            var result = try await Reply(service.execute(other))
            if result.isSuccess { reply(&result) }
            return result
        }
    }

    private static let changes: [ServerFault] = [
        updating("118", "an update changes another attribute, 204", in: "updating") {
            $0.document?.set("data/attributes/body", "Changed")
        } reply: {
            $0 = Reply(204)
        },
        updating("118", "an update changes another attribute, 200 with meta", in: "updating") {
            $0.document?.set("data/attributes/body", "Changed")
        } reply: {
            $0 = Reply(200, ["meta": [:]])
        },
        updating("118", "an update changes a number, 204", in: "updating") {
            $0.document?.set("data/attributes/rank", 77)
        } reply: {
            $0 = Reply(204)
        },
        updating("118", "an update changes the text that was sent, 204", in: "updating") {
            $0.document?.change("data/attributes/title") { value in
                if let text = value?.text { value = .string(text.uppercased()) }
            }
        } reply: {
            $0 = Reply(204)
        },
        updating("116", "an update changes a relationship, 204", in: "updating") { request in
            if request.segments.first == "articles" {
                request.document?.change("data") { data in
                    if data?["relationships"] == nil {
                        data?.set(
                            "relationships", ["author": ["data": ["type": "people", "id": "1"]]])
                    }
                }
            }
        } reply: {
            $0 = Reply(204)
        },
        updating("118", "an update responds with nothing new", in: "updating") { _ in
        } reply: {
            $0 = Reply(200, ["data": .null])
        },
        updating("118", "an update is not carried out, 204", in: "updating") { request in
            request.document?.set("data/attributes", nil)
        } reply: {
            $0 = Reply(204)
        },
        .replying("001", "an update has 200 without a body", in: "updating") { request, reply in
            if request.method == .patch, request.place == .resource, reply.status == 200 {
                reply.document = nil
            }
        },
        .replying("118", "an update is reported with 201", in: "updating") { request, reply in
            if request.method == .patch, request.place == .resource, reply.status == 200 {
                reply.status = 201
            }
        },
        .replying("118", "an update responds with another resource", in: "updating") {
            request, reply in
            if request.method == .patch, request.place == .resource, reply.status == 200 {
                reply.document?.set("data/id", "1")
            }
        },
        .replying("126", "a change of linkage has status 201", in: "relationships") {
            request, reply in
            if request.place == .linkage, request.isWrite, reply.isSuccess { reply.status = 201 }
        },
        .replying("001", "a change of linkage has status 200 without a body", in: "relationships") {
            request, reply in
            if request.place == .linkage, request.isWrite, reply.isSuccess {
                reply.status = 200
                reply.document = nil
            }
        },
        ServerFault("119", "an update of a missing resource creates it", in: "updating") {
            request, service in
            let reply = try await Reply(service.execute(request))
            if request.method == .patch, request.place == .resource, reply.status == 404 {
                return Reply(200, request.document)
            }
            return reply
        },
        .asking("119", "an update does not look at the type", in: "updating") { request in
            if request.method == .patch, request.place == .resource {
                let segments = request.segments
                request.document?.change("data/type") { $0 = $0.map { _ in .string(segments[0]) } }
            }
        },
        .asking("119", "an update does not look at the id", in: "updating") { request in
            if request.method == .patch, request.place == .resource {
                let segments = request.segments
                request.document?.change("data/id") { $0 = $0.map { _ in .string(segments[1]) } }
            }
        },
        .replying("119", "a conflict is 422", in: "updating creating") { request, reply in
            if reply.status == 409 { reply.status = 422 }
        },
        .asking("117", "null does not clear a to-one relationship", in: "updating relationships") {
            request in
            request.document?.change("data/relationships/*") { one in
                if one?["data"] == .null { one = nil }
            }
            if request.place == .linkage, request.method == .patch,
                request.document?["data"] == .null
            {
                request.method = .get
                request.body = nil
            }
        },
        .replying("127", "a deletion has status 200 and a resource", in: "deleting") {
            request, reply in
            if request.method == .delete, request.place == .resource, reply.isSuccess {
                reply = Reply(
                    200,
                    [
                        "data": [
                            "type": .string(request.segments[0]),
                            "id": .string(request.segments[1]),
                        ]
                    ])
            }
        },
        .replying("127", "a deleted resource stays in its list", in: "deleting") { request, reply in
            if request.method == .get, request.place == .resource, reply.status == 404 {
                reply = Reply(200, ["data": .null])
            }
        },
        .replying("083", "a deletion has status 204 and 500 if it is repeated", in: "deleting") {
            request, reply in
            if request.method == .delete, reply.status == 404 { reply.status = 500 }
        },
    ]

    // MARK: Creations

    private static let creations: [ServerFault] = [
        .replying("111", "a creation has no Location", in: "creating") { _, reply in
            reply.headers[.location] = nil
        },
        .replying("109", "a creation responds with a list", in: "creating") { request, reply in
            if request.method == .post, reply.status == 201, let data = reply.document?["data"] {
                reply.document?.set("data", [data])
            }
        },
        .replying("109", "a creation responds without an id", in: "creating") { request, reply in
            if request.method == .post, reply.status == 201 { reply.document?.set("data/id", nil) }
        },
        .replying("092 105", "a creation responds without its attributes", in: "creating") {
            request, reply in
            if request.method == .post, reply.status == 201 {
                reply.document?.set("data/attributes", nil)
            }
        },
        .replying("109", "a creation responds with meta alone", in: "creating") { request, reply in
            if request.method == .post, reply.status == 201 { reply.document = ["meta": [:]] }
        },
        .replying("109", "a creation has no body", in: "creating") { request, reply in
            if request.method == .post, reply.status == 201 { reply.document = nil }
        },
        .asking("108 114", "an id of a client is replaced", in: "creating") { request in
            if request.method == .post, request.place == .list,
                request.document?["data"]?["id"]?.text != nil
            {
                request.document?.set("data/id", nil)
            }
        },
        .replying("114", "an id of a client is refused with 400", in: "creating") {
            request, reply in
            if request.method == .post, request.place == .list,
                request.document?["data"]?["id"]?.text?.isEmpty == false
            {
                reply = .error(400)
            }
        },
        .replying("114", "a missing related resource is 500", in: "creating") { request, reply in
            if request.method == .post, reply.status == 404 { reply.status = 500 }
        },
        .replying("083", "a creation without a type is 500", in: "creating") { request, reply in
            if request.method == .post, request.document?["data"]?["type"] == nil, !reply.isSuccess
            {
                reply.status = 500
            }
        },
    ]

    // MARK: Operations

    private static func failing(
        _ rules: String, _ name: String, _ change: @escaping @Sendable (inout Reply) -> Void
    ) -> ServerFault {
        .replying(rules, name, in: "atomic every-error-document") { request, reply in
            if request.place == .operations, reply.status >= 400 { change(&reply) }
        }
    }

    private static func pointer(
        _ name: String, _ change: @escaping @Sendable (String) -> String
    ) -> ServerFault {
        failing("133", name) { reply in
            reply.document?.change("errors/*/source/pointer") { pointer in
                pointer = pointer?.text.map { .string(change($0)) }
            }
        }
    }

    private static let operations: [ServerFault] = [
        pointer("a pointer leads into the data of an operation") {
            "/data" + $0.split(separator: "/").dropFirst(3).map { "/" + $0 }.joined()
        },
        pointer("a pointer counts operations from one") { text in
            text.replacing(#/atomic:operations\/(\d+)/#) {
                "atomic:operations/\((Int($0.output.1) ?? 0) + 1)"
            }
        },
        pointer("a pointer names operations without the namespace") {
            $0.replacing("atomic:operations", with: "operations")
        },
        pointer("a pointer blames all operations") { _ in "/atomic:operations" },
        pointer("a pointer is empty") { _ in "" },
        pointer("a pointer blames the first operation") { text in
            text.replacing(#/atomic:operations\/(\d+)/#) { _ in "atomic:operations/0" }
        },
        failing("133", "errors of operations have no pointer") { reply in
            reply.document?.set("errors/*/source", nil)
        },
        failing("148", "a failed request has status 200 and errors") { reply in reply.status = 200
        },
        failing("083", "a failed request is a fault of the server") { reply in reply.status = 500 },
        failing("128", "a failed request responds with results") { reply in
            reply.document = ["atomic:results": [["errors": [["status": "404"]]]]]
        },
        .writing("145", "results are in the other order", in: "atomic", at: .operations) {
            $0.change("atomic:results") { results in
                results = results.map { .array($0.elements.reversed()) }
            }
        },
        .writing("146", "results are in the member data", in: "atomic", at: .operations) {
            if let results = $0["atomic:results"] { $0 = ["data": results] }
        },
        .replying("136", "results lack the extension in the media type", in: "atomic") {
            request, reply in
            if request.place == .operations {
                reply.headers[.contentType] = "application/vnd.api+json"
            }
        },
        .replying("146", "an addition has status 204", in: "atomic") { request, reply in
            if request.place == .operations, reply.isSuccess { reply = Reply(204) }
        },
        .replying("145", "operations have status 201", in: "atomic") { request, reply in
            if request.place == .operations, reply.status == 200 { reply.status = 201 }
        },
        .asking("139", "href is ignored", in: "atomic") { request in
            request.document?.change("atomic:operations/*/href") { $0 = nil }
        },
        .asking("145", "operations are sorted by op", in: "atomic") { request in
            request.document?.change("atomic:operations") { all in
                all = all.map {
                    .array($0.elements.sorted { ($0["op"]?.text ?? "") < ($1["op"]?.text ?? "") })
                }
            }
        },
    ]

    // MARK: Others

    private static let others: [ServerFault] = [
        ServerFault("123 126", "an addition adds another member, too", in: "relationships") {
            request, service in
            var request = request
            if request.place == .linkage, request.method == .post {
                request.document?.change("data") { data in
                    data = data.map { .array($0.elements + [["type": "comments", "id": "10"]]) }
                }
            }
            let reply = try await Reply(service.execute(request))
            return request.place == .linkage && request.method == .post && reply.isSuccess
                ? Reply(204) : reply
        },
        ServerFault("123 124", "a removal removes all members", in: "relationships") {
            request, service in
            var request = request
            let isRemoval = request.place == .linkage && request.method == .delete
            if isRemoval {
                request.method = .patch
                request.document = ["data": []]
            }
            return try await Reply(service.execute(request))
        },
        ServerFault("109 111 112 113", "a created resource is not stored", in: "creating") {
            request, service in
            let reply = try await Reply(service.execute(request))
            if request.method == .post, request.place == .list, reply.status == 201,
                let id = reply.document?["data"]?["id"]?.text
            {
                let url = request.url.with(target: request.url.path + "/" + id)
                _ = try await service.execute(ClientRequest(method: .delete, url: url))
            }
            return reply
        },
        .replying(
            "109 111", "a created resource has another id than the stored one", in: "creating"
        ) { request, reply in
            if request.method == .post, reply.status == 201 {
                reply.document?.change("data/id") { id in id = id?.text.map { .string($0 + "0") } }
            }
        },
        .asking("140", "an operation loses the id of the client", in: "atomic") { request in
            request.document?.change("atomic:operations/*") { operation in
                if operation?["op"] == "add", operation?["ref"] == nil {
                    operation?.set("data/id", nil)
                }
            }
        },
        .asking("142", "an operation removes nothing", in: "atomic") { request in
            request.document?.change("atomic:operations") { all in
                all = all.map { list in
                    .array(
                        list.elements.map { one in
                            one["op"] == "remove" && one["ref"]?["relationship"] == nil
                                ? ["op": "update", "data": one["ref"] ?? .null] : one
                        })
                }
            }
        },
        .asking("122", "a to-one relationship takes the first of a list", in: "relationships") {
            request in
            if request.place == .linkage, request.segments.last == "author",
                request.method == .patch
            {
                request.document?.change("data") { data in
                    if let first = data?.elements.first { data = first }
                }
            }
        },
        .asking("123", "null clears a to-many relationship", in: "relationships") { request in
            if request.place == .linkage, request.segments.last == "comments" {
                request.document?.change("data") { data in if data == .null { data = [] } }
            }
        },
    ]
}

extension ServerFault {
    /// Returns a fault that responds with 500 to some requests.
    fileprivate func failing(_ isMeant: @escaping @Sendable (ClientRequest) -> Bool) -> ServerFault
    {
        ServerFault(
            rules.map { String($0.dropFirst(3)) }.joined(separator: " "), name,
            in: probes.joined(separator: " ")
        ) { request, service in
            isMeant(request) ? .error(500) : try await respond(request, service)
        }
    }
}
