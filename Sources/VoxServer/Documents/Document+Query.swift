// SPDX-License-Identifier: MIT

extension Document {
    /// Applies `include` and `fields` of a query to a document (JSON:API 1.1, "Inclusion of Related
    /// Resources" and "Sparse Fieldsets"). After the call, `included` contains only the resources
    /// on the paths of `include`, and each resource has only the fields that `fields` lists.
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
    /// The function searches this document, and the documents that are linked with this document,
    /// for the resources on the paths. The function adds a copy of each resource to `included`. A
    /// query without `include` does not change `included`. If `include` is empty, `included`
    /// becomes an empty list. Resources of a type that `fields` does not list keep all fields. The
    /// function does not sort, filter or select a page.
    /// - Throws: `DocumentError` with the code `unknownPath` for a path with an unknown
    ///   relationship, or an error of `Document.include(_:)`.
    /// - Complexity: O(n) for n resources and resource identifiers in the document.
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
            guard let type: String = resource["type"], let names = query.fields[exactly: type]
            else {
                continue
            }
            resource.keep(Set(names.map(ExactText.init)))
        }
    }

    private var primaryData: [JSON] {
        let data = json["data"]
        return data.vox.kind == .array ? data.vox.elements : [data]
    }

    /// Returns the identifiers of all resources on the paths. Each path begins at the primary data.
    /// Resources at intermediate steps are part of the result.
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
    fileprivate var identifier: StoredResource.Identifier? {
        guard let type: String = self["type"], let id: String = self["id"] else { return nil }
        return StoredResource.Identifier(type: type, id: id)
    }

    fileprivate func targets(of name: String) -> [StoredResource.Identifier] {
        let linkage = self["relationships"][name]["data"]
        let identifiers = linkage.vox.kind == .array ? linkage.vox.elements : [linkage]
        return identifiers.compactMap(\.identifier)
    }

    /// Removes all fields of a resource except the given ones. Members that begin with `@` are not
    /// fields and are kept.
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
