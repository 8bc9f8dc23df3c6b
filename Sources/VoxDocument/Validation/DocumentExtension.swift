// SPDX-License-Identifier: MIT

extension Validator {
    /// An extension or a profile of JSON:API that a program and its service share (JSON:API 1.1,
    /// "Extensions" and "Profiles").
    ///
    /// An extension has a namespace, and adds members such as `bulk:data`. A server that does not
    /// support the extension must refuse its members. A profile defines the meaning of members for
    /// which JSON:API defines no meaning, such as members of `meta`. A program may ignore a
    /// profile.
    ///
    /// ```swift
    /// let timestamps = Validator.Extension(profile: "https://example.com/timestamps") { document in
    ///     let created = document["data"]["meta"]["created"] as JSON
    ///     return created.vox.kind == .string
    ///         ? [] : [Validator.Finding("a resource needs the time of its creation", at: created)]
    /// }
    /// let json = try JSON(parsing: #"{"data": {"type": "notes", "id": "1", "meta": {}}}"#)
    /// for finding in try timestamps.findings(in: json) {
    ///     print(finding.message)  // prints: a resource needs the time of its creation
    /// }
    /// ```
    public struct Extension: Sendable {
        /// The URI, which identifies the extension or profile in media types.
        public let uri: String
        /// The namespace of the members of an extension; nil for a profile.
        public let namespace: String?
        private let check: @Sendable (JSON) -> [Validator.Finding]

        /// Creates an extension.
        /// - Parameters:
        ///   - uri: the URI.
        ///   - namespace: the part before the colon in the names of the extension's members.
        ///   - check: returns a finding for each value in a document that violates a rule of the
        ///     extension.
        public init(
            extension uri: String, namespace: String,
            check: @escaping @Sendable (JSON) -> [Validator.Finding] = { _ in [] }
        ) {
            self.uri = uri
            self.namespace = namespace
            self.check = check
        }

        /// Creates a profile.
        /// - Parameters:
        ///   - uri: the URI.
        ///   - check: returns a finding for each value in a document that violates a rule of the
        ///     profile.
        public init(
            profile uri: String,
            check: @escaping @Sendable (JSON) -> [Validator.Finding] = { _ in [] }
        ) {
            self.uri = uri
            namespace = nil
            self.check = check
        }

        /// Returns the member that the extension adds to an object. If the namespace is `bulk`,
        /// `member("data", of: json)` is the member `bulk:data`. For a profile, the result is the
        /// member with the given name.
        public func member(_ name: String, of object: JSON) -> JSON {
            object[namespace.map { "\($0):\(name)" } ?? name]
        }

        /// Validates a document that applies this extension or profile. The rules of JSON:API are
        /// checked first.
        /// - Throws: the errors of ``Validator/findings(in:)``.
        public func findings(
            in document: JSON, by validator: Validator = Validator()
        ) throws(JSONError) -> [Validator.Finding] {
            var validator = validator
            if let namespace { validator.extensions.append(namespace) }
            return try validator.findings(in: document) + check(document)
        }
    }
}

extension Validator.Finding {
    /// Creates a finding about a violated rule of an extension or a profile. The ``rule`` of the
    /// finding is 0.
    /// - Parameters:
    ///   - message: the violation in words.
    ///   - value: the value that violates the rule. The value may be absent.
    ///   - severity: the severity.
    public init(_ message: String, at value: JSON, severity: Severity = .error) {
        self.init(
            ValidationFault(
                rule: 0, isError: severity == .error, message: message,
                pointer: value.vox.pointer, otherPointer: nil,
                position: value.vox.position ?? JSONError.Position(offset: 0, line: 0, column: 0)))
    }
}

extension Document {
    /// Compares the extensions and profiles in the document with the extensions and profiles in the
    /// media type, and returns a finding for each difference (JSON:API 1.1, "JSON:API Object"). The
    /// member `jsonapi` may be missing. If `jsonapi` has `ext` or `profile`, these members must
    /// list the same URIs as the media type.
    public func disagreements(with type: HTTPMediaType) -> [Validator.Finding] {
        var findings: [Validator.Finding] = []
        for (name, applied) in [("ext", type.ext), ("profile", type.profile)] {
            let list = json["jsonapi"][name] as JSON
            guard list.vox.kind == .array else { continue }
            let stated = Set(list.vox.elements.compactMap { String($0) })
            if stated != Set(applied) {
                findings.append(
                    Validator.Finding(
                        "the list differs from the parameter \(name) of the media type", at: list))
            }
        }
        return findings
    }
}
