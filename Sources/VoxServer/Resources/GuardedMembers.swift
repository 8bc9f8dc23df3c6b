// SPDX-License-Identifier: MIT

internal import HTTPTypes

// The read-only and write-once members of nested objects. A request contains a nested object as a
// whole. Therefore a client may send these members, but only with the values that the resource has.
// The objects in a list have no identity, so their members are not compared.

extension ServedType {
    /// Returns true if a change has an object whose members may have to keep their values.
    func hasGuardedMembers(in change: JSONObject) -> Bool {
        members.contains { name, attribute in
            (name.single == nil || GuardedMember.members(of: attribute) != nil)
                && name.names.first.map { change[$0] != nil } ?? false
        }
    }

    /// Returns the faults of the nested objects in a change: the write-once members that have other
    /// values than the resource, and the read-only members. `old` is nil for a new resource, whose
    /// write-once members the change can set.
    func guardedFaults(in change: JSONObject, on old: JSONObject?) -> [APIError] {
        members.flatMap { name, attribute in
            name.names.first.map { change[$0] == nil } ?? true
                ? []
                : GuardedMember(
                    path: name.names, attribute: attribute, isNested: name.single == nil
                ).faults(
                    in: .object(change), on: .object(old ?? JSONObject()), isNew: old == nil,
                    at: "/data/attributes")
        }
    }
}

/// A member of an object, and the way to the member.
private struct GuardedMember {
    let path: [String]
    let attribute: any AttributeDescriptor
    let isNested: Bool

    /// Returns the members of the values of an attribute; nil if the values are no typed objects.
    static func members(of attribute: any AttributeDescriptor) -> [GuardedMember]? {
        (AttributeSchema.valueType(of: attribute) as? any ObjectWithMembers.Type)?.members
    }

    /// Returns the faults of this member of the new object, and of the members below.
    func faults(
        in new: JSONValue?, on old: JSONValue?, isNew: Bool, at pointer: String
    ) -> [APIError] {
        var (new, old, pointer) = (new, old, pointer)
        for name in path {
            (new, old) = (new?[name], old?[name])
            if new != nil { pointer += JSON.pointerSegment(name) }
        }
        if new ?? .null == old ?? .null { return [] }
        switch attribute.access {
        case .always:
            return Self.members(of: attribute)?.flatMap {
                $0.faults(in: new, on: old, isNew: isNew, at: pointer)
            } ?? []
        case .onCreate:
            if !isNested || isNew || ServedType.isSame(new, old, as: attribute) { return [] }
            return [.writeOnce(at: pointer)]
        case .never:
            if !isNested || ServedType.isSame(new, old, as: attribute) { return [] }
            return [.readOnly(at: pointer)]
        }
    }
}

/// The values of an attribute that are objects with a schema.
private protocol ObjectWithMembers {
    static var members: [GuardedMember] { get }
}

extension TypedObject: ObjectWithMembers {
    fileprivate static var members: [GuardedMember] {
        Schema.members.map {
            GuardedMember(path: $0.name.names, attribute: $0.attribute, isNested: true)
        }
    }
}

extension APIError {
    /// The error of a request that sets what only the server sets.
    static func readOnly(at pointer: String) -> APIError {
        APIError(.forbidden, "the attribute is read-only", at: pointer)
    }

    /// The error of a request that changes what only a new resource can set.
    static func writeOnce(at pointer: String) -> APIError {
        APIError(
            .forbidden, "the attribute is write-once: only a new resource can set it", at: pointer)
    }
}
