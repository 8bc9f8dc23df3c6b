// SPDX-License-Identifier: MIT

/// The reasons why a server refused a request: messages about fields, and messages about the whole
/// request.
///
/// ```swift
/// let body = ValidationErrors.Decoder.Body(#"{"errors": {"title": ["is blank"]}}"#, status: 422)
/// if let errors = ValidationErrors.Decoder.rails.validationErrors(in: body) {
///     print(errors["title"], errors.messages)
///     // prints: ["is blank"] ["Title is blank"]
/// }
/// ```
///
/// Fields have the names that the server uses, with dots for nested fields: `address.city`,
/// `items.0.price`. The fields are in the order of the response.
public struct ValidationErrors: Hashable, Sendable {
    /// A field with the messages about it.
    public struct Field: Hashable, Sendable {
        /// The name of the field. The name of a nested field has dots.
        public let name: String
        /// The messages of the server about this field, in order.
        public fileprivate(set) var messages: [String]
    }

    /// The maximum number of messages. Further messages are dropped.
    public static let maximumCount = 1_000

    /// The maximum number of bytes of a message or of the name of a field. Longer messages and
    /// names are truncated.
    public static let maximumLength = 4_096

    /// The fields with errors.
    public private(set) var fields: [Field] = []

    /// The messages about the whole request.
    public private(set) var base: [String] = []

    /// The summary of the errors in the response; nil if the response has no summary.
    public var summary: String?

    private var positions: [ExactText: Int] = [:]
    private var count = 0

    /// Creates an empty collection.
    public init() {}

    /// True if there are no errors.
    public var isEmpty: Bool { fields.isEmpty && base.isEmpty }

    /// The messages about a field, found by the name that the server uses. The list is empty if
    /// there are no messages about this field.
    public subscript(field: String) -> [String] {
        positions[ExactText(field)].map { fields[$0].messages } ?? []
    }

    /// The messages about a field of a schema: `errors[\Post.title]`. The messages about a nested
    /// field are found by the dotted name of the field.
    public subscript<Schema: ObjectSchema>(
        path: KeyPath<Schema, some AttributeDescriptor>
    ) -> [String] {
        let field = Schema()[keyPath: path]
        let read = self[Schema.name(of: field).text]
        return read.isEmpty ? self[Schema.writtenName(of: field).text] : read
    }

    /// Adds a message about a field. The names `base`, `non_field_errors`, `__all__` and the empty
    /// name mean the whole request. If there are already ``maximumCount`` messages, the message is
    /// not added.
    public mutating func add(_ message: String, to field: String) {
        add(CollectionOfOne(message), to: field)
    }

    /// Adds messages about one field. The name is looked up once, because it may be long.
    mutating func add(_ messages: some Sequence<String>, to field: String) {
        let kept = messages.prefix(Self.maximumCount - count).map(Self.bounded)
        guard !kept.isEmpty else { return }
        count += kept.count
        let name = Self.bounded(field)
        if Self.baseNames.contains(name) {
            base += kept
        } else if let position = positions[ExactText(name)] {
            fields[position].messages += kept
        } else {
            positions[ExactText(name)] = fields.count
            fields.append(Field(name: name, messages: kept))
        }
    }

    /// True if no further message is kept.
    var isFull: Bool { count == Self.maximumCount }

    /// Adds a message about the whole request.
    public mutating func add(_ message: String) { add(message, to: "") }

    /// The names that Rails, Django REST framework and Django use for messages about the whole
    /// request.
    private static let baseNames: Set<String> = ["", "base", "non_field_errors", "__all__"]

    /// Returns a text, shortened if it is too long.
    static func bounded(_ text: String) -> String {
        guard text.utf8.count > maximumLength else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: maximumLength)
        while end > text.startIndex, String.Index(end, within: text.unicodeScalars) == nil {
            end = text.utf8.index(before: end)
        }
        return text[..<end] + "…"
    }

    /// Returns true if two collections have the same errors in the same order.
    public static func == (left: ValidationErrors, right: ValidationErrors) -> Bool {
        left.fields == right.fields && left.base == right.base && left.summary == right.summary
    }

    /// Hashes the values that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fields)
        hasher.combine(base)
        hasher.combine(summary)
    }
}

extension ValidationErrors: CustomStringConvertible {
    /// All messages, separated by semicolons. If there are no messages, the description is the
    /// summary.
    public var description: String {
        isEmpty ? summary ?? "no errors" : messages.joined(separator: "; ")
    }
}
