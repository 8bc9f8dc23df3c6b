// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox
import VoxTesting

/// Faults that a server has only with some methods, and in optional members of documents. Each
/// fault is found by one probe alone.
enum MethodFaults {
    static let all: [ServerFault] = accepting + bodies + members + others

    private static let json = "application/vnd.api+json"

    /// A server that does not look at a header field of some requests.
    private static func ignoring(
        _ field: HTTPField.Name, _ name: String, in probes: String,
        _ isIgnored: @escaping @Sendable (ClientRequest) -> Bool
    ) -> ServerFault {
        .asking("070 078", name, in: probes) { request in
            if isIgnored(request), request.headers[field] != nil { request.headers[field] = json }
        }
    }

    private static let accepting: [ServerFault] = [
        ignoring(.accept, "a resource has no 406", in: "accept-parameter-of-resource") {
            $0.place == .resource
        },
        ignoring(.accept, "related resources have no 406", in: "accept-parameter-at-related-link") {
            $0.place == .related
        },
        ignoring(
            .accept, "a relationship has no 406", in: "accept-parameter-at-relationship-link"
        ) { $0.place == .linkage },
        ignoring(.accept, "a creation has no 406", in: "accept-parameter-of-creation") {
            $0.method == .post
        },
        ignoring(.accept, "an update has no 406", in: "accept-parameter-of-update") {
            $0.method == .patch
        },
    ]

    private static let bodies: [ServerFault] = [
        ignoring(.contentType, "an update has no 415", in: "content-type-parameter-of-update") {
            $0.method == .patch && $0.place == .resource
        },
        ignoring(
            .contentType, "a change of a to-one relationship has no 415",
            in: "content-type-parameter-at-to-one"
        ) { $0.method == .patch && $0.place == .linkage },
        ignoring(
            .contentType, "an addition to a relationship has no 415",
            in: "content-type-parameter-at-to-many"
        ) { $0.method == .post && $0.place == .linkage },
        ignoring(
            .contentType, "a removal from a relationship has no 415",
            in: "content-type-parameter-of-removal"
        ) { $0.method == .delete && $0.place == .linkage },
    ]

    private static let members: [ServerFault] = [
        .refusing(
            "006 035 048", "a new resource with meta is refused", in: "optional-members-on-create",
            with: 422
        ) { $0.method == .post && $0.document?["data"]?["meta"] != nil },
        .refusing(
            "006 035 048", "an update with links is refused", in: "optional-members-on-update",
            with: 422
        ) { $0.method == .patch && $0.document?["data"]?["links"] != nil },
        .refusing(
            "032 048", "an identifier with meta is refused", in: "identifier-with-meta", with: 422
        ) { $0.place == .linkage && $0.document?["data"]?["meta"] != nil },
        .asking("005 060", "names are compared without case", in: "names-are-case-sensitive") {
            request in
            guard request.method == .patch,
                let attributes = request.document?["data"]?["Attributes"]
            else { return }
            request.document?.set("data/attributes", attributes)
        },
    ]

    private static let others: [ServerFault] = [
        .writing(
            "034", "a related link leads to the target", in: "related-link-is-stable", at: .resource
        ) { document in
            let author = document["data"]?["relationships"]?["author"]
            guard let id = author?["data"]?["id"]?.text else { return }
            document.set("data/relationships/author/links/related", .string("/people/\(id)"))
        },
        .replying(
            "112", "a creation that is not complete is reported with 201",
            in: "location-leads-to-created-resource"
        ) { _, reply in
            guard reply.status == 201 else { return }
            reply.document?.set("data/id", "later")
            reply.document?.set("data/links/self", "/articles/later")
            reply.headers[.location] = "/articles/later"
        },
        // The list and its self link have the same order, which is not the requested one.
        .asking("013", "a sorted list and its self link are not sorted", in: "self-link-keeps-sort")
        {
            request in
            request.remove { $0.name == "sort" }
        },
    ]
}
