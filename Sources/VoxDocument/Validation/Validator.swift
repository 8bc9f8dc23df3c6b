// SPDX-License-Identifier: MIT

/// Finds out whether a document keeps the rules of JSON:API 1.1.
///
/// ```swift
/// let json = try JSON(parsing: #"{"data": {"type": "notes", "id": 1}}"#)
/// for finding in try Validator(profile: .response).findings(in: json) {
///     print(finding)  // JA-016 an id must be text (at "/data/id")
/// }
/// ```
///
/// Errors are what the standard says a document must or must not be, warnings what it recommends.
/// Members whose name begins with `@`, and those of applied extensions, are passed over; what stands
/// in `meta` is free.
public struct Validator: Hashable, Sendable {
    /// What a document is meant to be.
    public enum Profile: String, Hashable, Sendable, CaseIterable {
        /// A response: every resource has an id.
        case response
        /// A request that creates one resource.
        case create
        /// A request that changes one resource.
        case update
        /// A request to a relationship, or its answer: the primary data is linkage.
        case relationship
        /// Any of the others.
        case any
    }

    /// What the document is meant to be.
    public var profile: Profile
    /// The fields that the request asked for, by type: full linkage may be interrupted where a
    /// relationship is left out.
    public var fields: [String: [String]]
    /// The relationship paths that the request asked for; nil when that is not known. With paths,
    /// linkage may be missing only where a relationship that one of them names is left out.
    public var include: [String]?
    /// The namespaces of the extensions that are applied, as `atomic`.
    public var extensions: [String]
    /// Whether to say nothing about what the lenient reader forgives: numbers as type, id, status and
    /// code; null as attributes and relationships; an `included` that is no list; one resource twice;
    /// repeated and unknown members.
    public var lenient: Bool

    private var relationships: [DeclaredRelationship] = []

    /// Makes a validator.
    public init(
        profile: Profile = .any, fields: [String: [String]] = [:], include: [String]? = nil,
        extensions: [String] = [], lenient: Bool = false
    ) {
        self.profile = profile
        self.fields = fields
        self.include = include
        self.extensions = extensions
        self.lenient = lenient
    }

    /// A validator that also knows the relationships of a schema: the linkage of a to-many must be a
    /// list, an empty one rather than null, and that of a to-one must be none (rule 30).
    public func knowing<Schema: ResourceSchema>(_ schema: Schema.Type) -> Validator {
        var validator = self
        for (_, descriptor) in Schema.fields {
            guard let descriptor = descriptor as? any RelationshipDescriptor else { continue }
            validator.relationships.append(
                DeclaredRelationship(
                    type: Schema.type, name: Schema.name(of: descriptor).text,
                    isToMany: descriptor.isToMany))
        }
        return validator
    }

    /// Validates the whole document that a view belongs to.
    ///
    /// Findings come in the order of the places they are about. What was edited since it was read has
    /// the position of the nearest value around it that was read.
    ///
    /// - Throws: `JSONError` with code `missing` when the view is absent, `outOfMemory`; of a document
    ///   opened lazily its syntax error.
    /// - Complexity: O(values), whatever they are.
    public func findings(in document: JSON) throws(JSONError) -> [Validator.Finding] {
        guard let node = document.node else { throw document.missing }
        var request = ValidationRequest(
            profile: profile.request, isLenient: lenient,
            fieldsets: fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
            include: include, namespaces: extensions)
        request.toMany = relationships.filter(\.isToMany).map { ($0.type, $0.name) }
        request.toOne = relationships.filter { !$0.isToMany }.map { ($0.type, $0.name) }
        return try node.tree.validate(request).map(Validator.Finding.init)
    }

    /// The numbers of all rules, ascending: those a finding can have, and the two that are exceptions
    /// to others (39, sparse fieldsets, and 66, @-members).
    public static var rules: [Int] { ValidationRules.numbers }
}

/// What a schema says of a relationship.
private struct DeclaredRelationship: Hashable, Sendable {
    let type: String
    let name: String
    let isToMany: Bool
}

extension Validator.Profile {
    fileprivate var request: ValidationRequest.Profile {
        switch self {
        case .response: .response
        case .create: .create
        case .update: .update
        case .relationship: .relationship
        case .any: .any
        }
    }
}

extension Validator {
    /// Something in a document that does not keep a rule of JSON:API.
    public struct Finding: Hashable, Sendable {
        /// How bad it is.
        public enum Severity: String, Hashable, Sendable {
            /// The standard says that it must not be so.
            case error
            /// The standard says that it should not be so.
            case warning
        }

        /// The number of the rule, as 38.
        public let rule: Int
        /// How bad it is.
        public let severity: Severity
        /// What is wrong, in words; never contains text of the document.
        public let message: String
        /// The JSON Pointer (RFC 6901) of the value it is about.
        public let pointer: String
        /// Where two values do not go together: the pointer of the first of them.
        public let otherPointer: String?
        /// Where the value was read.
        public let position: JSONError.Position

        init(_ fault: ValidationFault) {
            rule = fault.rule
            severity = fault.isError ? .error : .warning
            message = fault.message
            pointer = fault.pointer
            otherPointer = fault.otherPointer
            position = fault.position
        }

        /// The name of the rule, as `JA-038`.
        public var code: String {
            let digits = String(rule)
            return "JA-" + String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
        }

        /// Where the standard states the rule.
        public var reference: String {
            "https://jsonapi.org/format/1.1/"
                + (ValidationRules.anchor(of: rule).map { "#" + $0 } ?? "")
        }
    }
}

extension Validator.Finding: CustomStringConvertible {
    /// One line: code, message and pointer, which is cut behind 1,000 Unicode scalars.
    public var description: String { "\(code) \(message) (at \"\(pointer.excerpt(1000))\")" }
}
