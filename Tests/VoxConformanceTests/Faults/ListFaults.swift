// SPDX-License-Identifier: MIT

import Vox
import VoxTesting

/// Faults that a server has only in some places: in related resources, in relationships, or on
/// other pages than the first one. Each fault is found by one probe alone.
enum ListFaults {
    static let all: [ServerFault] = parameters + related + pages + includes

    private static func ignoring(
        _ rules: String, _ name: String, at places: Place, in probes: String,
        _ isIgnored: @escaping @Sendable (QueryItem) -> Bool
    ) -> ServerFault {
        .asking(rules, name, in: probes) { request in
            if places.contains(request.place) { request.remove(isIgnored) }
        }
    }

    /// Returns a link without the parameters whose names begin with a text.
    @Sendable private static func without(_ family: String, _ link: JSONValue?) -> JSONValue? {
        guard let text = link?.text, let mark = text.firstIndex(of: "?") else { return link }
        let items = text[text.index(after: mark)...].split(separator: "&")
        let kept = items.filter { !$0.hasPrefix(family) }
        return .string(String(text[..<mark]) + "?" + kept.joined(separator: "&"))
    }

    private static let parameters: [ServerFault] = [
        ignoring(
            "101", "an unknown parameter of a resource is ignored", at: .resource,
            in: "unknown-parameter-of-resource"
        ) { $0.name == "nosuchparameter" },
        ignoring(
            "101", "an unknown parameter of related resources is ignored", at: .related,
            in: "unknown-parameter-at-related-link"
        ) { $0.name == "nosuchparameter" },
        ignoring(
            "101", "an unknown parameter of a relationship is ignored", at: .linkage,
            in: "unknown-parameter-at-relationship-link"
        ) { $0.name == "nosuchparameter" },
        ignoring(
            "096 101", "an unknown page parameter of related resources is ignored", at: .related,
            in: "unknown-page-parameter-of-related-resources"
        ) { $0.name == "page[noSuchParameter]" },
        ignoring(
            "099 101", "an unknown filter of related resources is ignored", at: .related,
            in: "unknown-filter-of-related-resources"
        ) { $0.name.hasPrefix("filter") },
        ignoring(
            "099 101", "a filter by an attribute is ignored", at: .list, in: "filter-by-attribute"
        ) { $0.name.hasPrefix("filter[") },
        .asking("095", "only the first sort field counts", in: "sort-by-two-fields") {
            $0.keepFirst(of: "sort")
        },
    ]

    private static let related: [ServerFault] = [
        ignoring(
            "095", "the order of related resources is ignored", at: .related,
            in: "sort-related-resources"
        ) { $0.name == "sort" },
        ignoring(
            "095", "an unknown order of related resources is ignored", at: .related,
            in: "sort-related-resources-by-unknown-field"
        ) { $0.name == "sort" },
        .writing(
            "095 097", "the next page of related resources is not sorted",
            in: "sort-related-resources-over-pages", at: .related
        ) { document in
            document.change("links/next") { $0 = without("sort", $0) }
        },
    ]

    private static let pages: [ServerFault] = [
        .writing(
            "095 097", "the last page is not sorted", in: "last-page-keeps-sort", at: .list
        ) { document in
            document.change("links/last") { $0 = without("sort", $0) }
        },
        ServerFault("096 097 099", "the last page is not filtered", in: "last-page-keeps-filter") {
            request, service in
            // The only filter is the one that several articles match.
            if request.has(family: "filter["), !request.has("filter[body]") { return .error(400) }
            var reply = try await Reply(service.execute(request))
            reply.document?.change("links/last") { $0 = without("filter", $0) }
            return reply
        },
        .writing(
            "096 097 099", "the next page is not filtered", in: "filter-over-pages", at: .list
        ) { document in
            document.change("links/next") { $0 = without("filter", $0) }
        },
        .writing(
            "097", "the last page has a link to a next page", in: "page-after-last", at: .list
        ) { document in
            document.change("links/next") { link in
                if link == nil || link == .null { link = "/articles?page%5Bnumber%5D=9" }
            }
        },
        .writing(
            "013 089 096", "the next page includes nothing", in: "next-page-keeps-include",
            at: .list
        ) { document in
            document.change("links/next") { $0 = without("include", $0) }
        },
        .writing(
            "013", "the self link of a page leads to the first page", in: "self-link-keeps-page",
            at: .list
        ) { document in
            document.change("links/self") { $0 = without("page", $0) }
        },
        .asking("097", "the second page begins too early", in: "pages-do-not-overlap") { request in
            let query = request.query
            guard request.place == .list, query.contains(QueryItem("page[number]", "2")),
                query.contains(QueryItem("page[size]", "5"))
            else { return }
            request.remove { $0.name.hasPrefix("page[") }
            request.query += [QueryItem("page[offset]", "4"), QueryItem("page[limit]", "5")]
        },
    ]

    private static let includes: [ServerFault] = [
        ignoring(
            "090", "an unknown path at related resources is ignored", at: .related,
            in: "include-unknown-path-at-related-link"
        ) { $0.name == "include" },
        ignoring(
            "088 090", "an unknown path at a relationship is ignored", at: .linkage,
            in: "include-unknown-path-at-relationship-link"
        ) { $0.name == "include" },
        .writing(
            "046 089", "only one target is included in a list",
            in: "included-targets-in-collection", at: .list
        ) { document in
            document.change("included") { included in
                included = included.map { .array(Array($0.elements.prefix(1))) }
            }
        },
        .writing(
            "046 089", "only one member is included", in: "included-members-of-to-many",
            at: .resource
        ) { document in
            document.change("included") { included in
                included = included.map { .array(Array($0.elements.prefix(1))) }
            }
        },
        .asking("089 090", "only the first path counts", in: "include-two-paths") {
            $0.keepFirst(of: "include")
        },
    ]
}

extension ClientRequest {
    /// Leaves out all values of a parameter but the first one.
    fileprivate mutating func keepFirst(of name: String) {
        query = query.map { item in
            item.name == name ? QueryItem(name, list: Array((item.parts ?? []).prefix(1))) : item
        }
    }
}
