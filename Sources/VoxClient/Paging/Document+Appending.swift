// SPDX-License-Identifier: MIT

extension Document {
    /// Reads the next page and appends it to this document: primary data to primary data, and
    /// `included` to `included`. The links and the meta information of this document are replaced
    /// by the links and the meta information of the page.
    ///
    /// A resource that the document has already is merged: it gets the new values, and keeps local
    /// changes. The list contains a resource once for each page that lists this resource.
    /// - Parameter skippingRepeated: true to append only primary data that the document does not
    ///   have.
    /// - Returns: `old`, the resources that the document had before; `new`, the resources of the
    ///   appended page; and `all`, all resources of the document. Nil if there is no next page.
    /// - Throws: `RequestError`, with code `paginationCycle` for a page that the document has
    ///   already; `CancellationError`. An error leaves the document unchanged.
    nonisolated(nonsending) public func appendNext<Schema>(
        skippingRepeated: Bool = false
    ) async throws -> (
        old: Slice<ResourceList<Schema>>, new: [Resource<Schema>], all: ResourceList<Schema>
    )? where Primary == [Schema] {
        guard tree.lastPage?.count != 0, let next else { return nil }
        let address = try next.url()
        guard address.text != source?.url.text, !tree.appended.contains(address.text) else {
            throw RequestError.paginationCycle(address)
        }
        let page = try await next.result()
        let content = AppendedPageContent(
            count: page.tree.root.pageCount, hash: page.tree.root.pageContent)
        let former =
            tree.lastPage
            ?? AppendedPageContent(count: tree.root.pageCount, hash: tree.root.pageContent)
        // A server that ignores the query parameter of the page sends the same page again.
        let isRepeated = content == former || tree.contents.contains(content)
        guard content.count == 0 || !isRepeated || tree.root.pageLink("next") != nil else {
            throw RequestError.paginationCycle(address)
        }
        let oldCount = data.count
        do {
            let copied = try page.tree.root.copied()
            let new = try tree.append(copied.root, skippingRepeated: skippingRepeated)
            tree.appended.insert(address.text)
            if let first = source?.url.text { tree.appended.insert(first) }
            tree.lastPage = content
            tree.followsPageZero = page.tree.followsPageZero
            tree.contents.formUnion([former, content])
            tree.source = page.tree.source
            let all = data
            return (all.prefix(oldCount), new.map { Resource<Schema>($0) }, all)
        } catch {
            throw RequestError(
                code: .document, message: "the page could not be appended: \(error)", cause: error)
        }
    }
}

extension Tree {
    /// Appends the document of another page. Returns the resource objects of its primary data.
    fileprivate func append(
        _ page: Node, skippingRepeated: Bool
    ) throws(JSONError) -> [Node] {
        var new: [Node] = []
        for name in ["data", "included"] as [StaticString] {
            guard let added = page.member(name) else { continue }
            if root.member(name)?.isArray != true {
                try root.setMember(name, to: Node.Scalar.emptyArray)
            }
            guard let list = root.member(name) else { continue }
            let isPrimary = String(describing: name) == "data"
            for resource in added.children {
                let known = try resource.identity.flatMap { identity throws(JSONError) in
                    try root.resource(type: identity.type, id: identity.id, local: identity.isLocal)
                }
                if let known {
                    try Resource<AnyResource>(known).vox.merge(Resource<AnyResource>(resource))
                    hasRepeated = true
                }
                if known == nil || !isPrimary || !skippingRepeated {
                    let copy = try Node.make(copy: resource, in: self)
                    try list.append(copy)
                    try copy.mark()
                    if isPrimary { new.append(known ?? copy) }
                }
            }
        }
        for name in ["links", "meta"] as [StaticString] {
            if let member = page.member(name) {
                try root.setMember(
                    String(describing: name), to: Node.make(copy: member, in: self))
            } else {
                root.member(name)?.remove()
            }
        }
        return new
    }
}
