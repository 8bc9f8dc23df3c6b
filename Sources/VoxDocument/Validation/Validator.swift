// SPDX-License-Identifier: MIT

/// Checks a document against the rules of JSON:API 1.1 and of its extension Atomic Operations.
///
/// ```swift
/// let json = try JSON(parsing: #"{"data": {"type": "notes", "id": 1}}"#)
/// for finding in try Validator(profile: .response).findings(in: json) {
///     print(finding)  // JA-016 an id must be a string (at "/data/id")
/// }
/// ```
///
/// An error is a violation of a requirement of the standard, and a warning is a violation of a
/// recommendation. The validator does not check the contents of `meta`, members whose name begins
/// with `@`, or members of applied extensions other than `atomic:operations` and `atomic:results`.
public struct Validator: Hashable, Sendable {
    /// The intended use of a document.
    public enum Profile: String, Hashable, Sendable, CaseIterable {
        /// A response, in which every resource has an id.
        case response
        /// A request that creates one resource.
        case create
        /// A request that changes one resource.
        case update
        /// A request to the address of a relationship, or the response to this request. The primary
        /// data of the document is linkage.
        case relationship
        /// A request with `atomic:operations`. This profile allows `atomic:operations` even if
        /// ``Validator/extensions`` does not contain `atomic`.
        case operations
        /// A response to operations: `atomic:results`, or `errors`. This profile allows
        /// `atomic:results` even if ``Validator/extensions`` does not contain `atomic`.
        case results
        /// A document with an unknown purpose. The document must be valid for at least one of the
        /// other profiles. Operations and results are allowed only if ``Validator/extensions``
        /// contains `atomic`.
        case any
    }

    /// The intended use of the document.
    public var profile: Profile
    /// The requested fields of each resource type. If the fieldsets omit a relationship, its
    /// targets may be in `included` although no linkage leads to them (the exception to full
    /// linkage).
    public var fields: [String: [String]]
    /// The requested relationship paths, or nil if they are unknown. For known paths, the exception
    /// to full linkage (see ``fields``) applies only if the fieldsets omit a relationship on one of
    /// the paths.
    public var include: [String]?
    /// The namespaces of the applied extensions. If `atomic` is one of the namespaces, the
    /// validator checks `atomic:operations` and `atomic:results` under every profile.
    public var extensions: [String]
    /// If true, the validator does not report deviations that lenient reading accepts.
    ///
    /// The deviations are: a number as type, id, status or code; null as attributes or
    /// relationships; an `included` that is not a list; repeated resources; and repeated or unknown
    /// members.
    public var lenient: Bool
    /// The numbers of the rules that are not reported, such as 26.
    public var ignoredRules: Set<Int>

    private var relationships: [DeclaredRelationship] = []

    /// Creates a validator.
    public init(
        profile: Profile = .any, fields: [String: [String]] = [:], include: [String]? = nil,
        extensions: [String] = [], lenient: Bool = false, ignoredRules: Set<Int> = []
    ) {
        self.profile = profile
        self.fields = fields
        self.include = include
        self.extensions = extensions
        self.lenient = lenient
        self.ignoredRules = ignoredRules
    }

    /// Returns a validator that also checks the relationships of a schema (rule 30). The linkage of
    /// a to-many relationship must be a list and not null. The linkage of a to-one relationship
    /// must not be a list.
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

    /// Validates the whole document that the view belongs to.
    ///
    /// The findings are in the order of their positions. If a value was edited after the document
    /// was read, its finding has the position of the nearest enclosing value that was read.
    ///
    /// If the pointers of all findings together are longer than 1 MiB and 16 times the text, the
    /// last finding is an error of the rest, if there is one, and its message says how many further
    /// findings are left out.
    ///
    /// - Throws: `JSONError` with code `missing` if the view is absent, `JSONError` with code
    ///   `outOfMemory`, or the syntax error of a document that was opened lazily.
    /// - Complexity: O(values), regardless of the content of the document.
    public func findings(in document: JSON) throws(JSONError) -> [Validator.Finding] {
        guard let node = document.node else { throw document.missing }
        var request = ValidationRequest(
            profile: profile.request, isLenient: lenient,
            fieldsets: fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
            include: include, namespaces: extensions)
        request.toMany = relationships.filter(\.isToMany).map { ($0.type, $0.name) }
        request.ignoredRules = ignoredRules.compactMap { UInt32(exactly: $0) }
        request.toOne = relationships.filter { !$0.isToMany }.map { ($0.type, $0.name) }
        return try node.tree.validate(request).map(Validator.Finding.init)
    }

    /// The numbers of all rules, in ascending order.
    ///
    /// The rules 39 (sparse fieldsets) and 66 (@-members) only permit what other rules forbid. No
    /// document can violate these two rules, so no finding has their numbers.
    public static var rules: [Int] { ValidationRules.numbers }
}

/// A relationship as a schema declares it.
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
        case .operations: .operations
        case .results: .results
        case .any: .any
        }
    }
}

extension Validator {
    /// A violation of a rule of JSON:API in a document.
    public struct Finding: Hashable, Sendable {
        /// The severity of a violation.
        public enum Severity: String, Hashable, Sendable {
            /// The document violates a requirement of the standard.
            case error
            /// The document violates a recommendation of the standard.
            case warning
        }

        /// The number of the rule, such as 38; 0 for a rule of a ``Validator/Extension``.
        public let rule: Int
        /// The severity of the violation.
        public let severity: Severity
        /// A text that describes the violation. The message never contains text of the document.
        public let message: String
        /// The JSON Pointer (RFC 6901) of the value that violates the rule.
        public let pointer: String
        /// The JSON Pointer of the first of two conflicting values; nil for a finding that is not
        /// about a conflict.
        public let otherPointer: String?
        /// The position of the value in the text that was parsed.
        public let position: JSONError.Position

        init(_ fault: ValidationFault) {
            rule = fault.rule
            severity = fault.isError ? .error : .warning
            message = fault.message
            pointer = fault.pointer
            otherPointer = fault.otherPointer
            position = fault.position
        }

        /// The name of the rule, such as `JA-038`; `own` for a rule of a ``Validator/Extension``.
        public var code: String {
            if rule == 0 { return "own" }
            let digits = String(rule)
            return "JA-" + String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
        }

        /// The address of the rule in the text of the standard, of its recommendations, or of the
        /// extension Atomic Operations.
        public var reference: String { ValidationRules.reference(of: rule) }
    }
}

extension Validator.Finding: CustomStringConvertible {
    /// The description is one line with the code, the message and the pointer. A pointer is
    /// truncated after 1,000 Unicode scalars.
    public var description: String { "\(code) \(message) (at \"\(pointer.excerpt(1000))\")" }
}
