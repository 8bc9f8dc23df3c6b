// SPDX-License-Identifier: MIT

extension Node {
    /// Gives a member the value of another node, where it stands already.
    package func put(_ value: Node, as name: String) throws(JSONError) {
        let copy = try Node.make(copy: value, in: tree)
        if let member = member(name) {
            try member.take(copy)
        } else {
            try setMember(name, to: copy)
        }
    }

    /// Takes over the members of another object, but those in `kept`.
    package func putMembers(of other: Node, but kept: Set<ExactText>) throws(JSONError) {
        for member in other.isObject ? other.children : []
        where !kept.contains(ExactText(member.name)) {
            try put(member, as: member.name)
        }
    }
}
