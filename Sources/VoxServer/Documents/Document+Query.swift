// SPDX-License-Identifier: MIT

extension Document {
    /// Makes of a document what a query asks for: the related resources that `include` names and no
    /// others, and of each resource the fields that `fields` names (JSON:API 1.1, "Inclusion of Related
    /// Resources" and "Sparse Fieldsets").
    ///
    /// ```swift
    /// let document = try Document<[AnyResource]>(
    ///     parsing: #"""
    ///         {"data": [{"type": "albums", "id": "1",
    ///                    "attributes": {"title": "Night Trains", "year": 1994}}]}
    ///         """#)
    /// try document.apply(RequestQuery("fields[albums]=title"))
    /// print(try document.json.data[0].attributes.vox.text())  // prints: {"title": "Night Trains"}
    /// ```
    ///
    /// What is included is found through the relationships, in this document and in those it is linked
    /// with, and copied. A query without `include` leaves `included` as it is; an empty one leaves an
    /// empty list. Types that `fields` does not name keep all of theirs. Order and pages are left to who
    /// makes the document.
    /// - Throws: `DocumentError`: `unknownPath` for a path that names no relationship, and what
    ///   `Document.include(_:)` throws.
    /// - Complexity: O(resources and identifiers of the document).
    public func apply(_ query: RequestQuery) throws(DocumentError) {
        if let paths = query.include {
            try include(.paths(paths))
            let asked = identifiers(along: paths)
            for resource in json["included"].vox.elements {
                guard let identifier = resource.identifier, !asked.contains(identifier) else {
                    continue
                }
                resource.vox.remove()
            }
        }
        if query.fields.isEmpty { return }
        for resource in primaryData + json["included"].vox.elements {
            guard let type: String = resource["type"], let names = query.fields[type] else {
                continue
            }
            resource.keep(Set(names.map(ExactText.init)))
        }
    }

    private var primaryData: [JSON] {
        let data = json["data"]
        return data.vox.kind == .array ? data.vox.elements : [data]
    }

    /// What the paths lead to from primary data, each step included.
    private func identifiers(along paths: [String]) -> Set<StoredResource.Identifier> {
        var resources: [StoredResource.Identifier: JSON] = [:]
        for resource in primaryData + json["included"].vox.elements {
            if let identifier = resource.identifier { resources[identifier] = resource }
        }
        var found: Set<StoredResource.Identifier> = []
        var level = [(tree: IncludeTree(paths), owners: primaryData)]
        while !level.isEmpty {
            var next: [(tree: IncludeTree, owners: [JSON])] = []
            for (tree, owners) in level {
                for (name, branch) in tree.branches {
                    let targets = Set(owners.flatMap { $0.targets(of: name) })
                    found.formUnion(targets)
                    next.append((branch, targets.compactMap { resources[$0] }))
                }
            }
            level = next
        }
        return found
    }
}

extension JSON {
    /// Type and id of a resource or of a resource identifier.
    fileprivate var identifier: StoredResource.Identifier? {
        guard let type: String = self["type"], let id: String = self["id"] else { return nil }
        return StoredResource.Identifier(type: type, id: id)
    }

    /// Where a relationship of a resource leads to.
    fileprivate func targets(of name: String) -> [StoredResource.Identifier] {
        let linkage = self["relationships"][name]["data"]
        let identifiers = linkage.vox.kind == .array ? linkage.vox.elements : [linkage]
        return identifiers.compactMap(\.identifier)
    }

    /// Removes the fields of a resource that have other names. Members that begin with `@` are none.
    fileprivate func keep(_ names: Set<ExactText>) {
        for part in ["attributes", "relationships"] {
            for (name, value) in self[part].vox.members
            where !names.contains(ExactText(name)) && !name.hasPrefix("@") {
                value.vox.remove()
            }
            if self[part].vox.kind == .object, self[part].vox.count == 0 { self[part].vox.remove() }
        }
    }
}
