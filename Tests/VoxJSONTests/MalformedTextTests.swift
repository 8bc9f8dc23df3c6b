// SPDX-License-Identifier: MIT

import Testing
import VoxJSON
import VoxTestSupport

/// A malformed text, and the error it must give.
private struct Row: CustomTestStringConvertible, Sendable {
    let bytes: [UInt8]
    let code: JSONError.Code
    let position: JSONError.Position
    let pointer: String

    init(
        _ text: String, _ code: JSONError.Code, _ offset: Int, _ line: Int, _ column: Int,
        _ pointer: String = ""
    ) {
        self.init(Array(text.utf8), code, offset, line, column, pointer)
    }

    init(
        _ bytes: [UInt8], _ code: JSONError.Code, _ offset: Int, _ line: Int, _ column: Int,
        _ pointer: String = ""
    ) {
        self.bytes = bytes
        self.code = code
        self.position = .init(offset: offset, line: line, column: column)
        self.pointer = pointer
    }

    var testDescription: String { String(reflecting: String(decoding: bytes, as: UTF8.self)) }

    /// Checks it with both readers; in a build without libyajl there is one.
    func check(_ options: JSON.Options = JSON.Options()) {
        for reader in JSON.Options.Reader.allCases where reader == .fast || Self.hasYajl {
            var options = options
            options.reader = reader
            checkOne(options)
        }
    }

    private static let hasYajl: Bool = {
        var options = JSON.Options()
        options.reader = .yajl
        return (try? JSON(parsing: "0", options: options)) != nil
    }()

    private func checkOne(_ options: JSON.Options) {
        let error = #expect(throws: JSONError.self, "\(testDescription)") {
            try JSON(parsing: bytes, options: options)
        }
        #expect(error?.code == code, "\(testDescription)")
        #expect(error?.position == position, "\(testDescription)")
        #expect(error?.pointer == pointer, "\(testDescription)")
        #expect(error?.message.isEmpty == false)
    }
}

/// Text in ASCII with single bytes beyond it.
private func raw(_ before: String, _ bytes: [UInt8], _ after: String = "") -> [UInt8] {
    Array(before.utf8) + bytes + Array(after.utf8)
}

@Suite("MW-042 malformed texts: code, position and pointer")
struct MalformedTextTests {
    private static let structure: [Row] = [
        Row("", .unexpectedEnd, 0, 1, 1), Row(" \n\t ", .unexpectedEnd, 4, 2, 3),
        Row("\u{FEFF}", .unexpectedEnd, 3, 1, 4), Row("[", .unexpectedEnd, 1, 1, 2),
        Row("[1,", .unexpectedEnd, 3, 1, 4), Row("[[", .unexpectedEnd, 2, 1, 3, "/0"),
        Row(#"{"a""#, .unexpectedEnd, 4, 1, 5), Row(#"{"a":"#, .unexpectedEnd, 5, 1, 6),
        Row(#"{"a":1,"#, .unexpectedEnd, 7, 1, 8), Row("{\"a\":{\n", .unexpectedEnd, 7, 2, 1, "/a"),
        Row(#"{"a":[true,{"b":["#, .unexpectedEnd, 17, 1, 18, "/a/1/b"),
        Row("]", .syntax, 0, 1, 1), Row(",", .syntax, 0, 1, 1), Row("'a'", .syntax, 0, 1, 1),
        Row("+1", .syntax, 0, 1, 1), Row(".5", .syntax, 0, 1, 1), Row("/*c*/1", .syntax, 0, 1, 1),
        Row("\u{0}", .syntax, 0, 1, 1), Row("[1 2]", .syntax, 3, 1, 4),
        Row("[1,]", .syntax, 3, 1, 4),
        Row("[,1]", .syntax, 1, 1, 2), Row("[1}", .syntax, 2, 1, 3), Row("[01]", .syntax, 2, 1, 3),
        Row("[truex]", .syntax, 5, 1, 6), Row("[1\u{B}]", .syntax, 2, 1, 3),
        Row("[\u{C}1]", .syntax, 1, 1, 2),
        Row("[1,\n\n  x]", .syntax, 7, 3, 3), Row("[[1,2],\r\n[3 4]]", .syntax, 12, 2, 4, "/1"),
        Row(#"{"a" 1}"#, .syntax, 5, 1, 6), Row("{a:1}", .syntax, 1, 1, 2),
        Row("{1:1}", .syntax, 1, 1, 2),
        Row("{]", .syntax, 1, 1, 2), Row(#"{"a":}"#, .syntax, 5, 1, 6),
        Row(#"{"a":1,}"#, .syntax, 7, 1, 8),
        Row(#"{"a":[1,{"b":2 3}]}"#, .syntax, 15, 1, 16, "/a/1"),
        Row(#"{"x/y":{"m~n":[1 2]}}"#, .syntax, 17, 1, 18, "/x~1y/m~0n"),
        Row(#"{"\u0061":[1 2]}"#, .syntax, 13, 1, 14, "/a"), Row("\u{FEFF}[1 2]", .syntax, 6, 1, 7),
        Row("[é]", .syntax, 1, 1, 2), Row("[1,\n\"aé\" x]", .syntax, 10, 2, 7),
        Row("\u{FEFF}\u{FEFF}[]", .syntax, 3, 1, 4),
        Row("01", .trailingText, 1, 1, 2), Row("1 2", .trailingText, 2, 1, 3),
        Row("truex", .trailingText, 4, 1, 5),
        Row("{} \"abc", .trailingText, 3, 1, 4), Row("{}\n\n]", .trailingText, 4, 3, 1),
        Row("[] // c", .trailingText, 3, 1, 4), Row("{\"a\":1}\u{0}", .trailingText, 7, 1, 8),
        Row("{}\u{FEFF}", .trailingText, 2, 1, 3),
    ]

    private static let scalars: [Row] = [
        Row("-", .unexpectedEnd, 1, 1, 2), Row("-x", .invalidNumber, 1, 1, 2),
        Row("1.", .unexpectedEnd, 2, 1, 3),
        Row("1.e5", .invalidNumber, 2, 1, 3), Row("1e+", .unexpectedEnd, 3, 1, 4),
        Row("[1,2e]", .invalidNumber, 5, 1, 6, "/1"),
        Row("[-Infinity]", .invalidNumber, 2, 1, 3, "/0"),
        Row(#"{"a":-}"#, .invalidNumber, 6, 1, 7, "/a"),
        Row("[\n1e", .unexpectedEnd, 4, 2, 3, "/0"),
        Row("tru", .unexpectedEnd, 3, 1, 4), Row("nulx", .invalidLiteral, 3, 1, 4),
        Row("[tRue]", .invalidLiteral, 2, 1, 3, "/0"), Row("[nan]", .invalidLiteral, 2, 1, 3, "/0"),
        Row("[true,fals", .unexpectedEnd, 10, 1, 11, "/1"),
        Row(#"{"a":nul}"#, .invalidLiteral, 8, 1, 9, "/a"),
        Row(#""abc"#, .unexpectedEnd, 4, 1, 5), Row("[\"a\nb\"]", .controlCharacter, 3, 1, 4, "/0"),
        Row("[\"\u{1F}\"]", .controlCharacter, 2, 1, 3, "/0"),
        Row("[\"\u{0}\"]", .controlCharacter, 2, 1, 3, "/0"),
        Row("{\"a\tb\":1}", .controlCharacter, 3, 1, 4),
        Row("{\"o\":{\"a\nb", .controlCharacter, 8, 1, 9, "/o"),
        Row(#"{"a":"x\q"}"#, .invalidEscape, 7, 1, 8, "/a"),
        Row(#"{"a\q":1}"#, .invalidEscape, 3, 1, 4),
        Row(#"["\u12g4"]"#, .invalidEscape, 2, 1, 3, "/0"),
        Row(#"["\u12"#, .unexpectedEnd, 6, 1, 7, "/0"),
        Row(#"["\xC3"]"#, .invalidEscape, 2, 1, 3, "/0"),
        Row(#"["\"]"#, .unexpectedEnd, 5, 1, 6, "/0"),
        Row("[1,\n\n\"\\u12\"", .invalidEscape, 6, 3, 2, "/1"),
    ]

    private static let encodings: [Row] = [
        Row(#""\ud800""#, .invalidSurrogate, 1, 1, 2),
        Row(#"["a\udc00x"]"#, .invalidSurrogate, 3, 1, 4, "/0"),
        Row(#"["\uDBFF\u0041"]"#, .invalidSurrogate, 2, 1, 3, "/0"),
        Row(#"["\ud83d\ude00\ude00"]"#, .invalidSurrogate, 14, 1, 15, "/0"),
        Row(#"{"\uDFAA":0}"#, .invalidSurrogate, 2, 1, 3),
        Row(#"{"a":{"\ud800":0}}"#, .invalidSurrogate, 7, 1, 8, "/a"),
        Row(#"["\ud800"#, .unexpectedEnd, 8, 1, 9, "/0"),
        Row([0xFF], .invalidUTF8, 0, 1, 1), Row(raw("[", [0xFF], "]"), .invalidUTF8, 1, 1, 2),
        Row(raw("{} ", [0x80]), .invalidUTF8, 3, 1, 4),
        Row(raw("[\"ab", [0xC0, 0xAF], "\"]"), .invalidUTF8, 4, 1, 5, "/0"),
        Row(raw("[\"", [0xED, 0xA0, 0x80], "\"]"), .invalidUTF8, 2, 1, 3, "/0"),
        Row(raw("[\"", [0xF4, 0x90, 0x80, 0x80], "\"]"), .invalidUTF8, 2, 1, 3, "/0"),
        Row(raw("[\n\"", [0xE2, 0x82], "\"]"), .invalidUTF8, 3, 2, 2, "/0"),
        Row(raw("{\"a", [0xFF], "\":1}"), .invalidUTF8, 3, 1, 4),
        Row(raw("\"", [0xC3]), .invalidUTF8, 1, 1, 2),
        // UTF-16, with and without a mark, and UTF-32.
        Row([0xFE, 0xFF, 0x00, 0x5B, 0x00, 0x5D], .invalidUTF8, 0, 1, 1),
        Row([0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00], .invalidUTF8, 0, 1, 1),
        Row([0x5B, 0x00, 0x5D, 0x00], .syntax, 1, 1, 2),
        Row([0x00, 0x5B, 0x00, 0x5D], .syntax, 0, 1, 1),
        // Of two errors the first.
        Row(raw("[1 2, \"", [0xFF], "\"]"), .syntax, 3, 1, 4),
        Row(#"["\q", "\ud800"]"#, .invalidEscape, 2, 1, 3, "/0"),
        Row("[tru,\u{B}]", .invalidLiteral, 4, 1, 5, "/0"),
    ]

    @Test("structure")
    func structureErrors() {
        for row in Self.structure { row.check() }
        #expect(Self.structure.count + Self.scalars.count + Self.encodings.count >= 90)
    }

    @Test("numbers, literals and text, in both modes")
    func scalarErrors() {
        var strict = JSON.Options()
        strict.mode = .strict
        for row in Self.scalars {
            row.check()
            row.check(strict)
        }
    }

    @Test("surrogates and encodings")
    func encodingErrors() {
        for row in Self.encodings { row.check() }
    }

    @Test("strict mode refuses repeated names and a byte order mark")
    func strictErrors() throws {
        var strict = JSON.Options()
        strict.mode = .strict
        let rows = [
            Row("\u{FEFF}{}", .byteOrderMark, 0, 1, 1),
            Row(#"{"a":1,"a":2}"#, .duplicateName, 7, 1, 8),
            Row("{\"a\":1,\n \"\\u0061\":2}", .duplicateName, 9, 2, 2),
            Row(#"{"":1,"":2}"#, .duplicateName, 6, 1, 7),
            Row(#"{"x":[{"a":1,"b":2,"a":3}]}"#, .duplicateName, 19, 1, 20, "/x/0"),
            Row(#"{"a":1 x,"a":2}"#, .syntax, 7, 1, 8),
        ]
        for row in rows { row.check(strict) }
        for text in [
            #"{"a":{"a":1},"b":[{"a":1},{"a":2}]}"#, "{\"\u{E9}\":1,\"e\u{301}\":2}",
            #"{"a":1,"A":2}"#,
        ] {
            #expect(try JSON(parsing: text, options: strict).vox.count == 2, "\(text)")
        }
    }

    @Test("every prefix of a document ends early, or is refused where it is not the end")
    func prefixes() throws {
        for seed in 0..<40 {
            var values = RandomValues(seed: UInt64(seed))
            let bytes = Array(values.source(of: .array([values.value(depth: 3)])).utf8)
            let end = bytes.lastIndex(of: UInt8(ascii: "]")) ?? 0
            for length in 0...end {
                let error = #expect(throws: JSONError.self) { try JSON(parsing: bytes[..<length]) }
                #expect((error?.position?.offset ?? -1) <= length)
                if error?.code != .invalidUTF8 {
                    #expect(error?.code == .unexpectedEnd, "seed \(seed), \(length) bytes")
                    #expect(error?.position?.offset == length)
                }
            }
        }
    }

    @Test("random damage never traps, and what is refused has a place in the text")
    func randomDamage() {
        var random = Seeded(42)
        for seed in 0..<400 {
            var values = RandomValues(seed: UInt64(seed))
            var bytes = Array(values.source(of: values.value(depth: 4)).utf8)
            for _ in 0..<(1 + random.below(3)) where !bytes.isEmpty {
                bytes[random.below(bytes.count)] = random.pick(
                    Array("{}[],:\"\\u0e-. \n".utf8) + [0, 0x80, 0xC3, 0xFF])
            }
            do {
                let json = try JSON(parsing: bytes)
                #expect(try json.vox.bytes() == bytes)
            } catch {
                #expect(error.position.map { $0.offset <= bytes.count } == true)
            }
        }
    }

    @Test("messages and descriptions say what and where, without text of the document")
    func descriptions() {
        let error = #expect(throws: JSONError.self) {
            try JSON(parsing: "{\"secret\":\n[1 secret]}")
        }
        #expect(error?.description.contains("line 2, column 4 (offset 14), at \"/secret\"") == true)
        #expect(error?.message.contains("secret") == false)
        #expect(error?.code.description == "syntax")
        let made = JSONError(code: .missing, message: "gone", pointer: "/a")
        #expect(made.description == "gone (at \"/a\")")
        #expect(JSONError(code: .notConvertible).message.isEmpty == false)
        #expect(made == JSONError(code: .missing, message: "gone", pointer: "/a"))
        #expect(made != JSONError(code: .missing, message: "gone", pointer: "/b"))
        #expect(Set([JSONError.Code.syntax, .missing, .syntax]).count == 2)
    }
}
