// SPDX-License-Identifier: MIT

extension Node {
    /// Gives a member the value of another node. What is there already in the same words is left
    /// alone, and a scalar is written where it stands: a copy takes memory that is never given back.
    package func put(_ value: Node, as name: String) throws(JSONError) {
        guard let present = member(name) else {
            try setMember(name, to: Node.make(copy: value, in: tree))
            return
        }
        try value.materialize()
        if !present.isSpelled(as: value) { try present.set(copy: value) }
    }

    /// Takes over the members of another object, but those in `kept`.
    package func putMembers(of other: Node, but kept: Set<ExactText>) throws(JSONError) {
        for member in other.isObject ? other.children : []
        where !kept.contains(ExactText(member.name)) {
            try put(member, as: member.name)
        }
    }
}
