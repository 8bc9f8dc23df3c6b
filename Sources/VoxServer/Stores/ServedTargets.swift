// SPDX-License-Identifier: MIT

/// The types of the targets that a service serves. A store may have targets of other types, and no
/// filter finds these. Without a service, all targets count.
///
/// The targets belong to the service, and not to what a client asks for, so selections with other
/// targets can be equal.
package struct ServedTargets: Hashable, Sendable {
    /// The targets of the service that calls a store; nil without a service. A store must not change
    /// a resource of another type when it deletes a resource.
    @TaskLocal package static var current: ServedTargets?

    private var names: [ExactText: [ExactText: Set<ExactText>]] = [:]

    init() {}

    package static func == (left: ServedTargets, right: ServedTargets) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}

    init(_ types: [String: ServedType]) {
        for type in types.values {
            let targets = type.relationships.map { name, relationship in
                (
                    ExactText(name),
                    Set((relationship.targets ?? Set(types.keys)).map(ExactText.init))
                )
            }
            names[ExactText(type.name)] = Dictionary(targets) { $1 }
        }
    }

    /// Returns true if the service that calls the store serves a type.
    package static func serve(_ type: String) -> Bool {
        current.map { $0.names[ExactText(type)] != nil } ?? true
    }

    /// Returns true if a relationship of a type can have targets of another type.
    package func contain(_ target: String, of relationship: String, _ type: String) -> Bool {
        guard let targets = names[ExactText(type)]?[ExactText(relationship)] else { return true }
        return targets.contains(ExactText(target))
    }

    /// Returns the targets of a relationship that count.
    func of(_ relationship: String, _ resource: StoredResource) -> [StoredResource.Identifier] {
        guard let linkage = resource.relationships[relationship] else { return [] }
        guard let targets = names[ExactText(resource.type)]?[ExactText(relationship)] else {
            return linkage.identifiers
        }
        return linkage.identifiers.filter { targets.contains(ExactText($0.type)) }
    }
}
