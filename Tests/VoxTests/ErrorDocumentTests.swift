// SPDX-License-Identifier: MIT

import Testing
import Vox
import VoxTestSupport

@Suite("Error documents")
struct ErrorDocumentTests {
    private func errors(_ text: String, mode: DocumentOptions.Mode = .standard) -> DocumentError? {
        #expect(throws: DocumentError.self) {
            try Document<Album>(parsing: text, options: DocumentOptions(mode: mode))
        }
    }

    @Test(
        "MW-030 JA-129 JA-132 an error document throws an API error with every member of each error"
    )
    func everyMember() throws {
        let error = try #require(
            errors(
                """
                {"errors": [
                  {"id": "e1", "status": "422", "code": "E7", "title": "Bad", "detail": "Too short",
                   "source": {"pointer": "/data/attributes/title", "parameter": "sort",
                     "header": "Accept"},
                   "links": {"about": "/e/1", "type": {"href": "/types/7"}},
                     "meta": {"n": 1}, "x": [true]},
                  {"title": "Second"}
                ], "meta": {"m": 1}}
                """))
        #expect(error.code == .api)
        #expect(error.pointer == "/errors")
        #expect(error.message == "the document reports: Bad; Second")
        #expect(error.errors.count == 2)
        let first = error.errors[0]
        #expect(first.id == "e1")
        #expect(first.status == "422")
        #expect(first.code == "E7")
        #expect(first.title == "Bad")
        #expect(first.detail == "Too short")
        #expect(first.pointer == "/data/attributes/title")
        #expect(first.parameter == "sort")
        #expect(first.about == "/e/1")
        #expect(first.links?["about"] == "/e/1")
        #expect(first.meta == ["n": 1])
        #expect(error.errors[1].title == "Second")
        #expect(error.errors[1].status == nil)
        #expect(error.errors[1].pointer == nil)
        #expect(error.errors[1].meta == nil)
        #expect(error.errors[1].links == nil)
    }

    @Test("MW-030 without a source; for lists and untyped documents the same")
    func withoutSource() throws {
        let text =
            #"{"errors":[{"id":"e1","links":{},"code":"422","status":"422","#
            + #""title":"T","detail":"D","meta":{}}]}"#
        let single = try #require(errors(text))
        #expect(single.errors[0].pointer == nil)
        #expect(single.errors[0].parameter == nil)
        #expect(single.errors[0].header == nil)
        #expect(single.errors[0].meta == [:])
        #expect(single.errors[0].about == nil)
        let list = #expect(throws: DocumentError.self) { try Document<[Album]>(parsing: text) }
        let untyped = #expect(throws: DocumentError.self) {
            try Document<AnyResource>(parsing: text)
        }
        #expect(list == single)
        #expect(untyped == single)
    }

    @Test(
        "MW-030 the predecessor's error documents",
        .enabled(if: Corpora.arePresent, Corpora.missing),
        arguments: [true, false])
    func fixtures(withSource: Bool) throws {
        let name = withSource ? "ErrorsWithSource" : "ErrorsWithoutSource"
        let text = String(decoding: try Corpora.bytes("predecessors/\(name).json"), as: UTF8.self)
        let error = try #require(errors(text))
        #expect(error.code == .api)
        #expect(error.errors.count == 1)
        let first = try #require(error.errors.first)
        #expect(first.id == "1231123")
        #expect(first.code == "422")
        #expect(first.status == "422")
        #expect(first.title == "Invalid Attribute")
        #expect(first.detail?.hasPrefix("First name") == true)
        #expect(first.links == [:])
        #expect(first.meta == [:])
        #expect(first.pointer == (withSource ? "/data/attributes/first-name" : nil))
        #expect(first.parameter == (withSource ? "asdasda" : nil))
        #expect(first.header == nil)
    }

    @Test(
        "MW-031 JA-129 JA-132 source.header, links.about and type, numbers for text; the raw object is reachable"
    )
    func members() throws {
        let error = try #require(
            errors(
                """
                {"errors": [{"id": 17, "status": 404, "code": -1.50, "source": {"header": "X-Any"},
                  "links": {"about": {"href": "/about"}, "type": "/type", "own": null},
                    "vendor": {"deep": [1.0]}}]}
                """))
        let first = error.errors[0]
        #expect(first.id == "17")
        #expect(first.status == "404")
        #expect(first.code == "-1.50")
        #expect(first.header == "X-Any")
        #expect(first.about == "/about")
        #expect(first.type == "/type")
        #expect(first.links?["own"] == JSONValue.null)
        #expect(first.value["vendor"]?["deep"]?[0] == 1)
        #expect(try first.value["vendor"]?.text() == #"{"deep":[1.0]}"#)
        #expect(first.title == nil)
    }

    @Test(
        "odd error objects never hide the report",
        arguments: [
            #"{"errors":[]}"#, #"{"errors":[null]}"#, #"{"errors":["text",7,[],{}]}"#,
            #"{"errors":[{"title":7,"detail":{},"source":"x","links":[],"meta":null}]}"#,
            #"{"errors":[{"source":{"pointer":null}}],"data":null}"#,
        ])
    func oddObjects(text: String) throws {
        for mode in [DocumentOptions.Mode.standard, .lenient] {
            let error = try #require(errors(text, mode: mode))
            #expect(error.code == .api)
            for one in error.errors {
                #expect(one.pointer == nil)
                #expect(one.about == nil)
                #expect(one.detail == nil || one.detail == "text")
            }
        }
        #expect(errors(#"{"errors":["text",7,[],{}]}"#)?.errors.count == 4)
    }

    @Test("an error without a title says its detail or code")
    func messages() throws {
        #expect(errors(#"{"errors":[{"detail":"d"}]}"#)?.message == "the document reports: d")
        #expect(errors(#"{"errors":[{"code":"c"}]}"#)?.message == "the document reports: c")
        let description = try #require(errors(#"{"errors":[{"title":"t"}]}"#)).description
        #expect(description == #"the document reports: t (at "/errors")"#)
        let long = String(repeating: "x", count: 100_000)
        let cut = try #require(errors(#"{"errors":[{"title":""# + long + #""}]}"#))
        #expect(cut.description.count <= 4096)
        #expect(cut.errors[0].title == long)
    }

    /// A server may write there what it likes; what is no pointer is no fault of the document.
    @Test(
        "T35 the pointer of an error is kept as it came, whatever it is",
        arguments: [
            "/data/attributes/title", "", "/", "foo", "/data/attributes/~2x", "~", "/~", "/a~1b~0c",
            "#/data", "/data/99999999999999999999/-1", "/\u{0}", "/\u{1F600}",
            "/data/attributes/\n",
            String(repeating: "/a", count: 500_000),
        ])
    func pointers(pointer: String) throws {
        let written = try JSON(parsing: #"{"errors":[{"source":{"pointer":null}}]}"#)
        written.errors[0].source.pointer = pointer
        let error = try #require(errors(written.vox.text()))
        #expect(error.errors.count == 1)
        #expect(error.errors[0].pointer == pointer)
        #expect(error.errors[0].value["source"]?["pointer"] == .string(pointer))
        #expect(error.description.count <= 4096)
        // As a pointer into a document it names a value, or nothing.
        let document = try JSON(parsing: #"{"data":{"attributes":{"title":"T"}}}"#)
        #expect((document[pointer: pointer] == "T") == (pointer == "/data/attributes/title"))
        for value in ["null", "7", "[]", "{}", "true"] {
            let odd = try #require(
                errors(#"{"errors":[{"source":{"pointer":\#(value)}},{"source":\#(value)}]}"#))
            #expect(odd.errors.count == 2 && odd.errors[1].pointer == nil)
            #expect(odd.errors[0].pointer == (value == "7" ? "7" : nil))
        }
    }
}
