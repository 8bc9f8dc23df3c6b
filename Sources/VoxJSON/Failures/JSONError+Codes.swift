// SPDX-License-Identifier: MIT

package import CVox

extension JSONError.Code {
    /// The allocator returned no memory. Nothing was changed.
    public static let outOfMemory = Self(VOX_ERROR_MEMORY, "outOfMemory")

    /// The text at the position of the error is not JSON.
    public static let syntax = Self(VOX_ERROR_SYNTAX, "syntax")
    /// The text ends inside the document.
    public static let unexpectedEnd = Self(VOX_ERROR_END, "unexpectedEnd")
    /// The document is followed by characters that are not white space.
    public static let trailingText = Self(VOX_ERROR_TRAILING, "trailingText")
    /// A string contains an unescaped control character.
    public static let controlCharacter = Self(VOX_ERROR_CONTROL, "controlCharacter")
    /// A string contains an escape sequence that does not exist in JSON.
    public static let invalidEscape = Self(VOX_ERROR_ESCAPE, "invalidEscape")
    /// A surrogate escape is not part of a pair.
    public static let invalidSurrogate = Self(VOX_ERROR_SURROGATE, "invalidSurrogate")
    /// The text has bytes that are not UTF-8.
    public static let invalidUTF8 = Self(VOX_ERROR_UTF8, "invalidUTF8")
    /// A number is incomplete, or JSON does not allow its text.
    public static let invalidNumber = Self(VOX_ERROR_NUMBER, "invalidNumber")
    /// The text contains a word that is not `true`, `false` or `null`.
    public static let invalidLiteral = Self(VOX_ERROR_LITERAL, "invalidLiteral")
    /// The text begins with a byte order mark. A byte order mark is an error only in strict mode.
    public static let byteOrderMark = Self(VOX_ERROR_BYTE_ORDER_MARK, "byteOrderMark")
    /// An object has two members with the same name, or an edit would add a second member with the
    /// same name. Reading reports repeated names only in strict mode.
    public static let duplicateName = Self(VOX_ERROR_DUPLICATE, "duplicateName")

    /// The task was cancelled while the text was parsed.
    public static let cancelled = Self(VOX_ERROR_STOPPED, "cancelled")

    /// The text has more bytes than ``JSON/Options/maximumSize``.
    public static let documentTooLarge = Self(VOX_ERROR_SIZE_LIMIT, "documentTooLarge")
    /// The nesting is deeper than ``JSON/Options/maximumDepth``.
    public static let depthExceeded = Self(VOX_ERROR_DEPTH_LIMIT, "depthExceeded")
    /// The text has more values than ``JSON/Options/maximumValues``.
    public static let tooManyValues = Self(VOX_ERROR_NODE_LIMIT, "tooManyValues")
    /// The document needs more memory than ``JSON/Options/maximumMemory``.
    public static let memoryLimitExceeded = Self(VOX_ERROR_MEMORY_LIMIT, "memoryLimitExceeded")

    /// The value is of another kind than requested.
    public static let wrongKind = Self(VOX_ERROR_KIND, "wrongKind")
    /// The number does not fit the requested type. Numbers are never rounded or truncated.
    public static let outOfRange = Self(VOX_ERROR_RANGE, "outOfRange")
    /// The member or element does not exist.
    public static let missing = Self(VOX_ERROR_MISSING, "missing")
    /// The index is beyond the end of the array.
    public static let indexOutOfRange = Self(VOX_ERROR_INDEX, "indexOutOfRange")
    /// The string is not a JSON Pointer.
    public static let invalidPointer = Self(VOX_ERROR_POINTER, "invalidPointer")
    /// A value cannot be moved to a location inside itself.
    public static let cycle = Self(VOX_ERROR_CYCLE, "cycle")
    /// The number is infinite or NaN. JSON cannot express these numbers.
    public static let notFinite = Self(VOX_ERROR_NOT_FINITE, "notFinite")
    /// The document is frozen.
    public static let frozen = Self(VOX_ERROR_FROZEN, "frozen")
    /// The document does not have the structure that JSON:API requires.
    public static let shape = Self(VOX_ERROR_SHAPE, "shape")
    /// This build does not contain the requested feature. For example, a build without libyajl
    /// cannot read by it.
    public static let unavailable = Self(VOX_ERROR_ARGUMENT, "unavailable")
    /// The requested type refused the value.
    public static let notConvertible = Self(1000, "notConvertible")
    /// The value can be written only once, and it was already written.
    public static let readOnly = Self(1001, "readOnly")
    /// A field of a schema has a reserved name.
    public static let reservedName = Self(1002, "reservedName")

    private init(_ status: vox_status, _ name: String) {
        self.init(Int32(bitPattern: status.rawValue), name)
    }

    /// Returns the code for a status of the core.
    static func of(_ status: vox_status) -> Self {
        let number = Int32(bitPattern: status.rawValue)
        return known.first { $0.number == number } ?? Self(number, "code\(number)")
    }

    /// True for errors in a text. An error in a text has a position.
    var isAboutText: Bool { (10..<40).contains(number) }

    private static let known: [Self] = [
        outOfMemory, cancelled, syntax, unexpectedEnd, trailingText, controlCharacter,
        invalidEscape, invalidSurrogate, invalidUTF8, invalidNumber, invalidLiteral,
        byteOrderMark, duplicateName, documentTooLarge, depthExceeded, tooManyValues,
        memoryLimitExceeded, wrongKind, outOfRange, missing, indexOutOfRange, invalidPointer,
        cycle, notFinite, frozen, shape, unavailable,
    ]
}

extension JSONError {
    static func message(of code: Code) -> String {
        switch code {
        case .notConvertible: "the value cannot be converted to the requested type"
        case .reservedName: "the name is already used"
        case .readOnly:
            "the attribute is write-once, and the server already has it: use vox.set(_:to:) to write it anyway"
        case .frozen: "the document is frozen: write to a copy from thawed() or vox.copy()"
        default: String(cString: vox_status_message(vox_status(UInt32(bitPattern: code.number))))
        }
    }

    package init(_ status: vox_status, pointer: String = "") {
        self.init(code: .of(status), pointer: pointer)
    }

    /// Creates an error about a text, with all details from the core.
    package init(_ error: vox_error) {
        var error = error
        let pointer = withUnsafeBytes(of: &error.pointer) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        self.init(
            code: .of(error.status),
            message: error.message.map { String(cString: $0) },
            position: Position(
                offset: error.offset, line: max(error.line, 1), column: max(error.column, 1)),
            pointer: pointer)
    }
}
