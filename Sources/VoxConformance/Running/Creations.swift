// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The resources that the run has created and not deleted yet.
///
/// The run deletes only resources that the server says it has created: with status 201, with status
/// 204 for an id of the client, or in the result of an operation that adds a resource. The last
/// segment of the address must be the id, so that a wrong `Location` never makes the run delete
/// anything else.
struct Creations: Sendable {
    /// The collections by type, for created resources without a link.
    var collections: [String: HTTPURL] = [:]
    private var created: [HTTPURL] = []
    /// The requests for resources that may remain on the server, with the reasons.
    private(set) var remaining: [(request: SentRequest, reason: String)] = []

    /// Notes the resources that a response says it has created.
    mutating func note(_ received: Received, below base: HTTPURL) {
        let request = received.request
        guard request.method == .post, received.isSuccess,
            !request.headers.contains(.methodOverride),
            let sent = try? JSON(parsing: request.body ?? [])
        else { return }
        let json = received.json
        let operations = sent.value(at: "atomic:operations")
        if operations.vox.kind == .array {
            let results = json.value(at: "atomic:results").vox.elements
            for (operation, result) in zip(operations.vox.elements, results)
            where operation.text(at: "op") == "add"
                && operation.value(at: "ref").vox.kind == .absent
                && operation.value(at: "data").vox.kind == .object
            {
                add(address(of: result.value(at: "data"), received, base, location: nil))
            }
            return
        }
        // A POST to a relationship adds linkage, and creates nothing.
        let data = sent.value(at: "data")
        let made = json.value(at: "data")
        if data.vox.kind == .array, received.status == 201, request.role != "linkage" {
            noteList(made, received, base)
            return
        }
        guard data.vox.kind == .object else { return }
        let resource = made.vox.kind == .object ? made : data
        switch received.status {
        case 201, 204:
            let url = address(of: resource, received, base, location: received.headers[.location])
            if let url {
                add(url)
            } else if received.status == 201 {
                keep(request, reason: "the response does not tell the address of the new resource")
            }
        case 200 where made.vox.kind == .object:
            keep(request, reason: "the status is 200, which does not say that it was created")
        default: break
        }
    }

    /// Notes the resources that a server has created from a list.
    private mutating func noteList(_ made: JSON, _ received: Received, _ base: HTTPURL) {
        let resources = made.vox.kind == .array ? made.vox.elements : [made]
        for resource in resources {
            if let url = address(
                of: resource, received, base, location: received.headers[.location])
            {
                add(url)
            } else {
                keep(received.request, reason: "the response does not tell what was created")
            }
        }
    }

    /// Notes a resource.
    private mutating func add(_ url: HTTPURL?) {
        if let url, !created.contains(url) { created.append(url) }
    }

    /// Returns the address of a created resource: the first of `Location`, its link and the usual
    /// address whose last segment is the id.
    private func address(
        of resource: JSON, _ received: Received, _ base: HTTPURL, location: String?
    ) -> HTTPURL? {
        guard let id = resource.text(at: "id"), !id.isEmpty else { return nil }
        let links = [location, resource.value(at: "links").value(at: "self").linkText]
        let stated = links.compactMap { link in
            link.flatMap { base.local($0, from: received.url) }
        }
        let usual = [
            resource.text(at: "type").flatMap { collections[$0] },
            received.request.role == "operations" ? nil : received.request.url,
        ].compactMap(\.self).flatMap { $0.addresses(ofID: id) }
        return (stated + usual).first { $0.segments?.last == id }
    }

    /// Returns the created resources, the last one first, and forgets them.
    mutating func take() -> [HTTPURL] {
        defer { created = [] }
        return created.reversed()
    }

    /// Keeps the request for a resource that may remain on the server.
    mutating func keep(_ request: SentRequest, reason: String) {
        remaining.append((request, reason))
    }
}

extension HTTPURL {
    /// Returns the usual addresses of a resource of this collection. Some servers end all addresses
    /// with a slash.
    func addresses(ofID id: String) -> [HTTPURL] {
        guard let url = appending(id: id) else { return [] }
        return path.hasSuffix("/") ? [url.with(target: url.path + "/"), url] : [url]
    }

    /// Returns the address of a resource of this collection, without the query; nil if the id
    /// cannot be a segment of a path.
    func appending(id: String) -> HTTPURL? {
        guard let segment = try? PathTemplate.segment(id, named: "id") else { return nil }
        return try? with(target: path).appending(path: "/" + segment)
    }
}
