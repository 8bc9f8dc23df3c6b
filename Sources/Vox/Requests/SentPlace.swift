// SPDX-License-Identifier: MIT

/// What part of a document that was sent an error is about.
public enum SentPlace: Hashable, Sendable {
    /// The document as a whole.
    case document
    /// The resource, or a member of it that is neither attribute nor relationship.
    case resource(pointer: String)
    /// An attribute, by its JSON name; `path` is the JSON Pointer inside its value, empty for all of it.
    case attribute(String, path: String)
    /// A relationship, by its JSON name.
    case relationship(String, path: String)

    /// The place that a JSON Pointer (RFC 6901) names in a document; nil when there is no such place,
    /// which readers are to ignore (JSON:API 1.1, "Error Objects").
    fileprivate init?(pointer: String, in document: JSON) {
        guard (try? document.vox.find(pointer)) != nil else { return nil }
        let names = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            .map { String($0.replacing("~1", with: "/").replacing("~0", with: "~")) }
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
    public func place(of error: APIError) -> SentPlace? {
        guard let sent, let document = try? JSON(parsing: sent) else { return nil }
        return Self.place(of: error, in: document)
    }

    private static func place(of error: APIError, in document: JSON) -> SentPlace? {
        error.pointer.flatMap { SentPlace(pointer: $0, in: document) }
    }

    /// The errors about a part of what was sent, which is parsed once for all of them: there may be as
    /// many as the server likes.
    private func errors(at matches: (SentPlace) -> Bool) -> [APIError] {
        guard let sent, let document = try? JSON(parsing: sent) else { return [] }
        return errors.filter { Self.place(of: $0, in: document).map(matches) ?? false }
    }

    /// The errors about an attribute that was sent, or about a part of it.
    public func errors<Schema: ResourceSchema>(
        at path: KeyPath<Schema, some AttributeDescriptor>
    ) -> [APIError] {
        let name = Schema.name(of: Schema()[keyPath: path]).text
        return errors(at: { if case .attribute(name, _) = $0 { true } else { false } })
    }

    /// The errors about a relationship that was sent.
    public func errors<Schema: ResourceSchema, Target>(
        at path: KeyPath<Schema, ToOne<Target>>
    ) -> [APIError] {
        errors(atRelationship: Schema.name(of: path))
    }

    /// The errors about a relationship that was sent.
    public func errors<Schema: ResourceSchema, Target>(
        at path: KeyPath<Schema, ToMany<Target>>
    ) -> [APIError] {
        errors(atRelationship: Schema.name(of: path))
    }

    private func errors(atRelationship name: String) -> [APIError] {
        errors(at: { if case .relationship(name, _) = $0 { true } else { false } })
    }
}
