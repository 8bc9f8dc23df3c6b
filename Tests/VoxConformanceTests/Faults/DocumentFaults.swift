// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox
import VoxTesting

/// Faults in documents: for each rule of documents, a server that breaks it.
enum DocumentFaults {
    static let all: [ServerFault] = documents + resources + relationships + included + links + names

    private static func resource(
        _ rules: String, _ name: String, _ change: @escaping @Sendable (inout JSONValue) -> Void
    ) -> ServerFault {
        .writing(rules, name, in: "documents", at: .resource, change)
    }

    private static let documents: [ServerFault] = [
        resource("001", "the document is a list") { $0 = .array([$0]) },
        resource("002", "the document has no data") { $0 = ["jsonapi": ["version": "1.1"]] },
        resource("003", "the document has data and errors") { $0.set("errors", [["title": "x"]]) },
        .writing("004", "included stands without data", in: "documents", at: .resource) {
            document in
            document.set("data", nil)
            document.set("meta", [:])
            document.set("included", [])
        },
        resource("005", "a resource has a member of its own") { $0.set("data/href", "/x") },
        resource("007", "primary data is a text") { $0.set("data", "text") },
        .writing("008 084", "a list of one is an object", in: "documents", at: .list) { document in
            let elements = document["data"]?.elements ?? []
            if elements.count == 1 { document.set("data", elements[0]) }
        },
        .replying("014", "a member name is repeated", in: "documents") { request, reply in
            guard request.place == .resource, reply.isSuccess,
                let text = try? reply.document?.text()
            else { return }
            reply.text = #"{"meta": {}, "meta": {}, "# + text.dropFirst()
        },
        resource("047", "meta is a text") { $0.set("meta", "text") },
        resource("057", "jsonapi is a text") { $0.set("jsonapi", "1.1") },
    ]

    private static let resources: [ServerFault] = [
        resource("015", "a resource has no type") { $0.set("data/type", nil) },
        resource("016", "an id is a number") { $0.set("data/id", 1) },
        resource("018 019", "linkage has a lid of no resource") {
            $0.set("data/relationships/author/data", ["type": "people", "lid": "x"])
        },
        resource("026", "an attribute is a foreign key") { $0.set("data/attributes/author_id", 1) },
        resource("022", "a type has a slash") { $0.set("data/type", "a/b") },
        resource("023", "an attribute is named type") { $0.set("data/attributes/type", "text") },
        resource("025", "attributes are a list") { $0.set("data/attributes", []) },
        .writing("021", "another resource than requested", in: "fetching", at: .resource) {
            document in
            document.change("data/id") { id in if id == "1" { id = "2" } }
        },
    ]

    private static let relationships: [ServerFault] = [
        resource("019", "linkage has no id") { $0.set("data/relationships/author/data/id", nil) },
        resource("027", "relationships are a list") { $0.set("data/relationships", []) },
        resource("028", "a relationship is empty") { $0.set("data/relationships/author", [:]) },
        resource("029", "the links of a relationship have other names") {
            $0.set("data/relationships/author/links", ["other": "/x"])
        },
        resource("030", "linkage is a text") { $0.set("data/relationships/author/data", "1") },
    ]

    private static let included: [ServerFault] = [
        .writing("037", "included is an object", in: "includes documents", at: .resources) {
            document in
            if document["included"] != nil { document.set("included", [:]) }
        },
        .writing(
            "038", "a resource is included that nothing links to", in: "includes", at: .resources
        ) {
            document in
            guard let included = document["included"]?.elements else { return }
            document.set("included", .array(included + [["type": "people", "id": "999"]]))
        },
        .writing("040", "the first resource is included again", in: "includes", at: .resources) {
            document in
            guard let included = document["included"]?.elements, let first = included.first else {
                return
            }
            document.set("included", .array([first] + included))
        },
        .writing("044", "a cycle includes primary data", in: "includes", at: .resource) {
            document in
            guard let data = document["data"], let included = document["included"]?.elements else {
                return
            }
            document.set("included", .array(included + [data]))
        },
    ]

    private static let links: [ServerFault] = [
        resource("049", "a link is a number") { $0.set("data/links/extra", 1) },
        resource("050", "a link object has no href") { $0.set("data/links/extra", ["title": "x"]) },
        resource("051", "the title of a link is a number") {
            $0.set("data/links/extra", ["href": "/x", "title": 1])
        },
        resource("052", "a relation type has a space") {
            $0.set("data/links/extra", ["href": "/x", "rel": "not a relation"])
        },
    ]

    private static let names: [ServerFault] = [
        resource("061", "an attribute has no name") { document in
            document.change("data/attributes") { attributes in
                guard case .object(var members)? = attributes else { return }
                members[""] = "text"
                attributes = .object(members)
            }
        },
        resource("062", "a name begins with a hyphen") { $0.set("data/attributes/-x", 1) },
        resource("063", "a name has a reserved character") { $0.set("data/attributes/a+b", 1) },
        resource("064", "a name has a space") { $0.set("data/attributes/a b", 1) },
        resource("065", "a name in an attribute has a reserved character") {
            $0.set("data/attributes/nested", ["a+b": 1])
        },
        resource("067", "a member belongs to no applied extension") { $0.set("data/foo:bar", 1) },
    ]
}
