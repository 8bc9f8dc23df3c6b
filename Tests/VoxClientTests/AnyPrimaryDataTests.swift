// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

@Suite("Documents whose form is not known before")
struct AnyPrimaryDataTests {
    @Test(
        "A list, one resource, null and no data at all",
        arguments: [
            (#"{"data": [{"type": "a", "id": "1"}, {"type": "b", "id": "1"}]}"#, ["a 1", "b 1"]),
            (#"{"data": []}"#, []), (#"{"data": {"type": "a", "id": "1"}}"#, ["a 1"]),
            (#"{"data": null}"#, []), (#"{"meta": {}}"#, []),
        ])
    func reads(text: String, expected: [String]) throws {
        let document = try Document<AnyPrimaryData>(parsing: text)
        #expect(document.data.map { "\($0.type) \($0.id ?? "")" } == expected)
        #expect(try [UInt8](document.documentData()) == Array(text.utf8))
    }

    @Test(
        "What is none of these is refused",
        arguments: [#"{"data": 5}"#, #"{"data": [1]}"#, #"{"data": [null]}"#, "[]"])
    func refuses(text: String) throws {
        let error = #expect(throws: DocumentError.self) {
            _ = try Document<AnyPrimaryData>(parsing: text)
        }
        #expect(error?.code == .shape)
    }

    @Test("An address is read below the base or at its origin, with the query it has")
    func addresses() async throws {
        let client = Scripted { request, _ in
            request.answer(200, [:], #"{"data": {"type": "a", "id": "1"}}"#)
        }
        let api = try APIClient("http://a.example/v1", transport: client)
        for (address, sent) in [
            ("a/1?x-y=1", "http://a.example/v1/a/1?x-y=1&sort=id"),
            ("/a", "http://a.example/v1/a?sort=id"),
            ("http://a.example/other", "http://a.example/other?sort=id"),
        ] {
            let request = api.fetch(address, as: AnyPrimaryData.self).sort(["id"])
            #expect(try await request.result().data.map(\.id) == ["1"])
            #expect(client.requests.last?.url.text == sent)
        }
        let other = await #expect(throws: RequestError.self) {
            _ = try await api.fetch("http://b.example/", as: AnyPrimaryData.self).result()
        }
        #expect(other?.code == .crossOrigin)
    }
}
