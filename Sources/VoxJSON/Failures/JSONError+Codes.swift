// SPDX-License-Identifier: MIT

package import CVox

extension JSONError.Code {
    /// No memory was to be had; nothing was changed.
    public static let outOfMemory = Self(VOX_ERROR_MEMORY, "outOfMemory")

    /// The text is not JSON at this place.
    public static let syntax = Self(VOX_ERROR_SYNTAX, "syntax")
    /// The text ends inside the document.
    public static let unexpectedEnd = Self(VOX_ERROR_END, "unexpectedEnd")
    /// Something other than white space follows the document.
    public static let trailingText = Self(VOX_ERROR_TRAILING, "trailingText")
    /// A control character stands unescaped inside text.
    public static let controlCharacter = Self(VOX_ERROR_CONTROL, "controlCharacter")
    /// There is no such escape sequence.
    public static let invalidEscape = Self(VOX_ERROR_ESCAPE, "invalidEscape")
    /// A surrogate escape lacks its other half.
    public static let invalidSurrogate = Self(VOX_ERROR_SURROGATE, "invalidSurrogate")
    /// The bytes are not UTF-8.
    public static let invalidUTF8 = Self(VOX_ERROR_UTF8, "invalidUTF8")
    /// A number breaks off or has a form JSON does not know.
    public static let invalidNumber = Self(VOX_ERROR_NUMBER, "invalidNumber")
    /// Neither `true`, `false` nor `null`.
    public static let invalidLiteral = Self(VOX_ERROR_LITERAL, "invalidLiteral")
    /// A byte order mark, in strict mode.
    public static let byteOrderMark = Self(VOX_ERROR_BYTE_ORDER_MARK, "byteOrderMark")
    /// A second member of the same name: in strict mode, or put in by hand.
    public static let duplicateName = Self(VOX_ERROR_DUPLICATE, "duplicateName")

    /// More bytes than ``JSONOptions/maximumSize``.
    public static let documentTooLarge = Self(VOX_ERROR_SIZE_LIMIT, "documentTooLarge")
    /// Deeper nesting than ``JSONOptions/maximumDepth``.
    public static let depthExceeded = Self(VOX_ERROR_DEPTH_LIMIT, "depthExceeded")
    /// More values than ``JSONOptions/maximumValues``.
    public static let tooManyValues = Self(VOX_ERROR_NODE_LIMIT, "tooManyValues")
    /// More memory than ``JSONOptions/maximumMemory``.
    public static let memoryLimitExceeded = Self(VOX_ERROR_MEMORY_LIMIT, "memoryLimitExceeded")

    /// The value is of another kind than asked for.
    public static let wrongKind = Self(VOX_ERROR_KIND, "wrongKind")
    /// The number does not fit the type asked for; it is never rounded or cut.
    public static let outOfRange = Self(VOX_ERROR_RANGE, "outOfRange")
    /// There is no such member or element.
    public static let missing = Self(VOX_ERROR_MISSING, "missing")
    /// The index lies past the end of the array.
    public static let indexOutOfRange = Self(VOX_ERROR_INDEX, "indexOutOfRange")
    /// The text is no JSON Pointer.
    public static let invalidPointer = Self(VOX_ERROR_POINTER, "invalidPointer")
    /// A value was to be put below itself.
    public static let cycle = Self(VOX_ERROR_CYCLE, "cycle")
    /// JSON has no infinity and no not-a-number.
    public static let notFinite = Self(VOX_ERROR_NOT_FINITE, "notFinite")
    /// The document is frozen.
    public static let frozen = Self(VOX_ERROR_FROZEN, "frozen")
    /// The document is not shaped as JSON:API asks.
    public static let shape = Self(VOX_ERROR_SHAPE, "shape")
    /// What was asked for is not in this build, as reading by libyajl without the trait `Yajl`.
    public static let unavailable = Self(VOX_ERROR_ARGUMENT, "unavailable")
    /// The value was refused by the type it was to become.
    public static let notConvertible = Self(1000, "notConvertible")
    /// The value is written once, and was.
    public static let readOnly = Self(1001, "readOnly")
    /// A field of a schema has a name that is taken.
    public static let reservedName = Self(1002, "reservedName")

    private init(_ status: vox_status, _ name: String) {
        self.init(Int32(bitPattern: status.rawValue), name)
    }

    /// The code for a status of the core.
    static func of(_ status: vox_status) -> Self {
        let number = Int32(bitPattern: status.rawValue)
        return known.first { $0.number == number } ?? Self(number, "code\(number)")
    }

    /// True for faults of a text, which have a position.
    var isAboutText: Bool { (10..<40).contains(number) }

    private static let known: [Self] = [
        outOfMemory, syntax, unexpectedEnd, trailingText, controlCharacter, invalidEscape,
        invalidSurrogate, invalidUTF8, invalidNumber, invalidLiteral, byteOrderMark, duplicateName,
        documentTooLarge, depthExceeded, tooManyValues, memoryLimitExceeded, wrongKind, outOfRange,
        missing, indexOutOfRange, invalidPointer, cycle, notFinite, frozen, shape, unavailable,
    ]
}

extension JSONError {
    static func message(of code: Code) -> String {
        switch code {
        case .notConvertible: "the value does not convert to the type asked for"
        case .reservedName: "the name is taken"
        case .readOnly:
            "the attribute is written once, and the server has it: vox.set(_:to:) writes it all the same"
        case .frozen: "the document is frozen: write to a copy, as thawed() or vox.copy() gives it"
        default: String(cString: vox_status_message(vox_status(UInt32(bitPattern: code.number))))
        }
    }

    package init(_ status: vox_status, pointer: String = "") {
        self.init(code: .of(status), pointer: pointer)
    }

    /// An error in a text, with everything the core says about it.
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
