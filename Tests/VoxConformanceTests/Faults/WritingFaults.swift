// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox
import VoxTesting

/// Faults of a server that is written to.
enum WritingFaults {
    static let all: [ServerFault] = bodies + creating + updating + linkage + errors

    private static let known: Set = ["data", "included", "meta", "links", "jsonapi", "errors"]

    private static let bodies: [ServerFault] = [
        .refusing("005", "unknown members are refused", in: "creating updating", with: 400) {
            guard $0.isWrite, case .object(let members)? = $0.document else { return false }
            return members.contains { !known.contains($0.name) && !$0.name.hasPrefix("@") }
                || memberNames(members["data"]).contains { $0.hasPrefix("x") || $0.hasPrefix("un") }
        },
        .refusing("066", "members with @ are refused", in: "creating updating", with: 400) {
            $0.isWrite && allNames($0.document).contains { $0.hasPrefix("@") }
        },
        .refusing(
            "066", "attributes with @ are refused in a creation",
            in: "at-members-in-attributes-on-create", with: 422
        ) { $0.method == .post && atAttributes($0) },
        .refusing(
            "066", "attributes with @ are refused in an update",
            in: "at-members-in-attributes-on-update", with: 400
        ) { $0.method == .patch && atAttributes($0) },
        .asking("113", "a creation loses letters", in: "create-with-text-beyond-ascii") {
            if $0.method == .post { loseLetters(&$0) }
        },
        .asking("118", "an update loses letters", in: "update-with-text-beyond-ascii") {
            if $0.method == .patch { loseLetters(&$0) }
        },
        .asking("016", "a number is an id", in: "creating updating relationships") { request in
            request.document?.change("data/@/id") { id in
                if case .number(let number)? = id { id = .string(number.text) }
            }
        },
        .refusing("017", "a local id is refused", in: "creating", with: 400) {
            $0.document?["data"]?["lid"] != nil
        },
        ServerFault("001", "a list is a document", in: "errors") { request, service in
            if request.isWrite, request.document?.isObject == false { return Reply(204) }
            return try await Reply(service.execute(request))
        },
        ServerFault("106", "a creation needs no data", in: "creating errors") { request, service in
            if request.method == .post, request.place == .list,
                request.document?["data"]?.isObject != true
            {
                return Reply(204)
            }
            return try await Reply(service.execute(request))
        },
        ServerFault("115", "an update needs no id", in: "updating") { request, service in
            var request = request
            if request.method == .patch, request.place == .resource {
                guard request.document?["data"]?.isObject == true else {
                    return Reply(204)
                }
                let segments = request.segments
                request.document?.set("data/type", .string(segments[0]))
                request.document?.set("data/id", .string(segments[1]))
            }
            return try await Reply(service.execute(request))
        },
        .refusing("083", "broken JSON is a fault of the server", in: "errors", with: 500) {
            $0.isWrite && $0.document == nil
        },
    ]

    private static func atAttributes(_ request: ClientRequest) -> Bool {
        memberNames(request.document?["data"]?["attributes"]).contains { $0.hasPrefix("@") }
    }

    private static func loseLetters(_ request: inout ClientRequest) {
        request.document?.change("data/attributes/*") { value in
            if let text = value?.text {
                value = .string(
                    String(
                        String.UnicodeScalarView(
                            text.unicodeScalars.map {
                                $0.isASCII ? $0 : "?"
                            })))
            }
        }
    }

    private static func memberNames(_ value: JSONValue?) -> [String] {
        if case .object(let members)? = value { members.names } else { [] }
    }

    private static func allNames(_ value: JSONValue?) -> [String] {
        switch value {
        case .object(let members)?: members.names + members.flatMap { allNames($0.value) }
        case .array(let elements)?: elements.flatMap { allNames($0) }
        default: []
        }
    }

    private static let creating: [ServerFault] = [
        .replying("109", "a created resource has no data", in: "creating") { request, reply in
            if request.method == .post, reply.status == 201 { reply.document = ["data": .null] }
        },
        .replying("110", "a creation is reported with 200", in: "creating") { request, reply in
            if request.method == .post, reply.status == 201 { reply.status = 200 }
        },
        .replying("113", "a creation without an id is reported with 204", in: "creating") {
            request, reply in
            guard request.method == .post, reply.status == 201 else { return }
            reply.status = 204
            reply.document = nil
        },
        .replying("111", "Location leads to another resource", in: "creating") { request, reply in
            if reply.status == 201 {
                reply.headers[.location] = reply.headers[.location].map { $0 + "0" }
            }
        },
        .replying("114", "an existing id is reported with 400", in: "creating") { request, reply in
            if request.method == .post, reply.status == 409 { reply.status = 400 }
        },
        .refusing(
            "114", "ids of clients are refused with 422", in: "id-of-existing-resource", with: 422
        ) {
            $0.method == .post && $0.place == .list && $0.document?["data"]?["id"] != nil
        },
        .asking("108", "an empty id is no id", in: "creating") { request in
            if request.document?["data"]?["id"] == .string("") {
                request.document?.set("data/id", nil)
            }
        },
        .asking("107", "relationships of a new resource are ignored", in: "creating") { request in
            if request.method == .post, request.place == .list {
                request.document?.set("data/relationships", nil)
            }
        },
    ]

    private static let updating: [ServerFault] = [
        .asking("116", "attributes that an update leaves out become null", in: "updating") {
            request in
            guard request.method == .patch, request.segments.first == "articles",
                request.place == .resource
            else { return }
            request.document?.change("data") { data in
                guard data?.isObject ?? false else { return }
                if data?["attributes"] == nil { data?.set("attributes", [:]) }
                for name in ["title", "rank", "body"] where data?["attributes"]?[name] == nil {
                    data?.set("attributes/\(name)", .null)
                }
            }
        },
        .asking("117", "an update adds to a to-many relationship", in: "updating") { request in
            if request.method == .patch, request.place == .resource {
                request.document?.set("data/relationships", nil)
            }
        },
        .replying("118", "an update responds with the old resource", in: "updating") {
            request, reply in
            if request.method == .patch, request.place == .resource, reply.status == 200 {
                reply.document?.change("data/attributes/*") { $0 = "old" }
            }
        },
        ServerFault(
            "118", "an update changes another attribute and has status 204",
            in: "update-with-other-changes"
        ) { request, service in
            guard request.method == .patch, request.place == .resource else {
                return try await Reply(service.execute(request))
            }
            var other = request
            other.document?.set("data/attributes/body", "Changed")
            var reply = try await Reply(service.execute(other))
            if reply.isSuccess { reply = Reply(204) }
            return reply
        },
        .replying("119", "an update of a missing resource is reported with 500", in: "updating") {
            request, reply in
            if request.method == .patch, [404, 409].contains(reply.status) { reply.status = 500 }
        },
        ServerFault("121", "a refused update is carried out in part", in: "updating relationships")
        {
            request, service in
            var reply = try await Reply(service.execute(request))
            guard request.method == .patch, request.place == .resource, !reply.isSuccess else {
                return reply
            }
            var part = request
            part.document?.set("data/relationships", nil)
            _ = try await service.execute(part)
            reply.headers[.contentType] = "application/vnd.api+json"
            return reply
        },
        .replying("127", "a deletion of a missing resource succeeds", in: "deleting") {
            request, reply in
            if request.method == .delete, request.place == .resource, reply.status == 404 {
                reply = Reply(204)
            }
        },
        ServerFault("127", "a deletion succeeds and deletes nothing", in: "delete-resource") {
            request, service in
            request.method == .delete && request.place == .resource
                ? Reply(204) : try await Reply(service.execute(request))
        },
    ]

    private static let linkage: [ServerFault] = [
        ServerFault("122", "a to-one relationship is not replaced", in: "relationships") {
            request, service in
            if request.place == .linkage, request.method == .patch,
                request.document?["data"]?.isList != true
            {
                return Reply(204)
            }
            return try await Reply(service.execute(request))
        },
        .asking("123", "POST replaces a to-many relationship", in: "relationships") { request in
            if request.place == .linkage, request.method == .post { request.method = .patch }
        },
        ServerFault("124", "the body of a deletion is ignored", in: "relationships") {
            request, service in
            request.place == .linkage && request.method == .delete
                ? Reply(204) : try await Reply(service.execute(request))
        },
        ServerFault("125", "a member is added twice", in: "relationships") { request, service in
            guard request.place == .linkage, [.post, .delete].contains(request.method) else {
                return try await Reply(service.execute(request))
            }
            let before = try await Reply(
                service.execute(ClientRequest(method: .get, url: request.url)))
            let present = before.document?["data"]?.elements ?? []
            let sent = request.document?["data"]?.elements ?? []
            let isThere = sent.contains { present.contains($0) }
            if isThere == (request.method == .post) { return .error(409) }
            return try await Reply(service.execute(request))
        },
        .replying("126", "a change of linkage responds with other linkage", in: "relationships") {
            request, reply in
            if request.place == .linkage, request.method != .get, reply.status == 200 {
                let isList = reply.document?["data"]?.isList ?? false
                reply.document?.set("data", isList ? [] : .null)
            }
        },
    ]

    private static let errors: [ServerFault] = [
        .replying("128", "errors are an object", in: "errors") { _, reply in
            if let first = reply.document?["errors"]?.elements.first {
                reply.document?.set("errors", first)
            }
        },
        .replying("129", "all errors have one id", in: "errors") { _, reply in
            reply.document?.set("errors/*/id", "1")
        },
        .replying("130", "the type of an error is a list", in: "errors") { _, reply in
            reply.document?.set("errors/*/links", ["type": ["https://errors.example/a"]])
        },
        .replying("131", "the status of an error is a number", in: "errors") { _, reply in
            let status = reply.status
            reply.document?.change("errors/*/status") { $0 = .number(JSONNumber(status)) }
        },
        .replying("132", "the source of an error names another parameter", in: "errors") {
            _, reply in
            reply.document?.change("errors/*/source/parameter") { parameter in
                parameter = parameter.map { _ in "other" }
            }
        },
        .replying("133", "the pointer of an error leads nowhere", in: "errors") { _, reply in
            reply.document?.change("errors/*/source/pointer") { pointer in
                pointer = pointer.map { _ in "/data/nowhere/at/all" }
            }
        },
        .replying("134", "the status of an error is another one", in: "errors") { _, reply in
            reply.document?.set("errors/*/status", "418")
        },
    ]
}
