// SPDX-License-Identifier: MIT

import Testing
import Vox
import VoxTestSupport

@Suite("Media types")
struct MediaTypeTests {
    private let atomic = "https://jsonapi.org/ext/atomic"
    private let cursor = "https://jsonapi.org/profiles/ethanresnick/cursor-pagination"

    @Test("JA-071 ext and profile are URIs separated by one space, always in quotes")
    func quoted() {
        #expect(HTTPMediaType.jsonAPI.description == "application/vnd.api+json")
        #expect(
            HTTPMediaType.jsonAPI(ext: [atomic]).description
                == "application/vnd.api+json; ext=\"\(atomic)\"")
        #expect(
            HTTPMediaType.jsonAPI(ext: [atomic, "urn:x"], profile: [cursor]).description
                == "application/vnd.api+json; ext=\"\(atomic) urn:x\"; profile=\"\(cursor)\"")
        // Even where a token would do.
        #expect(
            HTTPMediaType.jsonAPI(ext: ["x"], profile: ["y"]).description
                == "application/vnd.api+json; ext=\"x\"; profile=\"y\"")
        var type = HTTPMediaType.jsonAPI(ext: [atomic])
        type.ext = []
        #expect(type == .jsonAPI)
    }

    @Test(
        "JA-075 Other parameters are ignored, case does not count, values are quoted or bare",
        arguments: [
            "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\";charset=utf-8",
            "Application/VND.API+JSON ; Charset=UTF-8 ; EXT=\"https://jsonapi.org/ext/atomic\"",
            "application/vnd.api+json;ext=https://jsonapi.org/ext/atomic",
            " application/vnd.api+json ;; ext = https://jsonapi.org/ext/atomic".replacing(
                " = ", with: "="),
            "application/vnd.api+json; ext=\"https://jsonapi.org\\/ext/atomic\"; x=\"a;b,c\\\"\"",
        ])
    func tolerant(text: String) throws {
        let type = try #require(HTTPMediaType(text))
        #expect(type.isJSONAPI)
        #expect(type.ext == [atomic])
        #expect(type.profile.isEmpty)
    }

    @Test(
        "What is no media type is none",
        arguments: [
            "", "json", "application/", "/json", "application/json; charset", "a/b; x=\"open",
            "a/b; x=\"end\\", "a/b; =x", "a/b c", "a/b, c/d", "a/b; x=", "ä/b",
        ])
    func malformed(text: String) {
        #expect(HTTPMediaType(text) == nil)
    }

    @Test("A media type reads back as it was written, whatever its parameters hold")
    func roundTrip() throws {
        let seed = Seeded.drawnSeed()
        var random = Seeded(seed)
        for _ in 0..<500 {
            var type = HTTPMediaType.jsonAPI
            for index in 0..<Int.random(in: 0...4, using: &random) {
                let value = String(
                    (0..<Int.random(in: 0...12, using: &random)).map { _ in
                        "ab \"\\;,=/:é🙂\t".randomElement(using: &random) ?? "x"
                    })
                type.parameters.append(.init(name: "p\(index)", value: value))
            }
            #expect(HTTPMediaType(type.description) == type, "VOX_SEED=\(seed): \(type)")
        }
    }

    @Test("JA-073 Accept lists several instances with ext, profile and weights")
    func accept() throws {
        let wishes = [
            HTTPMediaType.Accepted(.jsonAPI(ext: [atomic], profile: [cursor])),
            HTTPMediaType.Accepted(.jsonAPI(ext: [], profile: [cursor]), quality: 0.75),
            HTTPMediaType.Accepted(.jsonAPI, quality: 0.5),
            HTTPMediaType.Accepted(.jsonAPI(ext: ["urn:y"]), quality: 0),
        ]
        let text = HTTPMediaType.Accepted.text(wishes)
        #expect(
            text == "application/vnd.api+json; ext=\"\(atomic)\"; profile=\"\(cursor)\", "
                + "application/vnd.api+json; profile=\"\(cursor)\"; q=0.750, "
                + "application/vnd.api+json; q=0.500, "
                + "application/vnd.api+json; ext=\"urn:y\"; q=0.000")
        #expect(HTTPMediaType.Accepted.list(text) == wishes)
    }

    @Test("Accept is sorted by weight, and what is malformed is passed over")
    func weights() {
        let list = HTTPMediaType.Accepted.list(
            "text/html;q=0.2, broken, application/json;q=x, */*;q=0.1, a/b;q=7, ,image/*; q=0.9")
        #expect(
            list.map(\.type.essence)
                == ["application/json", "a/b", "image/*", "text/html", "*/*"])
        #expect(list.map(\.quality) == [1, 1, 0.9, 0.2, 0.1])
        #expect(HTTPMediaType.Accepted.list("").isEmpty)
        #expect(
            HTTPMediaType.Accepted.list(String(repeating: "a/b,", count: 10_000)).count == 10_000)
    }
}
