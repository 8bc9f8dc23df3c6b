// SPDX-License-Identifier: MIT

extension Node {
    /// Merges a member of the response into two objects: this object, and the copy with its former
    /// state. The copy gets the value of the response. If the program has not changed the member,
    /// this object also gets the value of the response.
    package func merge(_ member: Node, since former: Node) throws(JSONError) {
        let present = self.member(namedAs: member)
        let before = former.member(namedAs: member)
        let isChanged = try Self.differ(present, before)
        try former.put(member, over: before)
        if !isChanged { try put(member, over: present) }
    }

    /// Returns true if the member with the name of `member` was changed, added or removed since the
    /// former state.
    package func isChanged(_ member: Node, since former: Node) throws(JSONError) -> Bool {
        try Self.differ(self.member(namedAs: member), former.member(namedAs: member))
    }

    private static func differ(_ present: Node?, _ before: Node?) throws(JSONError) -> Bool {
        guard let present, let before else { return present != nil || before != nil }
        return try !present.isEqual(to: before)
    }

    /// Sets the member with the name of `member` to the value of `member`.
    ///
    /// If the member of this object has an equal value with the same text, this value is kept. Any
    /// other scalar is overwritten in place. Copies are avoided, because the memory of a copy is
    /// not freed before the document is freed.
    package func put(_ member: Node) throws(JSONError) {
        try put(member, over: self.member(namedAs: member))
    }

    private func put(_ member: Node, over present: Node?) throws(JSONError) {
        guard let present else { return try setMember(copying: member) }
        try member.materialize()
        if !present.isSpelled(as: member) { try present.set(copy: member) }
    }
}
