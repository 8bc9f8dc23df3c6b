// SPDX-License-Identifier: MIT

/// An error in a JSON text or in the use of a JSON value.
///
/// An error in a JSON text has a ``position``. An error in the use of a value has the ``pointer``
/// of that value, and may have the ``expected`` and the ``found`` value. Catch errors by the code
/// of the error:
///
/// ```swift
/// do {
///     _ = try JSON(parsing: "[1,]")
/// } catch {
///     if error.code == .syntax { print(error.position?.offset ?? 0) }
/// }
/// ```
///
/// The description contains the field, the reason and the location of the error:
///
/// ```swift
/// do {
///     let order = try JSON(parsing: #"{"count": "three"}"#)
///     _ = try order.count.vox.value(as: Int.self)
/// } catch {
///     print(error)  // prints: expected an integer, found a string: "three" (at "/count")
/// }
/// ```
public struct JSONError: Error, Sendable {
    /// The kind of failure. Later versions may add codes.
    public struct Code: Hashable, Sendable {
        let number: Int32
        let name: String

        init(_ number: Int32, _ name: String) {
            self.number = number
            self.name = name
        }

        /// Returns true if the two codes are the same.
        public static func == (left: Code, right: Code) -> Bool { left.number == right.number }

        /// Hashes the code.
        public func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    /// A position in a text, counted in bytes.
    public struct Position: Hashable, Sendable {
        /// The number of bytes before the position.
        public let offset: Int
        /// The line is 1 plus the number of line feeds before the position.
        public let line: Int
        /// The column is 1 plus the number of bytes since the last line feed.
        public let column: Int

        /// Creates a position. The offset, the line and the column are not checked against each
        /// other.
        public init(offset: Int, line: Int, column: Int) {
            self.offset = offset
            self.line = line
            self.column = column
        }
    }

    /// The kind of failure.
    public let code: Code
    /// The position in the text, if the error is a syntax error.
    public package(set) var position: Position?
    /// The JSON Pointer (RFC 6901) of the failing value. For a syntax error, the pointer leads to
    /// the innermost value that begins before the position. It leads to a value around it if it
    /// would have more than 255 bytes, or a name with U+0000.
    public package(set) var pointer: String

    /// The message given at creation. If it is nil, ``message`` is created on demand from the code
    /// and the mismatch.
    let stated: String?
    /// The expected value and the found value. The mismatch is nil if the error is not about an
    /// unexpected value.
    package var mismatch: Mismatch?

    /// Creates an error.
    public init(code: Code, message: String? = nil, position: Position? = nil, pointer: String = "")
    {
        self.code = code
        self.position = position
        self.pointer = pointer
        stated = message
    }

    /// A text that describes the failure. Unlike ``description``, the message never contains text
    /// of the document.
    public var message: String {
        if let stated { return stated }
        guard let mismatch, let expected else { return Self.message(of: code) }
        return mismatch.words(expected, code, found: mismatch.found?.kindText)
    }
}

extension JSONError: Hashable {
    /// Returns true if two errors have equal parts: code, location, message, expected and found
    /// value.
    public static func == (left: JSONError, right: JSONError) -> Bool {
        left.code == right.code && left.position == right.position
            && left.pointer.utf8.elementsEqual(right.pointer.utf8)
            && left.stated == right.stated && left.mismatch == right.mismatch
    }

    /// Hashes the parts that equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(pointer)
        hasher.combine(position)
        hasher.combine(stated)
        hasher.combine(mismatch)
    }
}

extension JSONError: CustomStringConvertible {
    /// The description is one line with the field, the reason, the pointer and, if known, the
    /// position.
    ///
    /// The description shows at most 60 bytes of a failing scalar. The description does not contain
    /// the scalar if a member name on its path is a secret name, such as `password` or
    /// `accessToken`. The description has at most 4,096 characters.
    public var description: String {
        let place =
            position.map { "line \($0.line), column \($0.column) (offset \($0.offset)), " } ?? ""
        return "\(fullMessage.excerpt(2000)) (\(place)at \"\(pointer.excerpt(1000))\")"
    }

    /// The description without the location.
    package var fullMessage: String {
        let subject = field.map { "\($0): " } ?? ""
        guard let found, let mismatch else { return subject + message }
        guard let expected else { return "\(subject)\(message), found \(found)" }
        return subject + mismatch.words(expected, code, found: found)
    }
}

extension JSONError: CustomReflectable {
    /// The mirror shows the properties of the error that are not nil.
    public var customMirror: Mirror {
        let parts: [(label: String?, value: Any?)] = [
            ("code", code), ("message", message), ("expected", expected), ("found", found),
            ("field", field), ("position", position), ("pointer", pointer),
        ]
        return Mirror(
            self,
            children: parts.compactMap { part in
                part.value.map { (label: part.label, value: $0) }
            }, displayStyle: .struct)
    }
}

extension JSONError.Code: CustomStringConvertible {
    /// The name of the code, such as `syntax`.
    public var description: String { name }
}
