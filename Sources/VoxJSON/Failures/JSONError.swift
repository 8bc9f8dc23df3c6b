// SPDX-License-Identifier: MIT

/// What went wrong with a JSON text or a JSON value, and where.
///
/// Errors in a text carry a ``position``; errors in the use of a value carry the ``pointer`` of
/// that value. Catch by code:
///
/// ```swift
/// do {
///     _ = try JSON(parsing: "[1,]")
/// } catch {
///     if error.code == .syntax { print(error.position?.offset ?? 0) }
/// }
/// ```
public struct JSONError: Error, Hashable, Sendable {
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
    /// What was wrong, in words; never contains text of the document.
    public let message: String
    /// Where in the text, when a text was being read.
    public let position: Position?
    /// The JSON Pointer (RFC 6901) of the value at fault, or of the innermost value that had begun.
    public let pointer: String

    /// Makes an error.
    public init(code: Code, message: String? = nil, position: Position? = nil, pointer: String = "")
    {
        self.code = code
        self.message = message ?? Self.message(of: code)
        self.position = position
        self.pointer = pointer
    }
}

extension JSONError: CustomStringConvertible {
    /// One line: message, position when there is one, and pointer.
    public var description: String {
        let place =
            position.map { "line \($0.line), column \($0.column) (offset \($0.offset)), " } ?? ""
        return "\(message) (\(place)at \"\(pointer)\")"
    }
}

extension JSONError.Code: CustomStringConvertible {
    /// The name of the code, as `syntax`.
    public var description: String { name }
}
