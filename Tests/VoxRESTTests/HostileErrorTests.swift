// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import VoxREST
import VoxTestSupport

/// Answers that are made to cost much more than their length.
@Suite("Hostile validation errors")
struct HostileErrorTests {
    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let decoder: ValidationErrors.Decoder
        let text: @Sendable (_ name: String, _ messages: String) -> String
    }

    static let shapes = [
        Shape(testDescription: "Django", decoder: .django) {
            #"{"\#($0)": {"x": [\#($1)]}}"#
        },
        Shape(testDescription: "Rails", decoder: .rails) {
            #"{"errors": {"\#($0)": [\#($1)]}}"#
        },
        Shape(testDescription: "Laravel", decoder: .laravel) {
            #"{"message": "m", "errors": {"\#($0)": [\#($1)]}}"#
        },
        Shape(testDescription: "problem details", decoder: .problemDetails) {
            #"{"title": "t", "status": 422, "errors": {"\#($0)": [\#($1)]}}"#
        },
    ]

    /// Reading what has one long name and many messages about it, against reading as many bytes of
    /// which each is alone.
    @Test(
        "T33 Many errors of a field with a long name take the time of their bytes",
        arguments: shapes)
    func longName(shape: Shape) {
        let messages = String(repeating: #""a","#, count: 20_000) + #""a""#
        let long = String(repeating: "\u{E9}", count: 100_000)
        let hostile = ValidationErrors.Decoder.Body(shape.text(long, messages), status: 422)
        let harmless = ValidationErrors.Decoder.Body(
            shape.text("a", messages + #","\#(long)""#), status: 422)
        let errors = shape.decoder.validationErrors(in: hostile)
        #expect(errors?.fields.first?.messages.count == ValidationErrors.maximumCount)
        #expect(errors?.fields.first.map { $0.name.utf8.count <= 4_100 } == true)
        expectCost(below: 4) {
            _ = shape.decoder.validationErrors(in: harmless)
        } of: {
            _ = shape.decoder.validationErrors(in: hostile)
        }
    }

    @Test("T33 Sentences of long messages about fields of long names take linear time")
    func sentences() throws {
        func errors(_ length: Int) -> ValidationErrors {
            var errors = ValidationErrors()
            for number in 0..<20 {
                errors.add(
                    "A" + String(repeating: "a", count: length),
                    to: String(repeating: "a", count: length / 2) + "b\(number)")
            }
            return errors
        }
        let (short, long) = (errors(1_000), errors(4_000))
        #expect(long.messages.count == 20)
        expectCost(below: 8) {
            _ = short.messages
        } of: {
            _ = long.messages
        }
    }

    @Test("Fields whose names differ in their bytes alone are two")
    func equivalentNames() {
        var errors = ValidationErrors()
        errors.add("a", to: "\u{E9}")
        errors.add("b", to: "e\u{301}")
        #expect(errors.fields.map(\.messages) == [["a"], ["b"]])
        #expect(errors["\u{E9}"] == ["a"] && errors["e\u{301}"] == ["b"])
    }

    @Test("MW-122 A form that has a name many times is read in linear time")
    func repeatedNames() throws {
        func form(_ count: Int) -> [UInt8] { Array(String(repeating: "a=1&", count: count).utf8) }
        func read(_ bytes: [UInt8]) throws -> JSON {
            try RESTOptions.Parser.form.parse(bytes, headers: [:], options: JSON.Options())
        }
        let (short, long) = (form(5_000), form(20_000))
        #expect(try read(long).a.vox.count == 20_000)
        try expectCost(below: 8) {
            _ = try read(short)
        } of: {
            _ = try read(long)
        }
    }
}
