// SPDX-License-Identifier: MIT

/// Primary data without the resources that were skipped because of their type.
struct ScreenedList {
    /// A resource that was skipped.
    struct Skipped {
        let pointer: String
        let type: String
    }

    // These are raw nodes, because the document owns this list. A `Node` would own the document and
    // cause a cycle.
    private let list: OpaquePointer?
    private let kept: [OpaquePointer]
    let skipped: [Skipped]

    /// Creates the list from primary data, which is a list or a single resource.
    init(_ data: Node, keeping isKept: (Node) -> Bool) {
        var kept: [OpaquePointer] = []
        var skipped: [Skipped] = []
        var resource = data.isArray ? data.first : data
        var position = 0
        while let node = resource {
            if isKept(node) {
                kept.append(node.raw)
            } else {
                let pointer = data.isArray ? "/data/\(position)" : "/data"
                skipped.append(Skipped(pointer: pointer, type: node.member("type")?.text ?? ""))
            }
            resource = data.isArray ? node.next : nil
            position += 1
        }
        list = data.raw
        self.kept = kept
        self.skipped = skipped
    }

    private init(list: OpaquePointer?, kept: [OpaquePointer], skipped: [Skipped]) {
        self.list = list
        self.kept = kept
        self.skipped = skipped
    }

    /// Returns the same list with the nodes of a copy of the document.
    func moved(from data: Node?, to copy: Node?) -> ScreenedList {
        guard let data, let copy, data.isArray, kept(of: data) != nil else {
            return ScreenedList(list: nil, kept: [], skipped: skipped)
        }
        var copies: [OpaquePointer] = []
        var (original, resource) = (data.first, copy.first)
        while let node = original, let counterpart = resource {
            if copies.count < kept.count, node.raw == kept[copies.count] {
                copies.append(counterpart.raw)
            }
            (original, resource) = (node.next, counterpart.next)
        }
        return ScreenedList(list: copy.raw, kept: copies, skipped: skipped)
    }

    /// Returns the resources that were kept. Returns nil if primary data was replaced or edited
    /// after reading.
    func kept(of data: Node) -> [OpaquePointer]? {
        data.raw == list && !data.isChanged ? kept : nil
    }
}
