// SPDX-License-Identifier: MIT

extension Node {
    /// Sets a member to the value of another node.
    ///
    /// If the member already has an equal value with the same text, this value is kept, and a
    /// scalar is overwritten in place. This procedure avoids copies, because the memory of a copy
    /// is not freed before the document is freed.
    package func put(_ value: Node, as name: String) throws(JSONError) {
        guard let present = member(name) else {
            try setMember(name, to: Node.make(copy: value, in: tree))
            return
        }
        try value.materialize()
        if !present.isSpelled(as: value) { try present.set(copy: value) }
    }

    /// Copies the members of another object, except the members in `kept`.
    package func putMembers(of other: Node, but kept: Set<ExactText>) throws(JSONError) {
        for member in other.isObject ? other.children : []
        where !kept.contains(ExactText(member.name)) {
            try put(member, as: member.name)
        }
    }
}
