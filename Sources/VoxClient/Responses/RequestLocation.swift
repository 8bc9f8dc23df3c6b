// SPDX-License-Identifier: MIT

/// What part of a document that was sent an error is about.
public enum RequestLocation: Hashable, Sendable {
    /// The document as a whole.
    case document
    /// The resource, or a member of it that is neither attribute nor relationship.
    case resource(pointer: String)
    /// An attribute, by its JSON name; `path` is the JSON Pointer inside its value, empty for all of it.
    case attribute(String, path: String)
    /// A relationship, by its JSON name.
    case relationship(String, path: String)

    /// The place that a JSON Pointer (RFC 6901) names, whether it is there or not; nil for what is no
    /// pointer.
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
    /// What part of the document that was sent an error is about; nil when the error does not say, or
    /// names a place that was not sent.
    ///
    /// To build on a place that is not there readers are told not to (JSON:API 1.1, "Error Objects");
    /// ``missingLocation(of:)`` has it all the same.
    public func location(of error: APIError) -> RequestLocation? {
        location(of: error, isThere: true)
    }

    /// The place that an error is about and that was not sent: that of a field which the server
    /// requires, say. Nil when the error names no place, or one that was sent, which
    /// ``location(of:)`` has.
    public func missingLocation(of error: APIError) -> RequestLocation? {
        location(of: error, isThere: false)
    }

    private func location(of error: APIError, isThere: Bool) -> RequestLocation? {
        guard let pointer = error.pointer, let place = RequestLocation(pointer: pointer), let sent,
            let document = try? JSON(parsing: sent)
        else { return nil }
        return ((try? document.vox.find(pointer)) != nil) == isThere ? place : nil
    }

    /// The errors about a part of the document, sent or missing.
    private func errors(at matches: (RequestLocation) -> Bool) -> [APIError] {
        guard sent != nil else { return [] }
        return errors.filter {
            $0.pointer.flatMap(RequestLocation.init(pointer:)).map(matches) ?? false
        }
    }

    /// The errors about an attribute, or about a part of it. An attribute that is required and was not
    /// sent is found as well; ``missingLocation(of:)`` tells which errors are about what was not sent.
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

    /// The errors about a relationship, sent or missing, as those of an attribute.
    public func errors<Schema: ResourceSchema>(
        at path: KeyPath<Schema, some RelationshipDescriptor>
    ) -> [APIError] {
        errors(atRelationship: Schema.name(of: path))
    }

    private func errors(atRelationship name: String) -> [APIError] {
        errors(at: { if case .relationship(name, _) = $0 { true } else { false } })
    }
}
