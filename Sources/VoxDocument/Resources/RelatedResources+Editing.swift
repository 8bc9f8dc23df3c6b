// SPDX-License-Identifier: MIT

// Editing of a to-many relationship in place. Each call edits the present linkage. Identifiers that
// the edit does not affect keep their meta information. A failed edit changes nothing, and the
// document records the failure (``Resource/Namespace/failures``).

extension RelatedResources {
    /// Appends a resource to the linkage. If the linkage is missing, it is created. O(1).
    public func append(_ resource: Resource<Schema>) { append(contentsOf: [resource]) }

    /// Appends resources to the linkage. If the linkage is missing, it is created. O(resources).
    public func append(contentsOf resources: some Sequence<Resource<Schema>>) {
        insert(Array(resources), before: nil)
    }

    /// Inserts a resource at a position. If the position equals the number of resources, the
    /// resource is appended. The linkage is created if it is missing. O(count).
    public func insert(_ resource: Resource<Schema>, at position: Int) {
        insert(contentsOf: [resource], at: position)
    }

    /// Inserts resources at a position. If the position equals the number of resources in the list,
    /// the new resources are appended. The linkage is created if it is missing. Traps if the
    /// position is out of range, like the subscript of an array. O(count).
    public func insert(contentsOf resources: some Sequence<Resource<Schema>>, at position: Int) {
        precondition(
            position >= 0 && position <= count,
            "position \(position) is outside of the relationship")
        insert(Array(resources), before: position == count ? nil : position)
    }

    /// Removes every identifier of a resource from the linkage. O(count).
    public func remove(_ resource: Resource<Schema>) {
        if case .list(let list) = source { return list.resources.removeAll { $0 == resource } }
        let identity = resource.node.identity
        edit(isMade: false) { owner, linkage throws(JSONError) in
            for identifier in linkage.children {
                let isTarget = owner.tree.target(of: identifier) == resource.node
                if isTarget || (identity != nil && identifier.identity == identity) {
                    owner.tree.unlink(identifier)
                    identifier.remove()
                }
            }
        }
    }

    /// Removes the resource at a position from the linkage. Traps if the position is out of range,
    /// like the subscript of an array. O(count).
    @discardableResult
    public func remove(at position: Int) -> Resource<Schema> {
        let resource = self[position]
        remove(at: [position])
        return resource
    }

    /// Removes from the linkage all resources that meet a condition. The linkage may become an
    /// empty list. O(count).
    public func removeAll(where isRemoved: (Resource<Schema>) throws -> Bool) rethrows {
        remove(at: try enumerated().filter { try isRemoved($0.element) }.map(\.offset))
    }

    /// Removes all resources from the linkage. If resources were skipped (``skipped``), the skipped
    /// resources stay in the linkage. Otherwise, the linkage becomes an empty list. O(count).
    public func removeAll() { remove(at: Array(indices)) }

    private func insert(_ resources: [Resource<Schema>], before position: Int?) {
        if case .list(let list) = source {
            list.resources.insert(contentsOf: resources, at: position ?? list.resources.count)
            return
        }
        let next = position.flatMap { identifier(at: $0) }
        edit(isMade: true) { owner, linkage throws(JSONError) in
            // This is the position in the whole linkage, which counts skipped identifiers too.
            let place = next?.index
            // Finding the position again after each insertion would take O(count) each time.
            // Therefore several resources are appended, and then the identifiers that belong after
            // them are moved to the end.
            let behind: ArraySlice<Node> =
                resources.count > 1 ? place.map { linkage.children[$0...] } ?? [] : []
            for resource in resources {
                let identifier = try Node.identifier(of: resource.node, in: owner.tree)
                if let place, behind.isEmpty {
                    try linkage.insert(identifier, at: place)
                } else {
                    try linkage.append(identifier)
                }
                identifier.stand(for: resource.node, isResolved: resource.isResolved)
            }
            for identifier in behind {
                identifier.remove()
                try linkage.append(identifier)
            }
        }
    }

    private func remove(at positions: [Int]) {
        if case .list(let list) = source {
            for position in positions.reversed() { list.resources.remove(at: position) }
            return
        }
        let identifiers = positions.compactMap { identifier(at: $0) }
        edit(isMade: false) { owner, _ throws(JSONError) in
            for identifier in identifiers {
                owner.tree.unlink(identifier)
                identifier.remove()
            }
        }
    }
}

extension RelatedResources: MutableCollection {
    /// Replaces the resource at a position.
    ///
    /// An identifier that already has the identity of the new resource keeps its meta information.
    /// If the old resource is neither in this document nor in a linked document, a program may hold
    /// its identifier as an unresolved resource. Such an identifier is removed and not overwritten,
    /// so that `let first = list[0]; list[0] = list[1]` does not change `first`. O(1), or O(count)
    /// if an identifier is removed.
    func replace(at position: Int, with resource: Resource<Schema>) {
        if case .list(let list) = source {
            list.resources[position] = resource
            return
        }
        let identifier = present(at: position)
        edit(isMade: false) { owner, linkage throws(JSONError) in
            var place = identifier
            if !identifier.names(resource.node) {
                let new = try Node.identifier(of: resource.node, in: owner.tree)
                if identifier.resolve(AnyResource.self).node == identifier,
                    let index = linkage.children.firstIndex(of: identifier)
                {
                    try linkage.insert(new, at: index)
                    owner.tree.unlink(identifier)
                    identifier.remove()
                    noteIdentifier(new, at: position)
                    place = new
                } else {
                    try identifier.take(new)
                }
            }
            place.stand(for: resource.node, isResolved: resource.isResolved)
        }
    }

    /// Exchanges the resources at two positions, including the meta information of the identifiers.
    ///
    /// O(1), or O(count) if one of the resources is neither in this document nor in a linked
    /// document.
    public func swapAt(_ first: Int, _ second: Int) {
        guard first != second else { return }
        if case .list(let list) = source { return list.resources.swapAt(first, second) }
        let places = (present(at: first), present(at: second))
        let targets = (self[first], self[second])
        edit(isMade: false) { owner, linkage throws(JSONError) in
            if targets.0.node == places.0 || targets.1.node == places.1 {
                // An unresolved resource is a view of its identifier, and a program may hold it.
                // Therefore the identifier moves and is not written.
                let (low, high) = first < second ? places : (places.1, places.0)
                let positions = (low.index, high.index)
                high.remove()
                low.remove()
                try linkage.insert(high, at: positions.0)
                try linkage.insert(low, at: positions.1)
                noteIdentifier(places.0, at: second)
                return noteIdentifier(places.1, at: first)
            }
            let copies = (
                try Node.make(copy: places.0, in: owner.tree),
                try Node.make(copy: places.1, in: owner.tree)
            )
            try places.0.take(copies.1)
            try places.1.take(copies.0)
            places.0.stand(for: targets.1.node, isResolved: targets.1.isResolved)
            places.1.stand(for: targets.0.node, isResolved: targets.0.isResolved)
        }
    }

    /// Reverses the order, including the meta information of the identifiers. O(count).
    public func reverse() { arrange(reversed()) }

    /// Passes the resources to `body` as an array, and then writes the array to the linkage. If
    /// `body` sorts the array, the linkage is written only once.
    public func withContiguousMutableStorageIfAvailable<Result>(
        _ body: (inout UnsafeMutableBufferPointer<Resource<Schema>>) throws -> Result
    ) rethrows -> Result? {
        var resources = Array(self)
        let result = try resources.withUnsafeMutableBufferPointer { try body(&$0) }
        arrange(resources)
        return result
    }

    /// Replaces the resources of the list by the given resources, in the given order. Existing
    /// identifiers move, and new identifiers are created for new resources.
    func arrange(_ resources: [Resource<Schema>]) {
        if case .list(let list) = source {
            list.resources = resources
            return
        }
        let present = identifiers
        if present.isEmpty { return }
        edit(isMade: false) { owner, linkage throws(JSONError) in
            var known = Dictionary(grouping: present) { $0.resolve(Schema.self).node }
                .mapValues { $0[...] }
            var order: [Node] = []
            var made: [(Node, Resource<Schema>)] = []
            for resource in resources {
                if let identifier = known[resource.node]?.popFirst() {
                    order.append(identifier)
                } else {
                    let identifier = try Node.identifier(of: resource.node, in: owner.tree)
                    order.append(identifier)
                    made.append((identifier, resource))
                }
            }
            // Skipped identifiers keep their positions.
            let isListed = Set(present)
            let places = linkage.children
            for identifier in places { identifier.remove() }
            var rest = order.makeIterator()
            for identifier in places {
                if let next = isListed.contains(identifier) ? rest.next() : identifier {
                    try linkage.append(next)
                }
            }
            for identifier in known.values.joined() { owner.tree.unlink(identifier) }
            for (identifier, resource) in made {
                identifier.stand(for: resource.node, isResolved: resource.isResolved)
            }
            for (position, identifier) in order.enumerated() {
                noteIdentifier(identifier, at: position)
            }
        }
    }

    private func present(at position: Int) -> Node {
        guard let identifier = identifier(at: position) else {
            preconditionFailure("position \(position) is outside of the relationship")
        }
        return identifier
    }
}

extension RelatedResources {
    /// Runs an edit of the linkage. A failure is recorded.
    /// - Parameters:
    ///   - isMade: If true, a missing list is created. If false, the edit does not run without a
    ///     list.
    ///   - edit: The edit, which receives the resource and the list.
    private func edit(isMade: Bool, _ edit: (Node, Node) throws(JSONError) -> Void) {
        guard case .linkage(let owner, let name, let schema) = source else { return }
        owner.guardResolved("relationships", name.text, of: schema) { () throws(JSONError) in
            if let linkage = owner.linkage(name), !linkage.isNull {
                guard linkage.isArray else {
                    throw JSONError(
                        .wrongKind, expected: "a list of resource identifiers", found: linkage)
                }
                return try edit(owner.node, linkage)
            }
            guard isMade else { return }
            let list = try Node.make(scalar: .emptyArray, in: owner.node.tree)
            try edit(owner.node, try owner.place(list, as: name))
        }
    }
}
