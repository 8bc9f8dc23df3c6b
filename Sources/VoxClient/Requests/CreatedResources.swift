// SPDX-License-Identifier: MIT

/// Finds the resources that a request created together with another resource in the response.
///
/// A resource is found by its id or local id, or by its position in a relationship of the primary
/// resource, because some services take an id such as `${new-1}` as a local id, and return another
/// id. If the attributes show that the response has another order, they decide.
struct CreatedResources {
    /// A resource as it was sent.
    struct Sent {
        /// The identity in the request.
        let identity: Identity?
        let copy: Node
        let position: SentResources.Position?
    }

    /// The resource of the response for each sent resource, by the index of the sent resource. It is
    /// an identifier if the document does not include the resource.
    private(set) var found: [Int: Node] = [:]
    /// The name of the relationship for each sent resource that is in the response, but cannot be
    /// told from others, by the index of the sent resource.
    private(set) var lost: [Int: String] = [:]

    private let sent: [Sent]

    /// Finds the resources in a document.
    init(_ document: Node, sent: [Sent]) throws(JSONError) {
        self.sent = sent
        var open: [String: [Int]] = [:]
        for (index, one) in sent.enumerated() {
            guard let identity = one.identity else { continue }
            if let named = document.included(identity) {
                found[index] = named
            } else if let position = one.position {
                open[position.relationship, default: []].append(index)
            }
        }
        for (relationship, indexes) in open {
            guard
                let linkage = document.member("data")?.member("relationships")?
                    .member(relationship)?.member("data")
            else { continue }
            try find(indexes, of: relationship, in: linkage, of: document)
        }
    }

    private mutating func find(
        _ all: [Int], of relationship: String, in linkage: Node, of document: Node
    ) throws(JSONError) {
        let identifiers = linkage.isArray ? linkage.children : linkage.isNull ? [] : [linkage]
        var targets: [Node?] = []
        for identifier in identifiers {
            guard let identity = identifier.identity, !identity.isLocal else {
                targets.append(nil)
                continue
            }
            targets.append(
                try document.resource(type: identity.type, id: identity.id, local: false)
                    ?? identifier)
        }
        // The order of the linkage says nothing about an id that the server kept.
        var indexes: [Int] = []
        for index in all {
            guard let identity = sent[index].identity else { continue }
            guard let same = identifiers.first(where: { $0.identity == identity }) else {
                indexes.append(index)
                continue
            }
            if !identity.isLocal { found[index] = same }
        }
        var relations: [Int: [Relation]] = [:]
        for index in indexes {
            relations[index] = try targets.map { target throws(JSONError) in
                try target.map { target throws(JSONError) in try relation(of: index, to: target) }
                    ?? .none
            }
        }
        for index in indexes {
            let mine = relations[index] ?? []
            let others = relations.filter { $0.key != index }
            let fitting = mine.indices.filter { mine[$0] == .fits }
            guard let place = place(of: index, linkage, count: identifiers.count) else {
                // More or fewer resources than were sent: only the attributes can tell.
                if fitting.count == 1, !others.values.contains(where: { $0[fitting[0]] == .fits }) {
                    found[index] = targets[fitting[0]]
                } else {
                    lost[index] = relationship
                }
                continue
            }
            if mine[place] != .fits, fitting.count == 1,
                let owner = indexes.first(where: {
                    self.place(of: $0, linkage, count: identifiers.count) == fitting[0]
                }), relations[owner]?[fitting[0]] == .contradicts
            {
                found[index] = targets[fitting[0]]
            } else if mine[place] == .contradicts,
                others.values.contains(where: { $0[place] == .fits })
            {
                lost[index] = relationship
            } else if let target = targets[place] {
                found[index] = target
            }
        }
    }

    /// The index in the linkage where a sent resource is expected; nil if the linkage has another
    /// form than the linkage that was sent.
    private func place(of index: Int, _ linkage: Node, count: Int) -> Int? {
        guard let position = sent[index].position, linkage.isArray == (position.index != nil),
            count == position.count
        else { return nil }
        return position.index ?? 0
    }

    /// The relation of sent attributes to the attributes of a resource in the response.
    private enum Relation {
        /// The resource has none of the sent attributes.
        case none
        /// All sent attributes that the resource has are equal.
        case fits
        /// A sent attribute has another value. A server may have changed it.
        case contradicts
    }

    private func relation(of index: Int, to target: Node) throws(JSONError) -> Relation {
        var relation = Relation.none
        let attributes = target.member("attributes")
        for attribute in sent[index].copy.member("attributes")?.children ?? [] {
            guard let value = attributes?.member(attribute.name) else { continue }
            guard try value.isEqual(to: attribute) else { return .contradicts }
            relation = .fits
        }
        return relation
    }
}

extension Node {
    /// Returns the included resource with an identity. A server may send a local id back beside the
    /// id.
    fileprivate func included(_ sent: Identity) -> Node? {
        member("included")?.children.first { node in
            sent.isLocal
                ? node.hasType(sent.type) && node.member("lid")?.string == sent.id
                : node.identity == sent
        }
    }
}
