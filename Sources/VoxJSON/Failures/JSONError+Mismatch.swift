// SPDX-License-Identifier: MIT

internal import VoxRedaction

// The expected value and the found value of an error. Only the values are stored, and the words are
// created when the error is described, because many errors of failed reads are never described.

extension JSONError {
    /// A text that describes the expected JSON, such as `text` or `an integer from 0 to 255`. The
    /// expectation is nil if the error is not about an unexpected value.
    public var expected: String? { mismatch?.expected?.text }

    /// A description of the value that was found, such as `a number: 3`, `an array of 2 elements`,
    /// `null` or `nothing`. At most 60 bytes of a scalar are shown. The description is nil if the
    /// error is not about an unexpected value.
    public var found: String? {
        mismatch?.found.map { SecretNames.isOnTheWay(of: pointer) ? $0.kindText : $0.text }
    }

    /// The field of a schema that was read or written, such as `Album.title`. The field is nil if
    /// no schema was used.
    public var field: String? { mismatch?.field?.text }

    /// True if the error is about an unknown value. An unknown value has the right JSON kind, but
    /// no value of the Swift type has this raw value. For example, a server has added a value to an
    /// enumeration. The code of an error about an unknown value is `notConvertible`.
    ///
    /// ```swift
    /// enum Medium: String, JSONConvertible { case vinyl, tape }
    /// let release = try JSON(parsing: #"{"media": ["tape", "download", "vinyl"]}"#)
    /// let media: [Medium]? = release.media
    /// let new = release.vox.failures.filter { $0.error.isUnknownValue }
    /// print(media?.count ?? 0, new.map(\.error.pointer))      // prints: 2 ["/media/1"]
    /// ```
    public var isUnknownValue: Bool {
        if case .value? = mismatch?.expected { true } else { false }
    }

    /// Creates an error about an unexpected value. Use this initializer in the conversions that
    /// your program defines.
    ///
    /// ```swift
    /// struct ISBN: JSONConvertible {
    ///     let digits: String
    ///     static func decode(_ json: JSON) throws(JSONError) -> ISBN {
    ///         let text = try String.decode(json)
    ///         guard text.utf8.count == 13 else {
    ///             throw JSONError(code: .notConvertible, expected: "an ISBN of 13 digits", found: json)
    ///         }
    ///         return ISBN(digits: text)
    ///     }
    ///     func encoded() -> JSONValue { .string(digits) }
    /// }
    /// do {
    ///     _ = try JSON(parsing: #"{"isbn": "12"}"#).isbn.vox.value(as: ISBN.self)
    /// } catch {
    ///     print(error)  // prints: expected an ISBN of 13 digits, found a string: "12" (at "/isbn")
    /// }
    /// ```
    public init(code: Code, expected: String, found json: JSON) {
        self.init(code, expected: .words(expected), found: json.node, pointer: json.vox.pointer)
    }

    /// Creates an error about a value that cannot be converted to a type.
    package init(_ code: Code, expected type: any JSONConvertible.Type, found json: JSON) {
        self.init(code, expected: .type(type), found: json.node, pointer: json.vox.pointer)
    }

    /// Creates an error about a raw value that belongs to no value of a type.
    init(unknown type: any JSONConvertible.Type, found json: JSON) {
        self.init(
            .notConvertible, expected: .value(of: type), found: json.node, pointer: json.vox.pointer
        )
    }

    /// Creates an error about an unexpected value.
    package init(_ code: Code, expected: String, found node: Node) {
        self.init(code, expected: .words(expected), found: node, pointer: node.pointer)
    }

    /// Creates an error about an unexpected value for a conversion. The caller of the conversion
    /// adds the found value to the error.
    package init(_ code: Code, expected: String) {
        self.init(code: code)
        mismatch = Mismatch(expected: .words(expected), found: nil, field: nil)
    }

    /// Returns a copy of the error with texts that describe the expected value and the found value.
    package func mismatching(expected: String, found: String) -> JSONError {
        mismatching(expected, .words(found))
    }

    /// Returns a copy of the error with a text that describes the expected value, and with the
    /// found value.
    package func mismatching(expected: String, found node: Node) -> JSONError {
        mismatching(expected, Mismatch.Found(node))
    }

    private func mismatching(_ expected: String, _ found: Mismatch.Found) -> JSONError {
        var copy = self
        copy.mismatch = Mismatch(expected: .words(expected), found: found, field: mismatch?.field)
        return copy
    }

    private init(_ code: Code, expected: Mismatch.Expected, found node: Node?, pointer: String) {
        self.init(code: code, pointer: pointer)
        mismatch = Mismatch(
            expected: expected, found: Mismatch.Found(node), field: nil)
    }

    /// Returns a copy of the error with the expected and the found value. The error is returned
    /// unchanged if it is about another value, or if it already has the expected and the found
    /// value.
    package func completed(_ type: Any.Type, found json: JSON) -> JSONError {
        guard Self.ofConversions.contains(code), mismatch?.found == nil,
            pointer.utf8.elementsEqual(json.vox.pointer.utf8)
        else { return self }
        var expected = mismatch?.expected
        if expected == nil, let type = type as? any JSONConvertible.Type { expected = .type(type) }
        var copy = self
        copy.mismatch = Mismatch(
            expected: expected, found: Mismatch.Found(json.node), field: mismatch?.field)
        return copy
    }

    /// Returns a copy with another expected type. An error about another value is returned
    /// unchanged.
    func expecting(_ type: any JSONConvertible.Type, found json: JSON) -> JSONError {
        guard Self.ofConversions.contains(code), pointer.utf8.elementsEqual(json.vox.pointer.utf8)
        else { return self }
        if isUnknownValue { return JSONError(unknown: type, found: json) }
        var copy = self
        copy.mismatch = nil
        return copy.completed(type, found: json)
    }

    /// Returns a copy of the error that names a field of a schema. The error is returned unchanged
    /// if it already names a field, or if it is about the text of the document.
    package func about(_ field: any ErrorField) -> JSONError {
        guard mismatch?.field == nil, position == nil else { return self }
        var copy = self
        copy.mismatch = Mismatch(
            expected: mismatch?.expected, found: mismatch?.found, field: field)
        return copy
    }

    private static let ofConversions: [Code] = [.wrongKind, .outOfRange, .notConvertible, .missing]
}

/// The field of a schema that an error is about. A higher layer implements this protocol.
package protocol ErrorField: Sendable {
    /// The name of the field: `Album.title`.
    var text: String { get }
}

/// The expected value and the found value of an error.
package final class Mismatch: Sendable {
    package enum Expected: Hashable, Sendable {
        case type(any JSONConvertible.Type)
        /// A value of a type with a raw value. The JSON is of the right kind, but no value of the
        /// type has this raw value.
        case value(of: any JSONConvertible.Type)
        case words(String)
    }

    /// A short description of a value. The description does not depend on the document of the
    /// value.
    package enum Found: Hashable, Sendable {
        case nothing
        case null
        /// A boolean. The string is `true` or `false`.
        case boolean(String)
        case number(String)
        case text(String)
        /// The number of elements of an array, or of members of an object.
        case list(Int)
        case object(Int)
        /// A text that describes the value. A higher layer provides the text.
        case words(String)
    }

    let expected: Expected?
    let found: Found?
    let field: (any ErrorField)?

    init(expected: Expected?, found: Found?, field: (any ErrorField)?) {
        self.expected = expected
        self.found = found
        self.field = field
    }

    /// Returns the message.
    func words(_ expected: String, _ code: JSONError.Code, found: String?) -> String {
        guard let found else { return "expected \(expected)" }
        return "expected \(expected), found \(found)"
            + (code == .outOfRange ? ", which is out of range" : "")
    }
}

extension Mismatch: Hashable {
    /// Returns true if both the expected and the found values are equal. The fields of the errors
    /// are not compared, because the pointer identifies the field, and several schemas may have
    /// different names for it.
    package static func == (left: Mismatch, right: Mismatch) -> Bool {
        left.expected == right.expected && left.found == right.found
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(expected)
        hasher.combine(found)
    }
}

extension Mismatch.Expected {
    package static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.type(let left), .type(let right)): left == right
        case (.value(let left), .value(let right)): left == right
        case (.words(let left), .words(let right)): left == right
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .type(let type), .value(let type): hasher.combine(ObjectIdentifier(type))
        case .words(let words): hasher.combine(words)
        }
    }

    var text: String {
        switch self {
        case .type(let type), .value(let type): type.expectation
        case .words(let words): words
        }
    }
}

extension Mismatch.Found {
    private static let shown = 60

    init(_ node: Node?) {
        guard let node else {
            self = .nothing
            return
        }
        self =
            switch node.kind {
            case .absent: .nothing
            case .null: .null
            case .boolean: .boolean(node.excerpt(Self.shown))
            case .number: .number(node.excerpt(Self.shown))
            case .string: .text(node.excerpt(Self.shown))
            case .array: .list(node.count)
            case .object: .object(node.count)
            }
    }

    /// The kind of the value in words, without the value itself.
    var kindText: String {
        switch self {
        case .nothing: "nothing"
        case .null: "null"
        case .boolean: "a boolean"
        case .number: "a number"
        case .text: "a string"
        case .list: "an array"
        case .object: "an object"
        case .words(let words): words
        }
    }

    /// The kind of the value in words, with the beginning of the value.
    var text: String {
        switch self {
        case .nothing, .null, .words: kindText
        case .boolean(let value), .number(let value), .text(let value): "\(kindText): \(value)"
        case .list(let count): "an array of \(count) element\(count == 1 ? "" : "s")"
        case .object(let count): "an object of \(count) member\(count == 1 ? "" : "s")"
        }
    }
}
