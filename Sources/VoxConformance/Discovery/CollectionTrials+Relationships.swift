// SPDX-License-Identifier: MIT

internal import HTTPTypes

// The relationships of the resources of a collection.
extension CollectionTrials {
    /// A relationship of a resource, with the address of the resource.
    struct OwnedRelationship {
        let owner: ResourceFacts
        let url: HTTPURL
        var relationship: RelationshipFacts

        var kind: SubjectKind? { relationship.linkage.kind }
    }

    /// Adds the subjects of relationships: for each name, one with a target and one without.
    /// - Returns: the relationships of the resource that have a target.
    mutating func relationshipSubjects(
        _ found: ResourceFacts, at url: HTTPURL
    ) async throws(RunStop) -> [OwnedRelationship] {
        var owners = [(found, url)]
        for resource in resources where resource.id != found.id || resource.type != found.type {
            if let address = resource.addresses(in: self.url).first {
                owners.append((resource, address))
            }
        }
        var seen: Set<String> = []
        var tries = Self.maximumTries
        var all: [OwnedRelationship] = []
        for (owner, url) in owners {
            for relationship in owner.relationships {
                var owned = OwnedRelationship(owner: owner, url: url, relationship: relationship)
                if owned.kind == nil, tries > 0, !seen.contains("? \(relationship.name)") {
                    tries -= 1
                    seen.insert("? \(relationship.name)")
                    owned.relationship.linkage = try await linkage(of: relationship)
                }
                guard let kind = owned.kind,
                    seen.insert("\(kind.rawValue) \(relationship.name)").inserted
                else { continue }
                all.append(owned)
            }
        }
        for owned in all { add(owned) }
        try await tryMissing(all, owners, tries: tries)
        return all.filter { $0.relationship.linkage.first != nil }
    }

    /// Reads the linkage of a relationship that the resource object does not have.
    private func linkage(
        of relationship: RelationshipFacts
    ) async throws(RunStop) -> RelationshipFacts.Linkage {
        if let link = relationship.link,
            let received = try await get(link, role: "linkage", profile: .relationship)
        {
            return RelationshipFacts.Linkage(received.json.value(at: "data"))
        }
        if let related = relationship.related,
            let received = try await get(related, role: "related")
        {
            return RelationshipFacts.Linkage(received.json.value(at: "data"))
        }
        return .unknown
    }

    private mutating func add(_ owned: OwnedRelationship) {
        guard let kind = owned.kind else { return }
        let label = "\(owned.url.path) \(owned.relationship.name)"
        add(Subject(kind, label, variables(of: owned)))
    }

    /// Returns the variables of a relationship.
    func variables(of owned: OwnedRelationship) -> Variables {
        var variables = self.variables(of: owned.owner, at: owned.url)
        let relationship = owned.relationship
        variables.set("relationship", text: relationship.name)
        variables.set("linkage", relationship.link)
        variables.set("related", relationship.related)
        variables.set("target-type", text: relationship.linkage.first?.type)
        variables.set("target-id", text: relationship.linkage.first?.id)
        let known = Set(resources.map(\.id))
        variables.set(
            "missing-linkage",
            relationship.link?.replacing(id: owned.owner.id, known: known))
        return variables
    }

    // MARK: Relationships that a resource leaves out

    /// Finds resources that leave out a relationship which another resource of the type has, and
    /// whose relationship is empty at the address made from that of the other resource.
    private mutating func tryMissing(
        _ known: [OwnedRelationship], _ owners: [(ResourceFacts, HTTPURL)], tries: Int
    ) async throws(RunStop) {
        var tries = max(tries, 1)
        for owned in known where owned.relationship.linkage.first != nil {
            let name = owned.relationship.name
            let hasEmpty = known.contains {
                $0.relationship.name == name && $0.relationship.linkage.first == nil
            }
            guard !hasEmpty,
                let (owner, url) = owners.first(where: { owner, _ in
                    owner.type == owned.owner.type
                        && !owner.relationships.contains { $0.name == name }
                })
            else { continue }
            func address(_ link: HTTPURL?) -> HTTPURL? {
                link?.replacing(segment: owned.owner.id, with: owner.id)
            }
            let link = address(owned.relationship.link)
            let related = address(owned.relationship.related)
            guard tries > 0, let asked = link ?? related else { continue }
            tries -= 1
            guard
                let received = try await get(
                    asked, role: link == nil ? "related" : "linkage",
                    profile: link == nil ? .response : .relationship)
            else { continue }
            let linkage = RelationshipFacts.Linkage(received.json.value(at: "data"))
            guard linkage.first == nil, linkage.kind != nil else { continue }
            let relationship = RelationshipFacts(
                name: name, linkage: linkage, link: link, related: related)
            add(OwnedRelationship(owner: owner, url: url, relationship: relationship))
        }
    }

    // MARK: Included resources

    /// Finds relationships that the server includes, and paths of two relationships.
    mutating func tryIncludes(
        _ relationships: [OwnedRelationship], pageSize: String?
    ) async throws(RunStop) {
        var found: [(OwnedRelationship, Received)] = []
        for owned in relationships.prefix(Self.maximumTries) {
            guard let target = owned.relationship.linkage.first,
                target.id != owned.owner.id || target.type != owned.owner.type,
                let received = try await included(owned.relationship.name, in: owned.url)
            else { continue }
            found.append((owned, received))
        }
        for (owned, received) in found {
            var variables = self.variables(of: owned)
            variables.set("path", text: owned.relationship.name)
            variables.set("other-path", text: Self.otherPath(than: owned, received, among: found))
            variables.set("page-size", text: pageSize)
            add(Subject(.include, "\(owned.url.path) \(owned.relationship.name)", variables))
        }
        var tries = Self.maximumTries
        for (owned, inner) in Self.innerPaths(found, base: base) {
            guard tries > 0 else { return }
            tries -= 1
            let path = "\(owned.relationship.name).\(inner)"
            guard try await included(path, in: owned.url) != nil else { continue }
            var variables = self.variables(of: owned)
            variables.set("path", text: path)
            variables.set("outer", text: owned.relationship.name)
            variables.set("inner", text: inner)
            add(Subject(.nested, "\(owned.url.path) \(path)", variables))
            return
        }
    }

    /// Returns the response with included resources; nil if the server includes none.
    private func included(_ path: String, in url: HTTPURL) async throws(RunStop) -> Received? {
        guard
            let asked = try? url.appending(
                [QueryItem("include", list: [path])], encoding: QueryItem.Encoding()),
            let received = try await get(asked, role: "resource"),
            received.json.value(at: "included").vox.count > 0
        else { return nil }
        return received
    }

    /// Returns another relationship of the same resource that includes other resources.
    private static func otherPath(
        than owned: OwnedRelationship, _ received: Received,
        among found: [(OwnedRelationship, Received)]
    ) -> String? {
        let known = identities(includedIn: received)
        let other = found.first { other, response in
            other.url == owned.url && other.relationship.name != owned.relationship.name
                && !identities(includedIn: response).isSubset(of: known)
        }
        return other?.0.relationship.name
    }

    private static func identities(includedIn received: Received) -> Set<LinkedIdentity> {
        Set(received.json.value(at: "included").vox.elements.compactMap(LinkedIdentity.init))
    }

    /// Returns the relationships of included resources that have a target. Those that lead back to
    /// the resource itself come first.
    private static func innerPaths(
        _ found: [(OwnedRelationship, Received)], base: HTTPURL
    ) -> [(OwnedRelationship, inner: String)] {
        var back: [(OwnedRelationship, inner: String)] = []
        var others: [(OwnedRelationship, inner: String)] = []
        for (owned, received) in found {
            let included = received.json.value(at: "included").vox.elements
            let resources = included.compactMap { ResourceFacts($0, from: received, base: base) }
            for relationship in resources.first?.relationships ?? [] {
                guard let target = relationship.linkage.first else { continue }
                if target.id == owned.owner.id, target.type == owned.owner.type {
                    back.append((owned, relationship.name))
                } else {
                    others.append((owned, relationship.name))
                }
            }
        }
        return back + others
    }
}
