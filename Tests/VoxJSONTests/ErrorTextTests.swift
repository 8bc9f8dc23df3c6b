// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxJSON

/// What an error says to the one who reads it: what was expected, what was found, and where.
@Suite("What errors of values say")
struct ErrorTextTests {
    private enum Medium: String, JSONConvertible, CaseIterable { case vinyl, tape }
    private enum Speed: Int, JSONConvertible { case slow = 33, fast = 45 }

    private struct ISBN: JSONConvertible {
        let digits: String

        static func decode(_ json: JSON) throws(JSONError) -> ISBN {
            guard case let text = try String.decode(json), text.utf8.count == 13 else {
                throw JSONError(code: .notConvertible, pointer: json.vox.pointer)
            }
            return ISBN(digits: text)
        }

        func encoded() -> JSONValue { .string(digits) }
    }

    private static let text = #"""
        {"text": "abc", "number": 3, "fraction": 3.5, "large": 300, "huge": 12345678901234567890,
         "yes": true, "nothing": null, "list": [1, "x", [2]], "object": {"a": 1, "b": {"c": "d"}},
         "empty": {}, "long": "\#(String(repeating: "long ", count: 40))",
         "password": 7, "user": {"accessToken": 8}}
        """#

    private static let cases:
        [(read: @Sendable (JSON) throws -> Any, message: String, words: String)] = [
            (
                { try $0.number.vox.value(as: String.self) }, "expected a string, found a number",
                #"expected a string, found a number: 3 (at "/number")"#
            ),
            (
                { try $0.text.vox.value(as: Int.self) }, "expected an integer, found a string",
                #"expected an integer, found a string: "abc" (at "/text")"#
            ),
            (
                { try $0.fraction.vox.value(as: Int.self) }, "expected an integer, found a number",
                #"expected an integer, found a number: 3.5 (at "/fraction")"#
            ),
            (
                { try $0.large.vox.value(as: UInt8.self) },
                "expected an integer from 0 to 255, found a number, which is out of range",
                #"expected an integer from 0 to 255, found a number: 300, which is out of range (at "/large")"#
            ),
            (
                { try $0.huge.vox.value(as: Int.self) },
                "expected an integer, found a number, which is out of range",
                #"expected an integer, found a number: 12345678901234567890, which is out of range (at "/huge")"#
            ),
            (
                { try $0.nothing.vox.value(as: Double.self) }, "expected a number, found null",
                #"expected a number, found null (at "/nothing")"#
            ),
            (
                { try $0.yes.vox.value(as: UUID.self) }, "expected a UUID, found a boolean",
                #"expected a UUID, found a boolean: true (at "/yes")"#
            ),
            (
                { try $0.text.vox.value(as: Date.self) },
                "expected a date (RFC 3339), found a string",
                #"expected a date (RFC 3339), found a string: "abc" (at "/text")"#
            ),
            (
                { try $0.list.vox.value(as: Bool.self) }, "expected true or false, found an array",
                #"expected true or false, found an array of 3 elements (at "/list")"#
            ),
            (
                { try $0.empty.vox.value(as: [Int].self) }, "expected an array, found an object",
                #"expected an array, found an object of 0 members (at "/empty")"#
            ),
            (
                { try $0.list.vox.value(as: [Int].self) }, "expected an integer, found a string",
                #"expected an integer, found a string: "x" (at "/list/1")"#
            ),
            (
                { try $0.object.vox.value(as: [String: Int].self) },
                "expected an integer, found an object",
                #"expected an integer, found an object of 1 member (at "/object/b")"#
            ),
            (
                { try $0.list.vox.value(as: [Int?].self) }, "expected an integer, found a string",
                #"expected an integer, found a string: "x" (at "/list/1")"#
            ),
            (
                { try $0.nowhere.deeper.vox.value(as: String.self) },
                "expected a string, found nothing",
                #"expected a string, found nothing (at "/nowhere/deeper")"#
            ),
            (
                { try $0.vox.find("/nowhere") }, "the member or element does not exist",
                #"the member or element does not exist (at "/nowhere")"#
            ),
            (
                { try $0.text.vox.value(as: Medium.self) },
                #"expected one of "vinyl", "tape", found a string"#,
                #"expected one of "vinyl", "tape", found a string: "abc" (at "/text")"#
            ),
            (
                { try $0.number.vox.value(as: Medium.self) },
                #"expected one of "vinyl", "tape", found a number"#,
                #"expected one of "vinyl", "tape", found a number: 3 (at "/number")"#
            ),
            (
                { try $0.number.vox.value(as: Speed.self) },
                "expected an integer for Speed, found a number",
                #"expected an integer for Speed, found a number: 3 (at "/number")"#
            ),
            (
                { try $0.text.vox.value(as: ISBN.self) }, "expected ISBN, found a string",
                #"expected ISBN, found a string: "abc" (at "/text")"#
            ),
            (
                { try $0.text.sub.vox.set(1) }, "expected an object, found a string",
                #"expected an object, found a string: "abc" (at "/text")"#
            ),
            (
                { try $0.object[0].vox.set(1) }, "expected an array, found an object",
                #"expected an array, found an object of 2 members (at "/object")"#
            ),
            (
                { try $0.text.vox.append(1) }, "expected an array, found a string",
                #"expected an array, found a string: "abc" (at "/text")"#
            ),
            (
                { try $0.password.vox.value(as: String.self) }, "expected a string, found a number",
                #"expected a string, found a number (at "/password")"#
            ),
            (
                { try $0.user.accessToken.vox.value(as: String.self) },
                "expected a string, found a number",
                #"expected a string, found a number (at "/user/accessToken")"#
            ),
            (
                { try $0.number.vox.set(Double.nan) }, "JSON has no infinity and no NaN",
                #"JSON has no infinity and no NaN (at "/number")"#
            ),
            (
                {
                    let frozen = try $0.vox.copy().vox.frozen()
                    try frozen.json.number.vox.set(1)
                    return 0
                }, "the document is frozen: write to a copy from thawed() or vox.copy()",
                #"the document is frozen: write to a copy from thawed() or vox.copy() (at "/number")"#
            ),
        ]

    @Test("A pointer ends before a name with U+0000, and does not name another member")
    func zeroInName() throws {
        let error = #expect(throws: JSONError.self) {
            try JSON(parsing: #"{"a": {"admin\u0000x": tru}}"#)
        }
        #expect(error?.pointer == "/a" && error?.code == .invalidLiteral)
    }

    @Test("an error says what was expected, what was found, and where", arguments: cases.indices)
    func words(index: Int) throws {
        let (read, message, words) = Self.cases[index]
        let json = try JSON(parsing: Self.text)
        let error = #expect(throws: JSONError.self) { _ = try read(json) }
        #expect(error?.message == message)
        #expect(error.map { "\($0)" } == words)
        #expect(error?.localizedDescription == words)
        #expect((error as (any Error)?)?.localizedDescription == words)
    }

    @Test("the parts are there for programs; long text is cut, the message has none of it")
    func parts() throws {
        let json = try JSON(parsing: Self.text)
        let error = try #require(
            #expect(throws: JSONError.self) { try json.long.vox.value(as: Int.self) })
        #expect(error.expected == "an integer" && error.field == nil)
        #expect(error.found?.hasPrefix(#"a string: "long long"#) == true)
        #expect((error.found?.utf8.count ?? 0) < 80 && error.found?.hasSuffix("…") == true)
        #expect(!error.message.contains("long"))
        let shown = Mirror(reflecting: error).children.map { $0.label ?? "" }
        #expect(shown == ["code", "message", "expected", "found", "pointer"])
        let syntax = #expect(throws: JSONError.self) { try JSON(parsing: "[1,]") }
        #expect(syntax?.expected == nil && syntax?.found == nil)
    }

    @Test("plain reads note the same, each once, and print as lines")
    func plainReads() throws {
        let json = try JSON(parsing: Self.text)
        #expect("\(json.vox.failures)" == "no failures")
        for _ in 0..<2 {
            #expect(json.number as String? == nil)
            #expect(json.text as ISBN? == nil)
            #expect(Int(json.list) == nil)
        }
        json.text.sub = 1
        #expect(
            "\(json.vox.failures)" == """
                4 failures
                  read: expected a string, found a number: 3 (at "/number")
                  read: expected ISBN, found a string: "abc" (at "/text")
                  read: expected an integer, found an array of 3 elements (at "/list")
                  write: expected an object, found a string: "abc" (at "/text")
                """)
        #expect(Mirror(reflecting: json.vox.failures).children.count == 4)
        json.vox.failure = nil
        _ = json.number as String?
        #expect("\(json.vox.failures)".hasPrefix("1 failure\n"))
        // What stands there now is another failure.
        json.number = 4
        _ = json.number as String?
        #expect(json.vox.failures.count == 2)
    }

    @Test("errors of conversions of one's own")
    func ownErrors() throws {
        let json = try JSON(parsing: Self.text)
        let made = JSONError(code: .notConvertible, expected: "an ISBN", found: json.text)
        #expect("\(made)" == #"expected an ISBN, found a string: "abc" (at "/text")"#)
        #expect(made == JSONError(code: .notConvertible, expected: "an ISBN", found: json.text))
        #expect(made != JSONError(code: .notConvertible, expected: "an ISBN", found: json.number))
        #expect(made != JSONError(code: .notConvertible, pointer: "/text"))
        let plain = JSONError(code: .notConvertible, message: "no ISBN", pointer: "/text")
        #expect("\(plain)" == #"no ISBN (at "/text")"#)
    }

    @Test("dump shows members and elements")
    func dumps() throws {
        let json = try JSON(parsing: #"{"title": "Day Boats", "tags": ["a", 1], "none": null}"#)
        var text = ""
        dump(json, to: &text)
        #expect(
            text == """
                ▿ {"title":"Day Boats","tags":["a",1],"none":null}
                  - title: "Day Boats"
                  ▿ tags: 2 elements
                    - "a"
                    - 1
                  - none: null

                """)
        text = ""
        dump(try json.vox.frozen(), to: &text)
        #expect(text.contains("- none: null"))
    }

    @Test("names of secrets in any spelling hide what was found")
    func secrets() throws {
        for name in ["api_key", "api-key", "API Key", "private_key", "accessKey", "Session-ID"] {
            let json: JSON = [:]
            json[name] = "hunter2"
            #expect(throws: JSONError.self) {
                do throws(JSONError) {
                    _ = try json[name].vox.value(as: Int.self)
                } catch {
                    #expect(!error.description.contains("hunter2"), "\(error)")
                    throw error
                }
            }
        }
    }

    @Test("an error is one line of bounded length, whatever names the document has")
    func bounds() throws {
        let marks = "e" + String(repeating: "\u{301}", count: 100_000)
        let line = "a\u{1B}[31m\r\nb\u{2028}c"
        for name in [marks, line, String(repeating: "x", count: 100_000)] {
            let json: JSON = [:]
            json[name] = name
            _ = json[name] as Int?
            let text = try #require(json.vox.failure).description
            #expect(text.unicodeScalars.count <= 4096)
            #expect(!text.contains { $0.isNewline || $0 == "\u{1B}" }, "\(text.debugDescription)")
        }
    }
}
