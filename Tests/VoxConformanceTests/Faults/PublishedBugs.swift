// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox
import VoxTesting

/// The bugs of published servers, each as a switch of the faulty service.
enum PublishedBugs {
    static let all: [ServerFault] = negotiation + fieldsets + linkage + others

    /// Two published bugs that break no rule: without a fieldset, a server may leave out any fields
    /// of a resource (section "Sparse Fieldsets").
    static let allowed: [ServerFault] = [
        .replying("", "19: relationships of included resources are empty", in: "includes") {
            _, reply in
            reply.document?.change("included/*/relationships") { $0 = [:] }
        },
        .replying("", "20: included resources have no attributes", in: "includes fieldsets") {
            _, reply in
            reply.document?.set("included/*/attributes", nil)
        },
    ]

    private static let json = "application/vnd.api+json"

    private static let negotiation: [ServerFault] = [
        .replying("070 078", "1: 406 and 415 are exchanged", in: "negotiation") { _, reply in
            switch reply.status {
            case 406: reply.status = 415
            case 415: reply.status = 406
            default: break
            }
        },
        .refusing("083", "2: a plain Accept is refused", in: "negotiation", with: 406) { request in
            request.headers[.accept].map { $0 == "*/*" } ?? true
        },
        .asking("070 078", "3: Accept is never looked at", in: "negotiation") { request in
            request.headers[.accept] = json
        },
        .replying("069", "4: documents are application/json", in: "negotiation") { _, reply in
            reply.headers[.contentType] = "application/json"
        },
        .refusing("072 136 140", "5: operations are 415", in: "atomic", with: 415) { request in
            request.place == .operations
        },
    ]

    private static let fieldsets: [ServerFault] = [
        .replying("046 089 094", "6: a fieldset loses included", in: "fieldsets") {
            request, reply in
            if request.has(family: "fields["), request.has("include") {
                reply.document?.set("included", nil)
            }
        },
        .replying("038 046 089 094", "7: a fieldset empties included", in: "fieldsets") {
            request, reply in
            if request.has(family: "fields["), request.has("include") {
                reply.document?.set("included", [])
            }
        },
        ServerFault("093", "8: a fieldset leaves relationships", in: "fieldsets") {
            request, service in
            var reply = try await Reply(service.execute(request))
            guard request.has(family: "fields["), request.method == .get else { return reply }
            var whole = request
            whole.remove { $0.name.hasPrefix("fields[") }
            let full = try await Reply(service.execute(whole)).document?["data"]?["relationships"]
            if reply.document?["data"]?.isObject ?? false {
                reply.document?.set("data/relationships", full)
            }
            return reply
        },
        .asking("092 093", "9: an empty fieldset is ignored", in: "fieldsets") { request in
            request.remove { $0.name.hasPrefix("fields[") && $0.value == "" }
        },
        .writing(
            "093 094", "10: a fieldset is for attributes only", in: "fieldsets", at: .resources
        ) {
            document in
            // Relationships are left out as soon as they could be named.
            document.change("data/@") { resource in
                if resource?["attributes"] == nil { resource?.set("relationships", nil) }
            }
        },
        .asking("092 093", "11: fieldsets are not supported", in: "fieldsets") { request in
            request.remove { $0.name.hasPrefix("fields[") }
        },
    ]

    private static let linkage: [ServerFault] = [
        .replying("027 028 038", "12: relationships are empty beside included", in: "includes") {
            request, reply in
            if request.has("include") { reply.document?.set("data/@/relationships", [:]) }
        },
        .replying("030 038", "13: linkage is null although included", in: "includes") {
            request, reply in
            guard request.has("include"), reply.isSuccess else { return }
            reply.document?.change("data/@/relationships/*/data") { linkage in
                if linkage?.isObject ?? false { linkage = .null }
            }
        },
        .writing(
            "030", "14: linkage is empty although there are members", in: "fetching includes",
            at: .resources
        ) {
            document in
            document.change("data/@/relationships/*/data") { linkage in
                if linkage?.isList ?? false { linkage = [] }
            }
        },
        .writing(
            "030 093 094", "15: an empty to-many relationship is left out",
            in: "fetching fieldsets includes", at: .resources
        ) {
            document in
            document.change("data/@/relationships/*") { relationship in
                if relationship?["data"] == .array([]) { relationship = nil }
            }
        },
        .replying("030", "16: linkage that is not loaded is null", in: "fetching includes") {
            request, reply in
            guard !request.has("include"), [.list, .resource].contains(request.place) else {
                return
            }
            reply.document?.change("data/@/relationships/*/data") { linkage in
                if linkage != nil { linkage = .null }
            }
        },
        .replying("040", "17: primary data is included again", in: "includes") { request, reply in
            guard request.has("include"), let data = reply.document?["data"], data.isObject,
                let included = reply.document?["included"]
            else { return }
            reply.document?.set("included", .array(included.elements + [data]))
        },
        .replying("040", "18: a resource is included twice", in: "includes") { request, reply in
            guard let included = reply.document?["included"]?.elements else { return }
            reply.document?.set("included", .array(included + included.prefix(1)))
        },
        .replying("038", "21: included resources without linkage", in: "includes") {
            request, reply in
            if request.has("include") { reply.document?.set("data/@/relationships/*/data", nil) }
        },
        .refusing("034 046 089", "22: include at a related link fails", in: "includes", with: 500) {
            $0.place == .related && $0.has("include")
        },
        .writing("030", "27: linkage names another type", in: "fetching", at: .resources) {
            document in
            document.change("data/@/relationships/author/data/type") { $0 = "authors" }
        },
    ]

    private static let others: [ServerFault] = [
        .writing("021 036", "23: the id is an address", in: "fetching", at: [.list, .resource]) {
            document in
            document.change("data/@") { resource in
                let link = resource?["links"]?["self"]
                let id = resource?["id"]
                resource?.set("attributes/_id", id)
                resource?.set("id", link)
            }
        },
        .asking(
            "016 108", "24: numbers and empty texts are ids", in: "creating updating relationships"
        ) {
            request in
            guard request.isWrite || request.method == .delete else { return }
            request.document?.change("data/@/id") { id in
                switch id {
                case .number(let number)?: id = .string(number.text)
                case .string("")?: id = nil
                default: break
                }
            }
        },
        ServerFault(
            "083 106", "25: a type is not needed, and broken JSON is locked", in: "creating errors"
        ) {
            request, service in
            var request = request
            if request.isWrite, request.body != nil, request.document == nil { return .error(423) }
            if request.method == .post, request.place == .list {
                let name = request.segments[0]
                request.document?.change("data/type") { type in
                    if type == nil { type = .string(name) }
                }
            }
            return try await Reply(service.execute(request))
        },
        .asking(
            "114 119 122 123", "26: the type of linkage is never checked",
            in: "creating updating relationships"
        ) {
            request in
            let types = ["author": "people", "comments": "comments", "article": "articles"]
            if request.place == .linkage, let name = request.segments.last, let type = types[name] {
                request.document?.change("data/@/type") { $0 = $0.map { _ in .string(type) } }
            }
            for (name, type) in types {
                request.document?.change("data/relationships/\(name)/data/@/type") {
                    $0 = $0.map { _ in .string(type) }
                }
            }
        },
    ]
}
