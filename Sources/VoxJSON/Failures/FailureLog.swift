// SPDX-License-Identifier: MIT

/// The failures of a document, and the places of the failed writes.
struct FailureLog {
    private(set) var failures = JSONFailures()
    private(set) var writes: [FailedWrite] = []

    mutating func noteRead(_ error: JSONError) { _ = failures.add(error, .read) }

    /// Notes a failed write, at a place; without one it stands in the way of the whole document.
    mutating func noteWrite(_ error: JSONError, at place: FailedWrite.Place?) {
        let isRoom = writes.count < JSONFailures.capacity
        _ = failures.add(error, .write)
        if isRoom {
            let write = FailedWrite(error: error, place: place)
            if !writes.contains(write) { writes.append(write) }
        } else if writes.last?.place != nil {
            // No place is forgotten in silence: from here on, any may have failed.
            writes.append(FailedWrite(error: error, place: nil))
        }
    }

    /// The same for a copy of the document; a place that is not in the copy is nobody's.
    func moved(_ counterpart: (OpaquePointer) -> OpaquePointer?) -> FailureLog {
        var copy = self
        copy.writes = writes.compactMap { write in
            guard let place = write.place else { return write }
            return counterpart(place.node).map {
                FailedWrite(error: write.error, place: .init(node: $0, names: place.names))
            }
        }
        return copy
    }
}

/// A write that failed, and where it should have gone.
struct FailedWrite: Equatable {
    struct Place: Equatable {
        /// The nearest value that was there.
        let node: OpaquePointer
        /// The names on the way from there; positions are empty.
        let names: [String]
    }

    let error: JSONError
    /// Nil for all of the document.
    let place: Place?
}

extension JSON {
    /// Notes that a plain read failed.
    @usableFromInline
    package func noteRead(_ error: JSONError) { tree?.noteRead(error) }

    /// Notes that a plain read of the value here failed, and what was expected of it.
    @usableFromInline
    func noteRead(_ error: JSONError, as type: any JSONConvertible.Type) {
        noteRead(error.completed(type, found: self))
    }

    /// Notes that a plain write here failed.
    @usableFromInline
    package func noteWrite(_ error: JSONError) {
        guard let nearest = nearestNode else { return }
        let place = failurePlace(from: nearest)
        nearest.tree.storage.noteWrite(located(error), at: place)
    }

    private func failurePlace(from nearest: Node) -> FailedWrite.Place {
        guard case .absent(_, let steps?) = place else {
            return FailedWrite.Place(node: nearest.raw, names: [])
        }
        let (node, rest) = steps.followed(from: nearest)
        let names = rest.map { step in
            switch step {
            case .name(let name), .refused(_, let name?): name.text
            case .index, .refused(_, nil): ""
            }
        }
        return FailedWrite.Place(node: node.raw, names: names)
    }

    /// The error with the place of this view, when it has none of its own.
    @usableFromInline
    package func located(_ error: JSONError) -> JSONError {
        guard error.pointer.isEmpty, error.position == nil else { return error }
        var copy = error
        copy.pointer = vox.pointer
        return copy
    }
}

extension Node {
    /// Notes that a plain write failed here, or at names below.
    package func noteWrite(_ error: JSONError, at names: [String] = []) {
        tree.storage.noteWrite(error, at: FailedWrite.Place(node: raw, names: names))
    }

    /// Throws what forbids to write this value out: a plain write that failed in it, and malformed
    /// text in it where some was met.
    ///
    /// - Parameter isCarried: of a place below, given by its names from here (positions are empty),
    ///   whether it would be written.
    /// - Throws: the ``JSONError`` of the first of them.
    /// - Complexity: O(depth) for each failed write; O(bytes) when malformed text was met.
    package func checkOutput(
        where isCarried: (ArraySlice<String>) -> Bool = { _ in true }
    ) throws(JSONError) {
        for write in tree.storage.log.writes {
            guard let place = write.place else { throw write.error }
            if let names = names(to: place), isCarried(names[...]) { throw write.error }
        }
        if tree.storage.malformed != nil { try materialize() }
    }

    /// The names on the way to a place below; nil for one that is elsewhere.
    private func names(to place: FailedWrite.Place) -> [String]? {
        var names: [String] = []
        var node = Node(tree: tree, raw: place.node)
        while node.raw != raw {
            guard let parent = node.parent else { return nil }
            names.append(node.name)
            node = parent
        }
        return names.reversed() + place.names
    }
}

extension Tree {
    /// What failed since the list was cleared.
    package var failures: JSONFailures { storage.failures }

    /// The first failure; setting nil clears the list.
    package var failure: JSONError? {
        get { storage.failures.first?.error }
        set {
            storage.forgetFailures()
            if let newValue { storage.noteWrite(newValue, at: nil) }
        }
    }

    /// Notes that a plain read failed.
    package func noteRead(_ error: JSONError) { storage.noteRead(error) }
}
