// SPDX-License-Identifier: MIT

/// What went wrong with a JSON text or a JSON value, and where.
///
/// Errors in a text carry a ``position``; errors in the use of a value carry the ``pointer`` of
/// that value, and what was ``expected`` and ``found`` there. Catch by code:
///
/// ```swift
/// do {
///     _ = try JSON(parsing: "[1,]")
/// } catch {
///     if error.code == .syntax { print(error.position?.offset ?? 0) }
/// }
/// ```
///
/// Printed, it says all of it:
///
/// ```swift
/// do {
///     let order = try JSON(parsing: #"{"count": "three"}"#)
///     _ = try order.count.vox.value(as: Int.self)
/// } catch {
///     print(error)  // prints: expected an integer, found text: "three" (at "/count")
/// }
/// ```
public struct JSONError: Error, Sendable {
    /// The kind of failure. New codes may be added.
    public struct Code: Hashable, Sendable {
        let number: Int32
        let name: String

        init(_ number: Int32, _ name: String) {
            self.number = number
            self.name = name
        }

        /// True for the same code.
        public static func == (left: Code, right: Code) -> Bool { left.number == right.number }

        /// Hashes the code.
        public func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    /// A place in a text, counted in bytes.
    public struct Position: Hashable, Sendable {
        /// Bytes before the place.
        public let offset: Int
        /// 1 plus the line feeds before the place.
        public let line: Int
        /// 1 plus the bytes since the last line feed.
        public let column: Int

        /// Makes a position; the three are not checked against one another.
        public init(offset: Int, line: Int, column: Int) {
            self.offset = offset
            self.line = line
            self.column = column
        }
    }

    /// The kind of failure.
    public let code: Code
    /// Where in the text, when a text was being read.
    public package(set) var position: Position?
    /// The JSON Pointer (RFC 6901) of the value at fault, or of the innermost value that had begun.
    public package(set) var pointer: String

    /// The words that were given; nil to have them made, of the code and the mismatch, when somebody
    /// asks.
    let stated: String?
    /// What was expected and found, where the error is about that.
    package var mismatch: Mismatch?

    /// Makes an error.
    public init(code: Code, message: String? = nil, position: Position? = nil, pointer: String = "")
    {
        self.code = code
        self.position = position
        self.pointer = pointer
        stated = message
    }

    /// What was wrong, in words; never contains text of the document, as ``description`` may.
    public var message: String {
        if let stated { return stated }
        guard let mismatch, let expected else { return Self.message(of: code) }
        return mismatch.words(expected, code, found: mismatch.found?.kindText)
    }
}

extension JSONError: Hashable {
    /// True for the same failure at the same place.
    public static func == (left: JSONError, right: JSONError) -> Bool {
        left.code == right.code && left.pointer == right.pointer && left.position == right.position
            && left.stated == right.stated && left.mismatch == right.mismatch
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(pointer)
        hasher.combine(position)
        hasher.combine(stated)
        hasher.combine(mismatch)
    }
}

extension JSONError: CustomStringConvertible {
    /// One line: the field, what was wrong, position when there is one, and pointer.
    ///
    /// Of a scalar that is at fault the beginning is shown, 60 bytes at most, unless a name on the way
    /// to it sounds like a secret: `password`, `accessToken`. At most 4,096 characters.
    public var description: String {
        let place =
            position.map { "line \($0.line), column \($0.column) (offset \($0.offset)), " } ?? ""
        return "\(fullMessage.excerpt(2000)) (\(place)at \"\(pointer.excerpt(1000))\")"
    }

    /// The description without the place.
    package var fullMessage: String {
        let subject = field.map { "\($0): " } ?? ""
        guard let found, let mismatch else { return subject + message }
        guard let expected else { return "\(subject)\(message), found \(found)" }
        return subject + mismatch.words(expected, code, found: found)
    }
}

extension JSONError: CustomReflectable {
    /// Shows what the description says, part by part.
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
    /// The name of the code, as `syntax`.
    public var description: String { name }
}
