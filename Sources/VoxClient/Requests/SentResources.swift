// SPDX-License-Identifier: MIT

/// A copy of a resource as a request sends it. After the request succeeded, the copy and the values
/// of the response are the baseline of the resource, so the sent values no longer count as changes.
struct SentResource {
    /// The resource of the program.
    let node: Node
    /// The copy, which is not part of a document.
    let copy: Node
    /// The identifiers of other resources whose ids the response may change.
    private let links: [Link]

    private struct Link {
        let identifier: Node
        let copy: Node
        let target: Node
    }

    /// Copies a resource.
    /// - Parameters:
    ///   - node: the resource.
    ///   - tree: the tree that gets the copy.
    ///   - target: returns the resource that an identifier refers to if the request creates it.
    /// - Throws: `JSONError` with code `outOfMemory`.
    init(_ node: Node, in tree: Tree, target: (Node) -> Node?) throws(JSONError) {
        self.node = node
        copy = try Node.make(copy: node, in: tree)
        var links: [Link] = []
        for relationship in node.member("relationships")?.children ?? [] {
            let identifiers = node.identifiers(in: relationship)
            guard identifiers.contains(where: { target($0) != nil }),
                let copied = copy.member("relationships")?.member(relationship.name)
            else { continue }
            for (identifier, copy) in zip(identifiers, copy.identifiers(in: copied)) {
                guard let target = target(identifier) else { continue }
                links.append(Link(identifier: identifier, copy: copy, target: target))
            }
        }
        self.links = links
    }

    /// Sets the ids of the created resources in the linkage of the copy and of the resource.
    fileprivate func bindLinks() throws(JSONError) {
        for link in links {
            guard let id = link.target.idText else { continue }
            try link.copy.setMember("id", to: id)
            link.copy.member("lid")?.remove()
            guard link.identifier.assignedResource == nil else { continue }
            try link.identifier.setMember("id", to: id)
            link.identifier.member("lid")?.remove()
            link.identifier.stand(for: link.target, isResolved: true)
        }
    }
}

extension Resource {
    /// Makes a copy of this resource the baseline after the request with the copy succeeded, and
    /// merges the resource of the response into both.
    /// - Parameters:
    ///   - sent: the copy.
    ///   - response: the resource of the response; nil if the response does not contain the
    ///     resource.
    ///   - isJoining: true to make the other resources of the response reachable from the document
    ///     of this resource.
    /// - Throws: `JSONError` with code `outOfMemory`.
    func confirm(
        _ sent: SentResource, merging response: Node?, isJoining: Bool = true
    ) throws(JSONError) {
        try sent.bindLinks()
        if let response {
            try vox.merge(Resource(response), since: sent.copy, isJoining: isJoining)
        } else {
            try node.setBaseline(sent.copy)
        }
    }
}

/// The resources of one request as they are sent: the resource of the request, and the related
/// resources that the request creates together with it. The request has the related resources in
/// `included`, and the response is merged into them.
struct SentResources {
    /// The position of a related resource in a relationship of the resource of the request.
    struct Position {
        let relationship: String
        /// The position in the linkage; nil for a to-one relationship.
        let index: Int?
        let count: Int
    }

    /// The resource of the request.
    let primary: SentResource
    /// The local ids of the related resources that have no id.
    let lids: LocalIDs
    private let included: [SentResource]
    private let positions: [Node: Position]

    /// Copies the resources, and gives each new related resource a local id (JSON:API 1.1,
    /// "Identification"), by which the request refers to the resource. No resource is changed.
    /// - Throws: `RequestError` with code `unsendable`.
    init(
        _ primary: Node, including included: [Resource<AnyResource>]
    ) throws(RequestError) {
        guard !included.contains(where: { $0.id == nil && $0.node.wasCreated }) else {
            throw RequestError(
                code: .unsendable,
                message:
                    "an included resource was already created, but the server did not return its id: set the id first"
            )
        }
        var places = included.isEmpty ? [:] : [IdentityKey(primary): "/data"]
        for (index, resource) in included.enumerated() {
            let place = "/included/\(index)"
            if let first = places.updateValue(place, forKey: IdentityKey(resource.node)) {
                let words =
                    first == "/data"
                    ? "the resource and an included resource"
                    : "two included resources"
                throw RequestError(
                    code: .unsendable,
                    message:
                        "\(words) are the same, \(resource.type) \(resource.id ?? resource.lid ?? "without id"), at \"\(first)\" and at \"\(place)\""
                )
            }
        }
        var lids = LocalIDs()
        lids.reserve([primary] + included.map(\.node))
        var identities: [Identity: Node] = [:]
        for resource in included {
            lids.add(resource.node)
            if let identity = lids.identity(of: resource.node) {
                identities[identity] = resource.node
            }
        }
        self.lids = lids
        let related = Set(included.map(\.node))
        func target(of identifier: Node) -> Node? {
            if related.isEmpty { return nil }
            if let assigned = identifier.assignedResource, related.contains(assigned) {
                return assigned
            }
            return identifier.identity.flatMap { identities[$0] }
        }
        do throws(JSONError) {
            let tree = try Tree()
            self.primary = try SentResource(primary, in: tree, target: target)
            var copies: [SentResource] = []
            for resource in included {
                copies.append(try SentResource(resource.node, in: tree, target: target))
            }
            self.included = copies
        } catch {
            throw .unsendable(error)
        }
        var linked: Set<Node> = []
        for node in related.isEmpty ? [] : [primary] + included.map(\.node) {
            for relationship in node.member("relationships")?.children ?? [] {
                for identifier in node.identifiers(in: relationship) {
                    if let target = target(of: identifier), target != node { linked.insert(target) }
                }
            }
        }
        if let unlinked = included.first(where: { !linked.contains($0.node) }) {
            throw RequestError(
                code: .unsendable,
                message:
                    "no relationship refers to the included resource \(unlinked.type) \(unlinked.id ?? "without id"): link it, or create it by a request of its own"
            )
        }
        var positions: [Node: Position] = [:]
        for relationship in related.isEmpty
            ? [] : primary.member("relationships")?.children ?? []
        {
            let identifiers = primary.identifiers(in: relationship)
            for (index, identifier) in identifiers.enumerated() {
                guard let target = target(of: identifier) else { continue }
                positions[target] = Position(
                    relationship: relationship.name,
                    index: relationship.member("data")?.isArray == true ? index : nil,
                    count: identifiers.count)
            }
        }
        self.positions = positions
    }

    /// Merges the response into the related resources. A resource that the response does not
    /// contain counts as created, and has no id.
    /// - Returns: the names of the relationships whose resources in the response cannot be matched
    ///   with the sent resources.
    /// - Throws: `JSONError` with code `outOfMemory`.
    func mergeIncluded(_ document: Tree?) throws(JSONError) -> Set<String> {
        if included.isEmpty { return [] }
        let matches = try document.map { document throws(JSONError) in
            try CreatedResources(
                document.root,
                sent: included.map { sent in
                    CreatedResources.Sent(
                        identity: lids.identity(of: sent.node), copy: sent.copy,
                        position: positions[sent.node])
                })
        }
        for (index, sent) in included.enumerated() {
            let found = matches?.found[index]
            try Resource<AnyResource>(sent.node).confirm(sent, merging: found)
            if found != nil {
                if sent.node.idText != nil { sent.node.member("lid")?.remove() }
            } else if matches?.lost[index] != nil {
                // An id such as `${new-1}` was only for this request.
                sent.node.member("id")?.remove()
            }
            if sent.node.idText == nil { sent.node.wasCreated = true }
        }
        return Set(matches?.lost.values.map { $0 } ?? [])
    }
}
