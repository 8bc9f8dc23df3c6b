// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox
import VoxTesting

/// Faults of a server that is read: negotiation, fetching, fields, included resources, lists.
enum ReadingFaults {
    static let all: [ServerFault] = negotiation + fetching + fields + includes + lists

    private static let json = "application/vnd.api+json"

    private static let negotiation: [ServerFault] = [
        .replying("069", "a response has no media type of JSON:API", in: "negotiation") {
            _, reply in
            reply.headers[.contentType] = "text/plain"
        },
        .replying("070", "the media type has a charset", in: "negotiation") { _, reply in
            reply.headers[.contentType] = json + "; charset=utf-8"
        },
        .replying("071", "a profile has no quotes", in: "cursors documents") { _, reply in
            reply.headers[.contentType] = reply.headers[.contentType]?.filter { $0 != "\"" }
        },
        .writing(
            "072", "the media type lacks an applied profile", in: "negotiation", at: .resources
        ) {
            $0.set("jsonapi/profile", ["https://profiles.example/a"])
        },
        .asking("073", "only the first media type of Accept counts", in: "negotiation") { request in
            let first = request.headers[.accept]?.split(separator: ",").first
            request.headers[.accept] = first.map(String.init)
        },
        .refusing("075", "the media type is compared with case", in: "negotiation", with: 406) {
            let accept = $0.headers[.accept] ?? ""
            return accept != accept.lowercased()
        },
        .asking("078", "parameters of the media type are not looked at", in: "negotiation") {
            request in
            for name in [HTTPField.Name.accept, .contentType] where request.headers[name] != nil {
                request.headers[name] = json
            }
        },
        .refusing("079", "an unknown profile is refused", in: "negotiation", with: 406) {
            let fields = [$0.headers[.accept], $0.headers[.contentType]].compactMap(\.self)
            return fields.contains { $0.contains("profile=") && !$0.contains("ethanresnick") }
        },
        .refusing("058 076", "jsonapi of a body negotiates", in: "negotiation", with: 415) {
            $0.document?["jsonapi"]?["ext"] != nil
        },
        .replying("082", "responses have no Vary", in: "negotiation atomic") { _, reply in
            reply.headers[.vary] = nil
        },
    ]

    private static let fetching: [ServerFault] = [
        .replying("013", "the self link loses the query", in: "fetching fieldsets includes sorting")
        {
            request, reply in
            reply.document?.change("links/self") { link in
                link = link?.text.map { .string(String($0.prefix { $0 != "?" })) }
            }
        },
        .writing("034", "an empty related resource is missing", in: "fetching", at: .related) { _ in
        }
        .refusing404 { $0.document?["data"] == .null },
        .writing("036", "the self link leads to another resource", in: "fetching", at: .resources) {
            $0.change("data/@/links/self") { link in
                link = link?.text.map { .string($0 + "0") }
            }
        },
        .replying("085", "a missing resource is null", in: "fetching") { request, reply in
            if request.place == .resource, reply.status == 404 {
                reply = Reply(200, ["data": .null])
            }
        },
        .replying(
            "085", "a missing resource is a bad request", in: "missing-resource-with-usual-id"
        ) { request, reply in
            if request.place == .resource, reply.status == 404 { reply = .error(400) }
        },
        .writing(
            "086", "a relationship responds with other resources", in: "fetching", at: .linkage
        ) {
            $0.change("data/@/id") { id in id = id?.text.map { .string($0 + "0") } }
        },
        .replying("087", "a missing relationship is empty", in: "fetching") { request, reply in
            if request.place == .linkage, reply.status == 404 {
                reply = Reply(200, ["data": .null])
            }
        },
        .asking("101", "an unknown parameter is ignored", in: "fetching creating updating deleting")
        {
            $0.remove { item in
                !["include", "sort", "fields", "filter", "page"].contains {
                    item.name.hasPrefix($0)
                }
            }
        },
    ]

    private static let fields: [ServerFault] = [
        .asking("092", "fieldsets are ignored", in: "fieldsets") {
            $0.remove { $0.name.hasPrefix("fields[") }
        },
        .asking("093", "a fieldset has one field more", in: "fieldsets") { request in
            request.query = request.query.map { item in
                guard item.name.hasPrefix("fields["), item.value != "" else { return item }
                return QueryItem(item.name, list: (item.parts ?? []) + ["rank", "name", "text"])
            }
        },
        .writing("094", "a fieldset has no relationships", in: "fieldsets", at: .resources) {
            $0.change("data/@") { resource in
                if resource?["attributes"] == nil { resource?.set("relationships", nil) }
            }
        },
        .writing("039", "a fieldset takes away included", in: "fieldsets", at: .resources) {
            document in
            let relationships = document["data"]?["relationships"]
            if relationships == nil { document.set("included", nil) }
        },
        .refusing("103", "unencoded brackets are refused", in: "fieldsets", with: 400) {
            $0.url.query?.contains("[") ?? false
        },
        .asking("104", "unencoded brackets mean nothing", in: "fieldsets") { request in
            if request.url.query?.contains("[") ?? false {
                request.remove { $0.name.contains("[") }
            }
        },
        .asking("105", "a creation ignores fieldsets", in: "creating updating") { request in
            if request.isWrite { request.remove { $0.name.hasPrefix("fields[") } }
        },
    ]

    private static let includes: [ServerFault] = [
        .writing("046", "included is left out if it is empty", in: "includes", at: .resources) {
            document in
            if document["included"] == .array([]) { document.set("included", nil) }
        },
        .asking("088", "include at a relationship includes nothing", in: "includes") { request in
            if request.place == .linkage { request.remove { $0.name == "include" } }
        },
        .asking("089", "more is included than requested", in: "includes") { request in
            request.query = request.query.map { item in
                item.name == "include" && request.segments.first == "articles"
                    && request.segments.count < 3
                    ? QueryItem("include", "author,comments") : item
            }
        },
        .asking("090", "an unknown path is ignored", in: "includes") { request in
            request.query = request.query.map { item in
                guard item.name == "include" else { return item }
                let known = ["author", "comments", "article"]
                let parts = (item.parts ?? []).filter { path in
                    path.split(separator: ".").allSatisfy { known.contains(String($0)) }
                }
                return QueryItem("include", list: parts)
            }
        },
        .replying("091 038", "resources between are not included", in: "includes") {
            request, reply in
            guard let path = request.query.first(where: { $0.name == "include" })?.value,
                path.contains(".")
            else { return }
            reply.document?.change("included") { included in
                included = .array(included?.elements.filter { $0["type"] != "comments" } ?? [])
            }
        },
    ]

    private static let lists: [ServerFault] = [
        .asking("095", "the direction of sorting is ignored", in: "sorting") { request in
            request.query = request.query.map { item in
                guard item.name == "sort" else { return item }
                return QueryItem("sort", list: (item.parts ?? []).map { $0.filter { $0 != "-" } })
            }
        },
        .writing("096", "pages have parameters of their own", in: "paging", at: .resources) {
            $0.change("links/next") { link in
                link = link?.text.map { .string($0.replacing("page%5B", with: "pager%5B")) } ?? link
            }
        },
        .replying("097", "every page has a link to a page before it", in: "paging") {
            request, reply in
            guard request.place == .list, reply.document?["links"]?["prev"] == .null else { return }
            reply.document?.change("links/prev") { $0 = .string(request.url.text) }
        },
        .writing("098", "the page links of a list are in meta", in: "paging", at: .related) {
            document in
            let next = document["links"]?["next"] ?? .null
            document.set("meta", ["next": next])
            document.set("links/next", "/missing")
        },
        .writing("033", "the next page of linkage is missing", in: "paging", at: .linkage) {
            $0.change("links/next") { link in
                link = link?.text.map { _ in "/missing" } ?? link
            }
        },
        .replying("099 084", "a filter without matches is not found", in: "filtering") {
            request, reply in
            if request.has(family: "filter["), reply.document?["data"] == .array([]) {
                reply = .error(404)
            }
        },
        .asking("100", "an illegal filter name is ignored", in: "filtering") { request in
            request.remove { $0.name.hasPrefix("filter") && !$0.name.hasSuffix("e]") }
        },
    ]
}

extension ServerFault {
    /// Returns a fault that responds with 404 in place of some responses.
    func refusing404(_ isMissing: @escaping @Sendable (Reply) -> Bool) -> ServerFault {
        ServerFault(
            rules.map { String($0.dropFirst(3)) }.joined(separator: " "), name,
            in: probes.joined(separator: " ")
        ) { request, service in
            let reply = try await respond(request, service)
            return request.place == .related && isMissing(reply) ? .error(404) : reply
        }
    }
}
