// SPDX-License-Identifier: MIT

extension Resource {
    /// Returns true if an update request would contain a change. The result is also true if the
    /// resource was never read and `mark()` was never called.
    /// - Throws: `JSONError` with code `unavailable` if an update request cannot express the
    ///   removal of a member. An update request cannot express the removal of a relationship that
    ///   had linkage, or the removal of an attribute if there are no other changes.
    package func hasNews() throws(JSONError) -> Bool { try hasNews(byReplacing: false) }

    /// Returns the same as ``hasNews()``. If `byReplacing` is true, the update replaces the
    /// resource, and also removes the members that the resource does not have.
    /// - Throws: the errors of ``hasNews()``.
    package func hasNews(byReplacing: Bool) throws(JSONError) -> Bool {
        guard node.isChanged else { return false }
        guard let baseline = try node.baseline() else { return true }
        let changes = try vox.changes()
        if byReplacing { return !changes.isEmpty }
        let removed = Set(changes.removed.map(ExactText.init))
        for name in changes.relationships where removed.contains(ExactText(name)) {
            let former = baseline.member("relationships")?.member(name)?.member("data")
            if let former, former.count > 0 { throw takenOut(name, isList: former.isArray) }
        }
        let withheld = Schema.attributeNames { $0 != .always }
        let carried = changes.attributes.filter { !withheld.contains(ExactText($0)) }
        let fields = carried + changes.relationships
        if fields.contains(where: { !removed.contains(ExactText($0)) }) { return true }
        if let attribute = carried.first { throw takenOut(attribute, isList: false) }
        return false
    }

    private func takenOut(_ name: String, isList: Bool) -> JSONError {
        let field = SchemaField(Schema.self, .made(name)).text
        let property = field.split(separator: ".").last ?? ""
        return JSONError(
            code: .unavailable,
            message:
                "\(field) was removed (= nil), and an update cannot remove it: assign \(isList ? "[]" : ".null") to clear it, or vox.revert(\\.\(property)) to keep it",
            pointer: node.pointer)
    }
}
