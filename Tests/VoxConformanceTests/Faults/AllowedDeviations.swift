// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox
import VoxTesting

/// Deviations of servers that break no rule, or that requests cannot show, with the reasons.
enum AllowedDeviations {
    static let all: [ServerFault] = [
        // Without a fieldset, a server may leave out any fields (section "Sparse Fieldsets").
        .writing("", "a related list has only identifiers", in: "fetching", at: .related) {
            $0.set("data/@/attributes", nil)
        },
        // JSON:API says nothing about methods that it does not use.
        .replying("", "an unsupported method is 404", in: "errors") { _, reply in
            if reply.status == 405 { reply.status = 404 }
        },
        // The standard does not forbid extensions that nobody asked for, if the media type names
        // them.
        .replying("", "the media type has an extension that nobody asked for", in: "documents") {
            request, reply in
            if request.method == .get, reply.headers[.contentType] == "application/vnd.api+json" {
                reply.headers[.contentType] =
                    #"application/vnd.api+json; ext="https://extensions.example/a""#
            }
        },
        // A server may change what it creates. The response shows the resource.
        .asking("", "only the first attribute of a new resource is stored", in: "creating") {
            request in
            guard request.method == .post, request.place == .list,
                case .object(let members)? = request.document?["data"]?["attributes"],
                let first = members.first
            else { return }
            request.document?.set("data/attributes", .object([first.name: first.value]))
        },
        // An error document has no members of the extension.
        .replying("", "errors of operations lack the extension", in: "atomic") { request, reply in
            if request.place == .operations, reply.status >= 400 {
                reply.headers[.contentType] = "application/vnd.api+json"
            }
        },
        // A server may have rules for its texts, such as that for the names of hosts.
        .refusing("", "texts beyond ASCII are refused", in: "creating updating", with: 422) {
            $0.isWrite && !($0.body ?? []).allSatisfy { $0 < 128 }
        },
    ]
}
