// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The resources that the run has created and not deleted yet.
///
/// The run writes to no other resources. A resource is created if the server says so: with status
/// 201, with status 204 for an id of the client, or in the result of an operation that adds a
/// resource. It must have the type that was sent, and no earlier response may have contained it. So
/// the run does not write to what a server returns instead of a new resource.
struct Creations: Sendable {
    /// A resource that the run has created, and its address.
    struct Resource: Hashable {
        let type: ExactText
        let id: ExactText
        let url: HTTPURL
    }

    private struct Identity: Hashable {
        let type: ExactText
        let id: ExactText

        init(_ type: String, _ id: String) {
            self.type = ExactText(type)
            self.id = ExactText(id)
        }
    }

    /// The collections by type, for created resources without a link.
    var collections: [String: HTTPURL] = [:]
    private var created: [Resource] = []
    /// All resources that the run has created so far.
    private var own: Set<Identity> = []
    /// The resources of responses that the run has not created, and their paths.
    private var others: Set<Identity> = []
    private var otherPaths: Set<ExactText> = []
    /// The requests for resources that may remain on the server, with the reasons.
    private(set) var remaining: [(request: SentRequest, reason: String)] = []

    /// Returns true if the run has created a resource.
    func contains(type: String, id: String) -> Bool { own.contains(Identity(type, id)) }

    /// Returns true if an address is not that of another resource, or below it.
    func mayWrite(to url: HTTPURL) -> Bool {
        var path = url.path[...]
        while path.contains("/") {
            if otherPaths.contains(ExactText(String(path))) { return false }
            path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        }
        return true
    }

    /// Notes the resources of a response to a GET that the run has not created.
    private mutating func noteOthers(_ received: Received, below base: HTTPURL) {
        for member in ["data", "included"] {
            let value = received.json.value(at: member)
            for json in value.vox.kind == .array ? value.vox.elements : [value] {
                guard let type = json.text(at: "type"), let id = json.text(at: "id"),
                    !own.contains(Identity(type, id)), others.insert(Identity(type, id)).inserted
                else { continue }
                let link = json.value(at: "links").value(at: "self").linkText.flatMap {
                    base.local($0, from: received.url)
                }
                let usual = collections[type]?.addresses(ofID: id) ?? []
                for url in [link].compactMap(\.self) + usual {
                    otherPaths.insert(ExactText(url.path.trimmingLastSlash))
                }
            }
        }
    }

    /// Notes the resources that a response says it has created.
    mutating func note(_ received: Received, below base: HTTPURL) {
        let request = received.request
        if request.method == .get { return noteOthers(received, below: base) }
        guard request.method == .post, received.isSuccess, request.role != "linkage",
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
                let made = result.value(at: "data")
                if made.text(at: "type") != operation.value(at: "data").text(at: "type")
                    || !add(made, received, base, location: nil)
                {
                    keep(request, reason: "the results do not tell what was created")
                }
            }
            return
        }
        let data = sent.value(at: "data")
        let made = json.value(at: "data")
        let location = received.headers[.location]
        if data.vox.kind == .array, received.status == 201 {
            let resources = made.vox.kind == .array ? made.vox.elements : [made]
            for resource in resources where !add(resource, received, base, location: location) {
                keep(request, reason: "the response does not tell what was created")
            }
            return
        }
        let resource = made.vox.kind == .object ? made : data
        let isSentType =
            data.text(at: "type") == nil || resource.text(at: "type") == data.text(at: "type")
        switch received.status {
        case 201, 204:
            if !isSentType || !add(resource, received, base, location: location) {
                keep(request, reason: "the response does not tell the address of the new resource")
            }
        case 202: keep(request, reason: "the server processes the request later")
        case 200 where made.vox.kind == .object:
            keep(request, reason: "the status is 200, which does not say that it was created")
        default: break
        }
    }

    /// Notes a resource. Returns false if it has no address, or if the run has not created it.
    private mutating func add(
        _ resource: JSON, _ received: Received, _ base: HTTPURL, location: String?
    ) -> Bool {
        guard let type = resource.text(at: "type"), let id = resource.text(at: "id"),
            !others.contains(Identity(type, id)),
            let url = address(of: resource, received, base, location: location), mayWrite(to: url)
        else { return false }
        own.insert(Identity(type, id))
        let made = Resource(type: ExactText(type), id: ExactText(id), url: url)
        if !created.contains(made) { created.append(made) }
        return true
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
        return (stated + usual).first { url in
            url.segments?.last.map { ExactText($0) } == ExactText(id) && url.query == nil
                && url.path.hasPrefix(base.path.trimmingLastSlash + "/")
        }
    }

    /// Returns the created resources, the last one first, and forgets them.
    mutating func take() -> [Resource] {
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

extension String {
    /// A path without the slash at its end.
    fileprivate var trimmingLastSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
