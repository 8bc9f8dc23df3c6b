// SPDX-License-Identifier: MIT

extension RequestError {
    /// The part of the sent document that an error is about.
    public enum Location: Hashable, Sendable {
        /// The whole document.
        case document
        /// The resource, or a member of the resource that is neither an attribute nor a
        /// relationship.
        case resource(pointer: String)
        /// An attribute, by its JSON name. `path` is a JSON Pointer that begins at the value of the
        /// attribute; an empty path means the whole value.
        case attribute(String, path: String)
        /// A relationship, by its JSON name. `path` is a JSON Pointer that begins at the
        /// relationship.
        case relationship(String, path: String)

        /// Creates the location that a JSON Pointer (RFC 6901) names, whether or not it exists.
        /// Returns nil for text that is not a pointer.
        fileprivate init?(pointer: String) {
            guard let names = JSON.pointerNames(pointer) else { return nil }
            guard names.first == "data" else {
                self = .document
                return
            }
            let rest = names.dropFirst(3).map { JSON.pointerSegment($0) }.joined()
            switch names.count > 2 ? names[1] : "" {
            case "attributes": self = .attribute(names[2], path: rest)
            case "relationships": self = .relationship(names[2], path: rest)
            default:
                self = .resource(
                    pointer: names.dropFirst().map { JSON.pointerSegment($0) }.joined())
            }
        }
    }

    /// Returns the part of the sent document that an error is about. Returns nil if the error has
    /// no pointer, or if the request has no value at the pointer.
    ///
    /// JSON:API requires that clients do not rely on a pointer to a location that does not exist
    /// (JSON:API 1.1, "Error Objects"). To get a location that does not exist in the request, use
    /// ``missingLocation(of:)``.
    public func location(of error: APIError) -> Location? {
        location(of: error, isThere: true)
    }

    /// Returns the location that an error is about if the request has no value at this location.
    /// For example, a required field may be missing. Returns nil if the error has no pointer. Also
    /// returns nil if the request has a value at the location: then use ``location(of:)``.
    ///
    /// The pointer is the member `missing` of the meta object, which services of this library send,
    /// or `source.pointer`.
    public func missingLocation(of error: APIError) -> Location? {
        location(of: error, isThere: false)
    }

    private func location(of error: APIError, isThere: Bool) -> Location? {
        let pointer = isThere ? error.pointer : error.namedPointer
        guard let pointer, let place = Location(pointer: pointer), let sent,
            let document = try? JSON(parsing: sent)
        else { return nil }
        return ((try? document.vox.find(pointer)) != nil) == isThere ? place : nil
    }

    /// Returns the probable field of an error whose pointer does not have the form that JSON:API
    /// requires. Many servers send pointers that do not follow JSON:API: `/data/attributes/artist`
    /// for a relationship, `/attributes/title`, `/title`, `title`, `data.attributes.title`, or
    /// `first_name` for the field `first-name` or `firstName`. Returns nil if the pointer has the
    /// form that JSON:API requires, or if the request has no field of this name.
    public func nearLocation(of error: APIError) -> Location? {
        guard let pointer = error.pointer, let place = FieldPlace(pointer), let sent,
            let document = try? JSON(parsing: sent),
            let resource = (document["data"] as JSON).node
        else { return nil }
        let exact = Location(pointer: pointer)
        let members = ["attributes", "relationships"]
        let names = members.map { resource.member($0)?.children.map(\.name) ?? [] }
        guard let name = place.fieldName(among: names.flatMap { $0 }) else { return nil }
        let near: Location =
            names[0].contains { ExactText($0) == ExactText(name) }
            ? .attribute(name, path: place.rest) : .relationship(name, path: place.rest)
        return near == exact ? nil : near
    }

    /// Returns the errors about an attribute or a part of its value. The result includes errors
    /// about a required attribute that was not sent (see ``missingLocation(of:)``), and errors
    /// whose pointer does not follow JSON:API (see ``nearLocation(of:)``).
    public func errors<Schema: ResourceSchema>(
        at path: KeyPath<Schema, some AttributeDescriptor>
    ) -> [APIError] {
        let names = Schema.writtenName(of: Schema()[keyPath: path]).names
        return errors { $0.isInside(names, of: Schema.self) }
    }

    /// Returns the errors about a relationship. The result includes errors about a relationship
    /// that was not sent, and errors whose pointer does not follow JSON:API.
    public func errors<Schema: ResourceSchema>(
        at path: KeyPath<Schema, some RelationshipDescriptor>
    ) -> [APIError] {
        let name = Schema.name(of: path)
        return errors { $0.fieldName(in: Schema.self) == name }
    }

    private func errors(about matches: (FieldPlace) -> Bool) -> [APIError] {
        guard sent != nil else { return [] }
        return errors.filter { $0.namedPointer.flatMap(FieldPlace.init).map(matches) ?? false }
    }
}

extension APIError {
    /// The pointer of a missing member, which services of this library put into the meta object,
    /// or the pointer of the error.
    var namedPointer: String? {
        if case .string(let missing)? = meta?["missing"] { missing } else { pointer }
    }
}

/// A field of a resource, as pointers of all forms name it. Attributes and relationships share
/// their names (JSON:API 1.1, "Fields"), so the name alone says which field it is.
struct FieldPlace {
    let name: String
    /// The rest of the pointer, relative to the value of the field.
    let rest: String

    /// Returns the names in a pointer of any form.
    static func names(of pointer: String) -> [String] {
        if let exact = JSON.pointerNames(pointer) { return exact }
        if pointer.hasPrefix("#/"), let exact = JSON.pointerNames(String(pointer.dropFirst())) {
            return exact
        }
        let separator: Character = pointer.contains("/") ? "/" : "."
        return pointer.split(separator: separator).map(String.init)
    }

    init?(_ pointer: String) { self.init(names: Self.names(of: pointer)) }

    /// Creates the place that a list of names leads to.
    init?(names: [String]) {
        var names = names
        var isInside = false
        if names.first == "data" {
            names.removeFirst()
            isInside = true
            if names.first.flatMap(JSON.pointerIndex) != nil { names.removeFirst() }  // in a list
        }
        if names.first == "attributes" || names.first == "relationships" {
            names.removeFirst()
        } else if isInside, ["id", "type", "lid", "meta", "links"].contains(names.first) {
            return nil
        }
        guard let name = names.first else { return nil }
        self.name = name
        rest = names.dropFirst().map { JSON.pointerSegment($0) }.joined()
    }

    /// The name of the field that this place means. Many servers write names in another way than
    /// their documents: `first_name` for `firstName` or `first-name`. If no field has exactly this
    /// name, the field whose name has the same letters and digits is meant.
    func fieldName(among fields: [String]) -> String? {
        if let exact = fields.first(where: { ExactText($0) == ExactText(name) }) { return exact }
        let letters = Self.letters(of: name)
        return fields.first { Self.letters(of: $0) == letters }
    }

    private static func letters(of name: String) -> [UInt8] {
        name.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
            .map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }

    /// The name of the field of a schema that this place means. If the schema has no such field, the
    /// result is the name of this place.
    func fieldName<Schema: ResourceSchema>(in schema: Schema.Type) -> String {
        let fields = Schema.fields.compactMap { field in
            if let attribute = field.descriptor as? any AttributeDescriptor {
                return Schema.writtenName(of: attribute).names.first
            }
            return Schema.name(of: field.descriptor).text
        }
        return fieldName(among: fields) ?? name
    }

    /// True if this place is the field or is inside its value. `names` contains the name of the
    /// field, and the names of members inside its value.
    func isInside<Schema: ResourceSchema>(_ names: [String], of schema: Schema.Type) -> Bool {
        let inside = names.dropFirst().map { JSON.pointerSegment($0) }.joined()
        return fieldName(in: schema) == names.first
            && (inside.isEmpty || rest == inside || rest.hasPrefix(inside + "/"))
    }
}
