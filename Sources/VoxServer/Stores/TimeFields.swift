// SPDX-License-Identifier: MIT

/// The attributes of each type whose values are times, or lists of times. The attribute of a nested
/// object is a name with dots.
package struct TimeFields: Hashable, Sendable {
    private var names: [ExactText: Set<ExactText>] = [:]

    init() {}

    init(_ types: some Collection<ServedType>) {
        for type in types {
            let times = type.descriptors.filter { AttributeSchema.isTime($0.value) }.keys
            let related = (type.sortable ?? []).filter { name in
                let (target, name) = type.target(sortedBy: name, among: types) ?? (type, "")
                return target.descriptors[exactly: name].map(AttributeSchema.isTime) ?? false
            }
            let all = (Array(times) + related).map(ExactText.init)
            if !all.isEmpty { names[ExactText(type.name)] = Set(all) }
        }
    }

    package func contains(_ name: String, of type: String) -> Bool {
        !names.isEmpty && names[ExactText(type)]?.contains(ExactText(name)) ?? false
    }
}

extension ServedType {
    /// Returns the type of the target and its attribute by which clients can sort, for a name such as
    /// `project.title`; nil if the name is no such path.
    func target(
        sortedBy name: String, among types: some Collection<ServedType>
    ) -> (type: ServedType, attribute: String)? {
        guard let (name, attribute) = RequestQuery.SortField(name).related,
            let link = relationships[exactly: name], !link.isMany, let target = link.target,
            let type = types.first(where: { ExactText($0.name) == ExactText(target) }),
            attribute != "id", type.relationships[exactly: attribute] == nil,
            type.hasField(attribute)
        else { return nil }
        return (type, attribute)
    }

    /// Returns true if two values of an attribute are equal, or are texts of the same instant.
    static func isSame(
        _ left: JSONValue?, _ right: JSONValue?, as attribute: (any AttributeDescriptor)?
    ) -> Bool {
        if left == right { return true }
        guard case .string(let left)? = left, case .string(let right)? = right,
            let attribute, AttributeSchema.isTime(attribute),
            let place = Timestamp.place(of: left)
        else { return false }
        return place == Timestamp.place(of: right)
    }
}
