// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox
import VoxTesting

/// Faults of servers that are read, each of which is another form of a fault in the other files.
enum MoreReadingFaults {
    static let all: [ServerFault] =
        heads + errors + documents + texts + links + lists + others

    private static let json = "application/vnd.api+json"

    // MARK: HEAD

    private static func head(
        _ rules: String, _ name: String, _ change: @escaping @Sendable (inout Reply) -> Void
    ) -> ServerFault {
        .replying(rules, name, in: "fetching") { request, reply in
            if request.method == .head { change(&reply) }
        }
    }

    private static let heads: [ServerFault] = [
        head("083", "HEAD is not supported") { $0 = .error(405) },
        head("083", "HEAD finds nothing") { $0 = .error(404) },
        head("083", "HEAD is a fault of the server") { $0 = .error(500) },
        head("083", "HEAD is reported with 204") { $0 = Reply(204) },
        head("069", "HEAD has another media type") { $0.headers[.contentType] = "text/html" },
        head("069", "HEAD has no media type") { $0.headers[.contentType] = nil },
        .replying("083", "a resource has no HEAD", in: "fetching") { request, reply in
            if request.method == .head, request.place == .resource { reply = .error(501) }
        },
        .replying("083", "HEAD of a missing resource succeeds", in: "fetching") { request, reply in
            if request.method == .head, reply.status == 404 { reply = Reply(200) }
        },
        .replying("083", "HEAD of related resources is not supported", in: "fetching") {
            request, reply in
            if request.method == .head, request.place == .related { reply = .error(405) }
        },
        .replying("083", "HEAD of a relationship is not supported", in: "fetching") {
            request, reply in
            if request.method == .head, request.place == .linkage { reply = .error(405) }
        },
    ]

    // MARK: Errors

    private static func error(
        _ rules: String, _ name: String, in probes: String = "documents errors fetching",
        _ change: @escaping @Sendable (inout Reply) -> Void
    ) -> ServerFault {
        .replying(rules, name, in: probes) { _, reply in
            if reply.status >= 400 { change(&reply) }
        }
    }

    private static let errors: [ServerFault] = [
        error("069", "errors are application/json") {
            $0.headers[.contentType] = "application/json"
        },
        error("069", "errors are application/problem+json") {
            $0.headers[.contentType] = "application/problem+json"
        },
        error("069", "errors are text/html, but documents") {
            $0.headers[.contentType] = "text/html"
        },
        error("069", "errors have no media type") { $0.headers[.contentType] = nil },
        error("070", "the media type of errors has a charset") {
            $0.headers[.contentType] = json + "; charset=utf-8"
        },
        error("128", "the list of errors is empty") { $0.document?.set("errors", []) },
        error("128", "errors are texts") { $0.document?.set("errors", ["Refused"]) },
        error("005", "an error has a member message") { $0.document?.set("errors/*/message", "x") },
        error("128", "errors are in the member error") {
            $0.document = ["error": ["status": "\($0.status)"]]
        },
        error("003", "errors stand beside null data") { $0.document?.set("data", .null) },
        error("131", "the code of an error is a number") { $0.document?.set("errors/*/code", 7) },
        error("129", "the title of an error is a list") { $0.document?.set("errors/*/title", []) },
        error("129", "the detail of an error is an object") {
            $0.document?.set("errors/*/detail", [:])
        },
        error("130", "the link about of an error is a number") {
            $0.document?.set("errors/*/links", ["about": 7])
        },
        error("132", "the source of an error is a text") {
            $0.document?.set("errors/*/source", "page")
        },
        error("132", "the parameter of an error is a list") {
            $0.document?.set("errors/*/source/parameter", ["page"])
        },
        error("133", "the pointer of an error has no slash", in: "errors creating") {
            $0.document?.change("errors/*/source/pointer") { pointer in
                pointer = pointer.map { _ in "data" }
            }
        },
        error("133", "the pointer of an error has dots", in: "errors creating") {
            $0.document?.change("errors/*/source/pointer") { pointer in
                pointer = pointer?.text.map {
                    .string(String($0.dropFirst()).replacing("/", with: "."))
                }
            }
        },
        error("133", "the pointer of an error begins at the data", in: "errors") {
            $0.document?.change("errors/*/source/pointer") { pointer in
                pointer = pointer?.text.map { .string($0.replacing("/data", with: "")) }
            }
        },
        error("131 134", "the status of an error has words") {
            $0.document?.set("errors/*/status", "404 Not Found")
        },
    ]

    // MARK: Documents

    private static func resource(
        _ rules: String, _ name: String, _ change: @escaping @Sendable (inout JSONValue) -> Void
    ) -> ServerFault {
        .writing(rules, name, in: "documents", at: .resource, change)
    }

    private static let documents: [ServerFault] = [
        resource("047", "meta is null") { $0.set("meta", .null) },
        resource("047", "the meta of a resource is a list") { $0.set("data/meta", []) },
        resource("049", "links are null") { $0.set("links", .null) },
        resource("049", "the links of a resource are a list") { $0.set("data/links", []) },
        resource("025", "attributes are null") { $0.set("data/attributes", .null) },
        resource("027", "a relationship is null") { $0.set("data/relationships/author", .null) },
        resource("057", "the version of jsonapi is a number") {
            $0.set("jsonapi", ["version": 1])
        },
        resource("005", "jsonapi has a member of its own") {
            $0.set("jsonapi", ["version": "1.1", "server": "x"])
        },
        resource("005", "an identifier has attributes") {
            $0.set("data/relationships/author/data/attributes", ["name": "x"])
        },
        resource("023", "a relationship is named id") {
            $0.set("data/relationships/id", ["data": .null])
        },
        resource("023", "an attribute and a relationship have one name") {
            $0.set("data/attributes/author", "Person")
        },
        .writing("021", "an id is empty", in: "self-link-of-resource", at: .resource) {
            $0.set("data/id", "")
        },
        resource("005", "the document has an unknown member") { $0.set("status", "ok") },
        resource("028", "a relationship has only a member of its own") {
            $0.set("data/relationships/author", ["href": "/x"])
        },
        resource("050", "the href of a link is null") {
            $0.set("data/links/extra", ["href": .null])
        },
        .writing("040", "a list has a resource twice", in: "documents includes", at: .list) {
            document in
            let elements = document["data"]?.elements ?? []
            document.set("data", .array(elements + elements.prefix(1)))
        },
        .writing("008", "an empty list is null", in: "filtering fetching", at: [.list, .related]) {
            document in
            if document["data"] == .array([]) { document.set("data", .null) }
        },
        .writing("015", "an element of a list has no id", in: "documents", at: .list) {
            $0.set("data/*/id", nil)
        },
    ]

    private static func text(
        _ rules: String, _ name: String, _ change: @escaping @Sendable (String) -> String
    ) -> ServerFault {
        .replying(rules, name, in: "documents") { request, reply in
            guard request.place == .resource, reply.isSuccess,
                let text = try? reply.document?.text()
            else { return }
            reply.text = change(text)
        }
    }

    private static let texts: [ServerFault] = [
        text("001", "a document ends with a comma") { $0.dropLast() + ",}" },
        text("001", "a document is cut") { String($0.dropLast(3)) },
        text("001", "something follows a document") { $0 + "{}" },
        text("001", "a document begins with a byte order mark") { "\u{FEFF}" + $0 },
        text("001", "a document has a comment") { "/* x */" + $0 },
        text("001", "a document has NaN") { #"{"meta": {"x": NaN}, "# + $0.dropFirst() },
        text("001 002", "a document is empty") { _ in "" },
    ]

    // MARK: Links

    private static let links: [ServerFault] = [
        .writing(
            "086", "the self link of a relationship leads nowhere", in: "fetching", at: .resources
        ) {
            $0.set("data/@/relationships/*/links/self", "/missing")
        },
        .writing("034", "the related link leads nowhere", in: "fetching", at: .resources) {
            $0.set("data/@/relationships/*/links/related", "/missing")
        },
        .writing("036", "the self link of a resource leads nowhere", in: "fetching", at: .resources)
        {
            $0.set("data/@/links/self", "/missing")
        },
        .writing("036", "the self link of a resource is the list", in: "fetching", at: .resources) {
            $0.set("data/@/links/self", "/articles")
        },
        .writing("013", "the self link of a list leads to another list", in: "fetching", at: .list)
        {
            $0.set("links/self", "/people")
        },
        .writing("005", "a relationship responds with resources", in: "fetching", at: .linkage) {
            $0.set("data/@/attributes", ["name": "x"])
        },
        .writing("001 021 036", "a self link is empty", in: "documents fetching", at: .resources) {
            $0.set("data/@/links/self", "")
        },
    ]

    // MARK: Lists

    private static let lists: [ServerFault] = [
        .writing("097", "the next page is the same page", in: "paging", at: .list) { document in
            let link = document["links"]?["self"]
            document.change("links/next") { next in
                if next?.text != nil { next = link }
            }
        },
        .writing("097", "the link next leads nowhere", in: "paging", at: .list) { document in
            document.change("links/next") { next in if next?.text != nil { next = "/missing" } }
        },
        .writing("097", "the link last leads nowhere", in: "paging", at: .list) { document in
            document.change("links/last") { next in if next?.text != nil { next = "/missing" } }
        },
        .writing("097", "the link first leads to the second page", in: "paging", at: .list) {
            document in
            document.change("links/first") { link in
                if link?.text != nil { link = "/articles?page%5Bnumber%5D=2" }
            }
        },
        .asking("095", "descending order is ascending", in: "sorting") { request in
            request.query = request.query.map { item in
                item.name == "sort"
                    ? QueryItem("sort", (item.value ?? "").filter { $0 != "-" }) : item
            }
        },
        .asking("095", "unknown sort fields are ignored", in: "sorting") { request in
            request.remove { item in
                item.name == "sort"
                    && !["title", "rank", "created", "body", "name", "age", "text", "stars"]
                        .contains(
                            (item.value ?? "").filter { $0 != "-" }.split(separator: ",").first.map(
                                String.init) ?? "")
            }
        },
        .asking("089", "include is ignored", in: "includes") { request in
            request.remove { $0.name == "include" }
        },
        .asking("089", "an empty include includes all", in: "includes") { request in
            request.query = request.query.map { item in
                item.name == "include" && (item.value ?? "") == ""
                    && request.segments.first == "articles"
                    && request.segments.count < 3
                    ? QueryItem("include", "author") : item
            }
        },
        .asking("093", "a fieldset counts only for primary data", in: "fieldsets") { request in
            let type = request.segments.first ?? ""
            request.remove { $0.name.hasPrefix("fields[") && $0.name != "fields[\(type)]" }
        },
        .asking("093", "spaces: only the first field counts", in: "fieldsets") { request in
            request.query = request.query.map { item in
                item.name.hasPrefix("fields[")
                    ? QueryItem(item.name, list: Array((item.parts ?? []).prefix(1))) : item
            }
        },
        .replying("078", "a media type with charset in Accept gets 200", in: "negotiation") {
            request, reply in
            if reply.status == 406 { reply = Reply(200, ["data": []]) }
        },
        .replying("078", "415 is 400", in: "negotiation") { request, reply in
            if reply.status == 415 { reply.status = 400 }
        },
        .replying("078", "406 is 400", in: "negotiation") { request, reply in
            if reply.status == 406 { reply.status = 400 }
        },
        .replying("083", "an unknown address is a fault of the server", in: "fetching errors") {
            request, reply in
            if reply.status == 404 { reply.status = 500 }
        },
        .replying("083", "405 has no Allow", in: "errors") { request, reply in
            reply.headers[.allow] = nil
        },
    ]

    // MARK: Others

    private static let others: [ServerFault] = [
        .replying(
            "153 154", "a page behind the last one is a fault of the server", in: "paging cursors"
        ) { request, reply in
            if request.has(family: "page["), reply.document?["data"] == .array([]) {
                reply = .error(500)
            }
        },
        .replying("083 158 097", "a malformed page is a fault of the server", in: "paging cursors")
        { request, reply in
            if request.has(family: "page["), reply.status == 400 { reply.status = 500 }
        },
        .replying("083 095", "an unknown sort field is a fault of the server", in: "sorting") {
            request, reply in
            if request.has("sort"), reply.status == 400 { reply.status = 500 }
        },
        .replying("090", "an unknown path is a fault of the server", in: "includes") {
            request, reply in
            if request.has("include"), reply.status == 400 { reply.status = 500 }
        },
        .refusing(
            "083", "an unknown field is a fault of the server", in: "fieldset-of-unknown-field",
            with: 500
        ) { request in
            request.query.contains { $0.value?.contains("noSuchField") ?? false }
        },
        .writing("008 034", "related resources are an object", in: "fetching", at: .related) {
            document in
            if let first = document["data"]?.elements.first { document.set("data", first) }
        },
        .writing("007 034", "a related resource is a list", in: "fetching", at: .related) {
            document in
            if let data = document["data"], data.isObject { document.set("data", [data]) }
        },
        .writing("030", "linkage of one member is an object", in: "fetching", at: .linkage) {
            document in
            if let first = document["data"]?.elements.first { document.set("data", first) }
        },
        .writing(
            "030", "the linkage of a to-one relationship is a list", in: "fetching includes",
            at: .resource
        ) {
            $0.change("data/relationships/author/data") { data in
                if let known = data, known.isObject { data = [known] }
            }
        },
        .writing("015", "an element of a list has no type", in: "documents", at: .list) {
            $0.set("data/*/type", nil)
        },
        .refusing("070 073 083", "an Accept with quality is refused", in: "negotiation", with: 406)
        {
            $0.headers[.accept]?.contains("q=") ?? false
        },
        .refusing(
            "075", "the media type of a body is compared with case", in: "content-type-upper-case",
            with: 415
        ) {
            let type = $0.headers[.contentType] ?? ""
            return type != type.lowercased()
        },
        .refusing("073 078", "an Accept without a space is refused", in: "negotiation", with: 406) {
            $0.headers[.accept]?.contains(";ext") ?? false
        },
    ]
}
