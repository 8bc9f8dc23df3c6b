// SPDX-License-Identifier: MIT

import HTTPTypes

/// The content of a write, checked against the schema of its type.
///
/// The check needs no store and finds all faults. The pointers in the errors begin with `/data`.
struct CheckedContent: Sendable {
    /// The id that the client has chosen for a new resource.
    let id: String?
    let action: ResourceService.Operation.Action
    let change: ResourceChange
    let faults: [APIError]

    /// Checks a resource object. `isNew` is true for a resource that the write creates. `received`
    /// contains the file attributes whose values were received; nil if the files will follow.
    /// - Throws: `DocumentError` if an identifier in linkage has no id.
    init(
        _ data: JSON, of type: ServedType, isNew: Bool, _ service: ResourceService,
        received: Set<String>? = []
    ) throws(DocumentError) {
        id = isNew ? data["id"] : nil
        action = isNew ? .create : .update
        change = try ResourceChange(data)
        var check = SchemaCheck(type: type, isNew: isNew, service: service, received: received)
        check.checkAttributes(data["attributes"])
        check.checkRelationships(data["relationships"])
        faults =
            check.faults + (isNew ? type.guardedFaults(in: change.attributes, on: nil) : [])
    }

    /// Checks the linkage of a relationship. The action is `replaceLinkage`, `addLinkage` or
    /// `removeLinkage`.
    /// - Throws: `DocumentError` if an identifier has no id.
    init(
        linkage data: JSON, as name: String, of type: ServedType,
        _ action: ResourceService.Operation.Action, _ service: ResourceService
    ) throws(DocumentError) {
        id = nil
        self.action = action
        let linkage = try StoredResource.Linkage(data)
        var check = SchemaCheck(type: type, isNew: false, service: service)
        check.checkLinkage(data, as: name)
        switch action {
        case .addLinkage:
            change = ResourceChange(relationships: [name: .add(linkage.identifiers)])
        case .removeLinkage:
            change = ResourceChange(relationships: [name: .remove(linkage.identifiers)])
        default:
            change = ResourceChange(relationships: [name: .replace(linkage)])
            check.checkReplacement(of: name, at: nil)
        }
        faults = check.faults
    }

    /// Returns false if the change can be written without a look at the resource: a change of
    /// attributes that no rule of the type compares with their old values.
    func dependsOnResource(of type: ServedType) -> Bool {
        !faults.isEmpty || !change.relationships.isEmpty || type.validate != nil
            || change.attributes.contains { type.writeOnce.contains(exactly: $0.name) }
            || type.hasGuardedMembers(in: change.attributes)
    }

    /// Returns the faults of this change to a resource: the values that the schema does not allow,
    /// and the write-once attributes whose values the change replaces by other values.
    func faults(on resource: StoredResource, of type: ServedType) -> [APIError] {
        faults
            + change.attributes.compactMap { name, value in
                let old = resource.attributes[name] ?? .null
                guard type.writeOnce.contains(exactly: name),
                    !ServedType.isSame(value, old, as: type.descriptors[exactly: name])
                else { return nil }
                return .writeOnce(at: JSON.pointer(ofAttribute: name))
            }
            + type.guardedFaults(in: change.attributes, on: resource.attributes)
    }
}

/// Checks the content of a write against the schema of its type.
///
/// The `detail` of an error about a value is the message of the error that a view of the same
/// document throws.
/// The check ends when it has found as many faults as a response can contain.
private struct SchemaCheck {
    let type: ServedType
    let isNew: Bool
    let service: ResourceService
    /// The file attributes whose values were received; nil if the files will follow.
    var received: Set<String>? = []
    fileprivate var faults: [APIError] = []

    private mutating func note(_ error: JSONError) {
        note(.unprocessableContent, error.message, code: "\(error.code)", at: error.pointer)
    }

    private mutating func note(
        _ status: HTTPResponse.Status, _ detail: String, code: String? = nil, at pointer: String?
    ) {
        let fault = APIError(status, detail, code: code, at: pointer)
        // Several nested attributes may find the same fault.
        if !isFull, !faults.contains(fault) { faults.append(fault) }
    }

    private var isFull: Bool { faults.count >= ErrorResponse.maximumErrors }

    // MARK: Attributes

    mutating func checkAttributes(_ attributes: JSON) {
        for (name, value) in attributes.vox.members where !name.hasPrefix("@") {
            if isFull { return }
            if !(type.attributes?.contains(exactly: name) ?? true) {
                note(
                    .unprocessableContent, "\(type.name) has no such attribute",
                    at: value.vox.pointer)
            } else if type.readOnly.contains(exactly: name) {
                note(.forbidden, "the attribute is read-only", at: value.vox.pointer)
            } else if type.files[exactly: name] != nil, value.vox.state == .value,
                !(received?.contains(exactly: name) ?? false)
            {
                note(
                    .forbidden, "the attribute is a file, and must be a part of a form",
                    at: value.vox.pointer)
            }
        }
        var checked: Set<ExactText> = []
        for (name, attribute) in type.members {
            checked.insert(ExactText(name.text))
            guard let outermost = name.names.first else { continue }
            let isSent = attributes[outermost].vox.state != .absent
            if type.readOnly.contains(outermost) || !isSent && (!isNew || isExpected(outermost)) {
                continue
            }
            if let fault = name.pathFault(in: attributes) {
                note(fault)
                continue
            }
            let found = attribute.faults(
                at: attributes.place(name), isRequired: type.required.contains(name.text),
                allowsOthers: type.attributes == nil, kind: "attribute")
            for error in found { note(error) }
        }
        for name in type.required.sorted()
        where type.relationships[name] == nil && !checked.contains(ExactText(name)) {
            let place: JSON = attributes[name]
            switch place.vox.state {
            case .absent where isNew && !isExpected(name):
                note(JSONError(required: "attribute", name, at: place.vox.pointer))
            case .null:
                note(JSONError(required: "attribute", name, at: place.vox.pointer, isNull: true))
            default: break
            }
        }
    }

    /// Returns true for the attribute of a file that will follow.
    private func isExpected(_ name: String) -> Bool {
        received == nil && type.files[name] != nil
    }

    // MARK: Relationships

    mutating func checkRelationships(_ relationships: JSON) {
        for (name, value) in relationships.vox.members where !name.hasPrefix("@") {
            if isFull { return }
            guard type.relationships[exactly: name] != nil else {
                note(
                    .unprocessableContent, "\(type.name) has no such relationship",
                    at: value.vox.pointer)
                continue
            }
            let linkage: JSON = value["data"]
            if linkage.vox.state == .absent { continue }
            checkLinkage(linkage, as: name)
            if !isNew { checkReplacement(of: name, at: value.vox.pointer) }
        }
        guard isNew else { return }
        for name in type.relationships.keys.sorted() where type.required.contains(name) {
            let linkage: JSON = relationships[name]["data"]
            if linkage.vox.state == .absent {
                note(JSONError(required: "relationship", name, at: linkage.vox.pointer))
            }
        }
    }

    /// Checks the kind of linkage, and the types and ids of its identifiers.
    mutating func checkLinkage(_ linkage: JSON, as name: String) {
        guard let relationship = type.relationships[exactly: name] else { return }
        do throws(JSONError) {
            try linkage.checkLinkage(
                isToMany: relationship.isMany, isRequired: type.required.contains(name))
        } catch {
            note(error)
        }
        for identifier in linkage.vox.kind == .array ? linkage.vox.elements : [linkage]
        where identifier.vox.kind == .object {
            if isFull { return }
            let (type, id): (String?, String?) = (identifier["type"], identifier["id"])
            if let targets = relationship.targets, !targets.contains(exactly: type ?? "") {
                note(
                    JSONError(
                        type: type, pointer: identifier.vox.pointer + "/type",
                        insteadOf: targets.sorted()))
            }
            if let fault = service.fault(ofID: id ?? "") {
                note(.unprocessableContent, fault, at: identifier.vox.pointer + "/id")
            }
        }
    }

    /// Refuses the replacement of a to-many relationship if the type does not allow replacement.
    mutating func checkReplacement(of name: String, at pointer: String?) {
        if type.allowsReplacement || !(type.relationships[exactly: name]?.isMany ?? false) {
            return
        }
        note(
            .forbidden,
            "the members of the relationship cannot be replaced; add or remove single members",
            at: pointer)
    }
}
