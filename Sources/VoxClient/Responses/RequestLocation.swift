// SPDX-License-Identifier: MIT

/// The part of the sent document that an error is about.
public enum RequestLocation: Hashable, Sendable {
    /// The whole document.
    case document
    /// The resource, or a member of the resource other than an attribute or a relationship.
    case resource(pointer: String)
    /// An attribute, by its JSON name. `path` is a JSON Pointer that begins at the value of the
    /// attribute; an empty path means the whole value.
    case attribute(String, path: String)
    /// A relationship, by its JSON name. `path` is a JSON Pointer that begins at the relationship.
    case relationship(String, path: String)

    /// Creates the location that a JSON Pointer (RFC 6901) names, whether or not it exists. Returns
    /// nil for text that is not a pointer.
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
            self = .resource(pointer: names.dropFirst().map { JSON.pointerSegment($0) }.joined())
        }
    }
}

extension RequestError {
    /// Returns the part of the sent document that an error is about. Returns nil if the error has
    /// no pointer, or if the request did not contain the location of the pointer.
    ///
    /// JSON:API requires that clients do not rely on a pointer to a location that does not exist
    /// (JSON:API 1.1, "Error Objects"). ``missingLocation(of:)`` returns such a location.
    public func location(of error: APIError) -> RequestLocation? {
        location(of: error, isThere: true)
    }

    /// Returns the location of an error if the request has nothing there, such as a field that the
    /// server requires. Returns nil if the error has no pointer, or if the request has a value
    /// there; see ``location(of:)``.
    public func missingLocation(of error: APIError) -> RequestLocation? {
        location(of: error, isThere: false)
    }

    private func location(of error: APIError, isThere: Bool) -> RequestLocation? {
        guard let pointer = error.pointer, let place = RequestLocation(pointer: pointer), let sent,
            let document = try? JSON(parsing: sent)
        else { return nil }
        return ((try? document.vox.find(pointer)) != nil) == isThere ? place : nil
    }

    /// Returns the errors about a part of the document, whether or not the request contained this
    /// part.
    private func errors(at matches: (RequestLocation) -> Bool) -> [APIError] {
        guard sent != nil else { return [] }
        return errors.filter {
            $0.pointer.flatMap(RequestLocation.init(pointer:)).map(matches) ?? false
        }
    }

    /// Returns the errors about an attribute or a part of its value. The result includes errors
    /// about a required attribute that was not sent; for these errors, ``missingLocation(of:)``
    /// returns the location.
    public func errors<Schema: ResourceSchema>(
        at path: KeyPath<Schema, some AttributeDescriptor>
    ) -> [APIError] {
        let names = Schema.writtenName(of: Schema()[keyPath: path]).names
        let inside = names.dropFirst().map { JSON.pointerSegment($0) }.joined()
        return errors(at: { location in
            guard case .attribute(names[0], let path) = location else { return false }
            return inside.isEmpty || path == inside || path.hasPrefix(inside + "/")
        })
    }

    /// Returns the errors about a relationship, whether or not the request contained the
    /// relationship.
    public func errors<Schema: ResourceSchema>(
        at path: KeyPath<Schema, some RelationshipDescriptor>
    ) -> [APIError] {
        errors(atRelationship: Schema.name(of: path))
    }

    private func errors(atRelationship name: String) -> [APIError] {
        errors(at: { if case .relationship(name, _) = $0 { true } else { false } })
    }
}
