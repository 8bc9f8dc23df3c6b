// SPDX-License-Identifier: MIT

// A to-many relationship edited in place. Each call writes the linkage where it stands and leaves the
// other identifiers, their meta information included, as they are. Like every plain write, one that cannot
// be done changes nothing and is noted (``ResourceOperations/failures``).

extension RelatedResources {
    /// Appends a resource to the linkage, which is made when there is none. O(1).
    public func append(_ resource: Resource<Schema>) { append(contentsOf: [resource]) }

    /// Appends resources to the linkage, which is made when there is none. O(resources).
    public func append(contentsOf resources: some Sequence<Resource<Schema>>) {
        insert(Array(resources), before: nil)
    }

    /// Puts a resource before the one at a position, or behind the last at the count. The linkage is made
    /// when there is none. O(count).
    public func insert(_ resource: Resource<Schema>, at position: Int) {
        insert(contentsOf: [resource], at: position)
    }

    /// Puts resources before the one at a position, or behind the last at the count. The linkage is made
    /// when there is none. Traps at other positions, as arrays do. O(count).
    public func insert(contentsOf resources: some Sequence<Resource<Schema>>, at position: Int) {
        precondition(
            position >= 0 && position <= count,
            "position \(position) is outside of the relationship")
        insert(Array(resources), before: position == count ? nil : position)
    }

    /// Takes every identifier of a resource out of the linkage. O(count).
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

    /// Takes the resource at a position out of the linkage. Traps outside of the indices, as arrays do.
    /// O(count).
    @discardableResult
    public func remove(at position: Int) -> Resource<Schema> {
        let resource = self[position]
        remove(at: [position])
        return resource
    }

    /// Takes the resources that meet a condition out of the linkage; where none are left, it is an empty
    /// list. O(count).
    public func removeAll(where isRemoved: (Resource<Schema>) throws -> Bool) rethrows {
        remove(at: try enumerated().filter { try isRemoved($0.element) }.map(\.offset))
    }

    /// Takes all resources out of the linkage, which is an empty list then, but for what is skipped.
    /// O(count).
    public func removeAll() { remove(at: Array(indices)) }

    private func insert(_ resources: [Resource<Schema>], before position: Int?) {
        if case .list(let list) = source {
            list.resources.insert(contentsOf: resources, at: position ?? list.resources.count)
            return
        }
        let next = position.flatMap { identifier(at: $0) }
        edit(isMade: true) { owner, linkage throws(JSONError) in
            // What is skipped counts here.
            let place = next?.index
            // To find a position again after each insertion would take O(count) each time: several go
            // to the end, and then what belongs behind them does.
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
    /// Puts a resource in the place of another. An identifier that names it already keeps its meta
    /// information. One that stands for its resource itself, for no document at hand has that, is not
    /// written over but taken out, so that `let first = list[0]; list[0] = list[1]` leaves `first` alone.
    /// O(1), O(count) then.
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

    /// Exchanges two places, identifiers with their meta information. O(1); O(count) where one stands for its
    /// resource itself, for no document at hand has that.
    public func swapAt(_ first: Int, _ second: Int) {
        guard first != second else { return }
        if case .list(let list) = source { return list.resources.swapAt(first, second) }
        let places = (present(at: first), present(at: second))
        let targets = (self[first], self[second])
        edit(isMade: false) { owner, linkage throws(JSONError) in
            if targets.0.node == places.0 || targets.1.node == places.1 {
                // Whoever holds the resource holds this identifier, so it moves, and nothing is written.
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

    /// Turns the order around, identifiers with their meta information. O(count).
    public func reverse() { arrange(reversed()) }

    /// Lends the resources as an array, and writes what became of it: sorting writes the linkage once.
    public func withContiguousMutableStorageIfAvailable<Result>(
        _ body: (inout UnsafeMutableBufferPointer<Resource<Schema>>) throws -> Result
    ) rethrows -> Result? {
        var resources = Array(self)
        let result = try resources.withUnsafeMutableBufferPointer { try body(&$0) }
        arrange(resources)
        return result
    }

    /// Puts the resources of the list into another order. Identifiers move, those of others are made.
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
            // What is skipped keeps its place.
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
    /// Runs an edit of the linkage: of the resource that has it, and the list. A failure is noted.
    /// - Parameters:
    ///   - isMade: whether a list is made where there is none; else nothing is done then.
    ///   - edit: is given the resource and the list.
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
