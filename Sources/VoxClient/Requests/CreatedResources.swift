// SPDX-License-Identifier: MIT

/// Finds, in a response, the resources that the request created together with another resource.
///
/// A resource is found by its id or local id, or else by its position in a relationship of the
/// primary resource: some services treat an id such as `${new-1}` as a local id, and return another
/// id. If the attributes show that the response has another order, the attributes decide.
struct CreatedResources {
    /// A resource as it was sent.
    struct Sent {
        /// The identity in the request.
        let identity: Identity?
        let copy: Node
        let position: SentResources.Position?
    }

    /// The resource of the response for each sent resource, by the index of the sent resource. The
    /// value is an identifier if the document does not include the resource.
    private(set) var found: [Int: Node] = [:]
    /// The name of the relationship for each sent resource that cannot be distinguished from other
    /// resources in the response, by the index of the sent resource.
    private(set) var lost: [Int: String] = [:]

    private let sent: [Sent]

    /// Finds the resources in a document.
    init(_ document: Node, sent: [Sent]) throws(JSONError) {
        self.sent = sent
        let included = document.includedByIdentity
        var open: [String: [Int]] = [:]
        for (index, one) in sent.enumerated() {
            guard let identity = one.identity else { continue }
            if let named = included[identity] {
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
        let kept = Dictionary(
            identifiers.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
        let indexes = all.filter { kept[sent[$0].identity] == nil }
        for index in all {
            guard let identity = sent[index].identity, !identity.isLocal else { continue }
            if let same = kept[identity] { found[index] = same }
        }
        let count = identifiers.count
        var candidates = Candidates(targets: targets, sent: sent.map(\.copy))
        var owners: [Int: Int] = [:]
        var open: [Int] = []
        for index in indexes {
            let place = place(of: index, linkage, count: count)
            if let place, owners[place] == nil { owners[place] = index }
            if let place, try candidates.compare(index, at: place) == .fits {
                found[index] = targets[place]
            } else {
                open.append(index)
            }
        }
        for index in open {
            let only = try candidates.onlyFitting(index)
            guard let place = place(of: index, linkage, count: count) else {
                // More or fewer resources than were sent: only the attributes can tell.
                if let only, try !candidates.fits(anyOf: indexes, but: index, at: only) {
                    found[index] = targets[only]
                } else {
                    lost[index] = relationship
                }
                continue
            }
            if let only, let owner = owners[only],
                try candidates.compare(owner, at: only) == .contradicts
            {
                found[index] = targets[only]
            } else if try candidates.compare(index, at: place) == .contradicts,
                try candidates.fits(anyOf: indexes, but: index, at: place)
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
}

/// The resources in the linkage of a response, compared with the sent resources.
private struct Candidates {
    /// The relation of sent attributes to the attributes of a resource in the response.
    enum Relation {
        /// The resource has none of the sent attributes.
        case none
        /// All sent attributes that the resource has are equal.
        case fits
        /// A sent attribute has another value. A server may have changed the value.
        case contradicts
    }

    let targets: [Node?]
    /// The copies of the sent resources.
    let sent: [Node?]
    private var targetsByValues: ResourcesByValues?
    private var sentByValues: ResourcesByValues?

    init(targets: [Node?], sent: [Node?]) {
        self.targets = targets
        self.sent = sent
    }

    /// Compares the attributes of a sent resource with the resource at a position of the linkage.
    func compare(_ index: Int, at place: Int) throws(JSONError) -> Relation {
        var relation = Relation.none
        let attributes = targets[place]?.member("attributes")
        for attribute in sent[index]?.member("attributes")?.children ?? [] {
            guard let value = attributes?.member(namedAs: attribute) else { continue }
            guard try value.isEqual(to: attribute) else { return .contradicts }
            relation = .fits
        }
        return relation
    }

    /// Returns the position of the only resource that fits a sent resource; nil if no resource
    /// fits, or if several resources fit.
    mutating func onlyFitting(_ index: Int) throws(JSONError) -> Int? {
        if targetsByValues == nil { targetsByValues = try ResourcesByValues(targets) }
        let fitting = try targetsByValues?.firstFitting(sent[index]) ?? []
        return fitting.count == 1 ? fitting.first : nil
    }

    /// Returns true if the resource at a position fits a sent resource other than the resource
    /// `one`. The indexes of the sent resources must be the same in each call.
    mutating func fits(
        anyOf indexes: [Int], but one: Int, at place: Int
    ) throws(JSONError) -> Bool {
        if sentByValues == nil { sentByValues = try ResourcesByValues(indexes.map { sent[$0] }) }
        let fitting = try sentByValues?.firstFitting(targets[place]) ?? []
        return fitting.contains { indexes[$0] != one }
    }
}

extension Node {
    /// The included resources by their identities. A resource whose id the server has assigned is
    /// also found by its local id, which a server may send back.
    fileprivate var includedByIdentity: [Identity: Node] {
        var resources: [Identity: Node] = [:]
        for node in member("included")?.children ?? [] {
            if let identity = node.identity, resources[identity] == nil {
                resources[identity] = node
            }
            if let type = node.typeText, let lid = node.member("lid")?.string {
                let local = Identity(type: type, id: lid, isLocal: true)
                if resources[local] == nil { resources[local] = node }
            }
        }
        return resources
    }
}
