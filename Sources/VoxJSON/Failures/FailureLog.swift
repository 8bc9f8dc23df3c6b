// SPDX-License-Identifier: MIT

/// The failures of a document, with the locations of the failed writes.
struct FailureLog {
    private(set) var failures = JSON.Failures()
    private(set) var writes: [FailedWrite] = []

    mutating func noteRead(_ error: JSONError) { _ = failures.add(error, .read) }

    /// Records a failed write at a location. A failed write without a location prevents the output
    /// of the whole document.
    mutating func noteWrite(_ error: JSONError, at place: FailedWrite.Place?) {
        let isRoom = writes.count < JSON.Failures.capacity
        _ = failures.add(error, .write)
        if isRoom {
            let write = FailedWrite(error: error, place: place)
            if !writes.contains(write) { writes.append(write) }
        } else if writes.last?.place != nil {
            // No failed write is dropped silently. If the list is full, a failed write applies to
            // the whole document.
            writes.append(FailedWrite(error: error, place: nil))
        }
    }

    /// Returns the log for a copy of the document. Locations that the copy does not contain are
    /// dropped.
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

/// A failed write and its target.
struct FailedWrite: Equatable {
    struct Place: Equatable {
        /// The nearest existing value on the path to the location.
        let node: OpaquePointer
        /// The names on the path from that value. For an element of an array, the name is an empty
        /// string.
        let names: [String]
    }

    let error: JSONError
    /// The location of the write. Nil means the whole document.
    let place: Place?
}

extension JSON {
    /// Records a failed read.
    @usableFromInline
    package func noteRead(_ error: JSONError) { tree?.noteRead(error) }

    /// Records a failed read of this value, and the expected type.
    @usableFromInline
    func noteRead(_ error: JSONError, as type: any JSONConvertible.Type) {
        noteRead(error.completed(type, found: self))
    }

    /// Records a failed write to this view.
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

    /// Adds the pointer of this view to an error without a location. An error that already has a
    /// location is returned unchanged.
    @usableFromInline
    package func located(_ error: JSONError) -> JSONError {
        guard error.pointer.isEmpty, error.position == nil else { return error }
        var copy = error
        copy.pointer = vox.pointer
        return copy
    }
}

extension Node {
    /// Records a failed write to this node, or to a location below this node. The names are the
    /// path from the node to the location.
    package func noteWrite(_ error: JSONError, at names: [String] = []) {
        tree.storage.noteWrite(error, at: FailedWrite.Place(node: raw, names: names))
    }

    /// Checks that this value may be written. The value must not contain a failed write or
    /// malformed text. The check searches for malformed text only if reading has already found
    /// malformed text in the document.
    ///
    /// - Parameter isCarried: a function that returns true if the output contains the value at a
    ///   location inside this value. The argument is the list of the member names from this value
    ///   down to the location. For an element of an array, the name is an empty string.
    /// - Throws: The first ``JSONError`` that prevents the writing.
    /// - Complexity: O(depth) for each failed write, and O(bytes) if reading has found malformed
    ///   text.
    package func checkOutput(
        where isCarried: (ArraySlice<String>) -> Bool = { _ in true }
    ) throws(JSONError) {
        for write in tree.storage.log.writes {
            guard let place = write.place else { throw write.error }
            if let names = names(to: place), isCarried(names[...]) { throw write.error }
        }
        if tree.storage.malformed != nil { try materialize() }
    }

    /// Returns the names on the path to a location in this value. Returns nil if the location is
    /// not in this value.
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
    /// The failures since the list was last cleared.
    package var failures: JSON.Failures { storage.failures }

    /// The first failure. Setting nil clears the list of failures.
    package var failure: JSONError? {
        get { storage.failures.first?.error }
        set {
            storage.forgetFailures()
            if let newValue { storage.noteWrite(newValue, at: nil) }
        }
    }

    /// Records a failed read.
    package func noteRead(_ error: JSONError) { storage.noteRead(error) }
}
