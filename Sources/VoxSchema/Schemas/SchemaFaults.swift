// SPDX-License-Identifier: MIT

// The check of all values of an object by its schema, for services. A view finds the same faults
// one at a time, when a property is read.

/// The number of faults after which a check ends. A list of a million wrong elements must not cost
/// a million errors.
private let maximumFaults = 100

extension AttributeDescriptor {
    /// Returns all faults of the value of this attribute, as the errors that reading the attribute
    /// would throw. Each error has the pointer of the failing value.
    ///
    /// Null is a fault in two cases: the attribute is required, or null is passed to the conversion
    /// of the attribute and the conversion fails. All elements of a list and all members of a
    /// ``TypedObject`` are checked. The check of a list or an object ends after about 100 faults.
    /// - Parameters:
    ///   - place: the value, which may be missing.
    ///   - isRequired: true if a missing value and null are faults.
    ///   - allowsOthers: true if a nested object may have members that its schema does not have.
    ///   - kind: what the message of an error calls a missing value.
    /// - Returns: The faults, in the order of the schema.
    package func faults(
        at place: JSON, isRequired: Bool, allowsOthers: Bool, kind: String = "member"
    ) -> [JSONError] {
        switch place.vox.state {
        case .absent:
            guard isRequired else { return [] }
            return [JSONError(required: kind, place.name, at: place.vox.pointer)]
        case .null where !acceptsNull && !isRequired: return []
        default: break
        }
        let faults =
            (self as? any ComposedAttribute)?.partFaults(in: place, allowsOthers: allowsOthers)
            ?? []
        if !faults.isEmpty { return faults }
        do throws(JSONError) {
            _ = try read(place)
            return []
        } catch {
            if isRequired, place.vox.state == .null { return [error.ofNull(kind, at: place)] }
            return [error.completed(Value.self, found: place)]
        }
    }
}

extension JSON {
    /// The name of the member at this place.
    fileprivate var name: String { JSON.pointerNames(vox.pointer)?.last ?? "" }
}

extension JSONError {
    /// Returns an error that a required value is null.
    func ofNull(_ kind: String, at place: JSON) -> JSONError {
        JSONError(
            required: kind, place.name, at: place.vox.pointer, isNull: true, code: code)
    }

    /// The error for a required value that is missing or null. Unlike the pointer of a response,
    /// the message names what is missing.
    package init(
        required kind: String, _ name: String, at pointer: String, isNull: Bool = false,
        code: Code = .missing
    ) {
        let rest = isNull ? ", but it is null" : ""
        self.init(
            code: code, message: "the \(kind) \"\(name)\" is required\(rest)",
            pointer: pointer)
    }
}

extension ObjectSchema {
    /// Returns all faults of an object: values that do not convert, required members that are
    /// missing or null, and, unless they are allowed, members that the schema does not have.
    static func faults(in object: JSON, allowsOthers: Bool) -> [JSONError] {
        var faults: [JSONError] = []
        var known: Set<ExactText> = []
        for (name, attribute, isWritten) in members {
            known.formUnion(name.names.prefix(1).map(ExactText.init))
            if let fault = name.pathFault(in: object) {
                faults.append(fault)
                continue
            }
            faults += attribute.faults(
                at: object.place(name), isRequired: isWritten && attribute is any RequiredAttribute,
                allowsOthers: allowsOthers)
        }
        if allowsOthers { return faults }
        for (name, value) in object.vox.members
        where !name.hasPrefix("@") && !known.contains(ExactText(name)) {
            if faults.count >= maximumFaults { break }
            faults.append(
                JSONError(
                    code: .shape, message: "the object has no member with this name",
                    pointer: value.vox.pointer))
        }
        return faults
    }

    /// The attributes by their names in JSON. An attribute with different names for reading and
    /// writing occurs twice, and `isWritten` is true for the name for writing.
    package static var members:
        [(name: MemberName, attribute: any AttributeDescriptor, isWritten: Bool)]
    {
        fields.flatMap {
            _, descriptor -> [(MemberName, any AttributeDescriptor, Bool)] in
            guard let attribute = descriptor as? any AttributeDescriptor else { return [] }
            let (read, written) = (name(of: attribute), writtenName(of: attribute))
            return read.isEqual(to: written)
                ? [(read, attribute, true)]
                : [(written, attribute, true), (read, attribute, false)]
        }
    }
}

extension MemberName {
    /// Checks the values on the path to this member in nested objects. Each value on the path must
    /// be an object, null or missing. Returns the fault of the first value of another kind; nil if
    /// there is none.
    package func pathFault(in object: JSON) -> JSONError? {
        var place = object
        for step in names.dropLast() {
            place = place[step]
            switch place.vox.kind {
            case .object: continue
            case .absent, .null: return nil
            default:
                return JSONError(code: .wrongKind, expected: "an object", found: place)
            }
        }
        return nil
    }
}

// MARK: Parts of values

/// A type of values whose parts are checked one by one.
private protocol ComposedValue {
    static func partFaults(in json: JSON, allowsOthers: Bool) -> [JSONError]
}

extension JSONConvertible {
    fileprivate static func faults(in json: JSON, allowsOthers: Bool) -> [JSONError] {
        let faults =
            (self as? any ComposedValue.Type)?.partFaults(in: json, allowsOthers: allowsOthers)
            ?? []
        if !faults.isEmpty { return faults }
        do throws(JSONError) {
            _ = try decode(json)
            return []
        } catch {
            return [error.completed(self, found: json)]
        }
    }
}

extension TypedObject: ComposedValue {
    static func partFaults(in json: JSON, allowsOthers: Bool) -> [JSONError] {
        json.vox.kind == .object ? Schema.faults(in: json, allowsOthers: allowsOthers) : []
    }
}

extension Array: ComposedValue where Element: JSONConvertible {
    static func partFaults(in json: JSON, allowsOthers: Bool) -> [JSONError] {
        var faults: [JSONError] = []
        for element in json.vox.elements where faults.count < maximumFaults {
            faults += Element.faults(in: element, allowsOthers: allowsOthers)
        }
        return faults
    }
}

extension Dictionary: ComposedValue where Key == String, Value: JSONConvertible {
    static func partFaults(in json: JSON, allowsOthers: Bool) -> [JSONError] {
        var faults: [JSONError] = []
        for (_, member) in json.vox.members where faults.count < maximumFaults {
            faults += Value.faults(in: member, allowsOthers: allowsOthers)
        }
        return faults
    }
}

extension Optional: ComposedValue where Wrapped: JSONConvertible {
    static func partFaults(in json: JSON, allowsOthers: Bool) -> [JSONError] {
        json.vox.state == .value ? Wrapped.faults(in: json, allowsOthers: allowsOthers) : []
    }
}

/// An attribute of this module. An attribute that a program defines may read its value in any way,
/// so the parts of its value are not checked.
private protocol ComposedAttribute {
    func partFaults(in json: JSON, allowsOthers: Bool) -> [JSONError]
}

extension Attribute: ComposedAttribute {
    func partFaults(in json: JSON, allowsOthers: Bool) -> [JSONError] {
        (Value.self as? any ComposedValue.Type)?.partFaults(in: json, allowsOthers: allowsOthers)
            ?? []
    }
}

extension FieldMark.Derived {
    fileprivate func basePartFaults(in json: JSON, allowsOthers: Bool) -> [JSONError] {
        (base as? any ComposedAttribute)?.partFaults(in: json, allowsOthers: allowsOthers) ?? []
    }
}

extension FieldMark.Transformed: ComposedAttribute {
    func partFaults(in json: JSON, allowsOthers: Bool) -> [JSONError] {
        basePartFaults(in: json, allowsOthers: allowsOthers)
    }
}

extension FieldMark.Defaulted: ComposedAttribute {
    func partFaults(in json: JSON, allowsOthers: Bool) -> [JSONError] {
        basePartFaults(in: json, allowsOthers: allowsOthers)
    }
}

extension FieldMark.Renamed: ComposedAttribute {
    func partFaults(in json: JSON, allowsOthers: Bool) -> [JSONError] {
        basePartFaults(in: json, allowsOthers: allowsOthers)
    }
}

extension FieldMark.ReadOnly: ComposedAttribute {
    func partFaults(in json: JSON, allowsOthers: Bool) -> [JSONError] {
        basePartFaults(in: json, allowsOthers: allowsOthers)
    }
}

extension FieldMark.WriteOnce: ComposedAttribute {
    func partFaults(in json: JSON, allowsOthers: Bool) -> [JSONError] {
        basePartFaults(in: json, allowsOthers: allowsOthers)
    }
}

extension FieldMark.Required: ComposedAttribute where Base: AttributeDescriptor {
    func partFaults(in json: JSON, allowsOthers: Bool) -> [JSONError] {
        basePartFaults(in: json, allowsOthers: allowsOthers)
    }
}
