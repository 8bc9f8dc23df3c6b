// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// The forms of bodies that the options for a service select.
@Suite("Forms of services")
struct ServiceFormTests {
    private struct Note: ResourceSchema {
        static let type = "notes"
        let text = Attribute<String>("text")
        let note = Attribute<String>("note")
    }

    private func notes(
        _ script: Script, _ change: (inout APIOptions) -> Void
    ) throws -> DataSource<Note> {
        var api = try script.api()
        change(&api.options)
        return DataSource(.path("notes"), client: api)
    }

    @Test("A flat form holds also for bodies of api.post")
    func flatActions() async throws {
        let script = Script { request, _ in
            .document("", 204, of: request)
        }
        let api = try notes(script) { $0.writes.form = .flat }.client
        let drafts = ["a", "b"].map { text in
            let draft = Resource<Note>()
            draft.text = text
            return draft
        }
        try await api.post("notes").body(drafts[0]).result()
        try await api.post("notes").body(drafts).result()
        try await api.post("notes").body([Resource<Note>]()).result()
        try await api.post("notes").body(["x": 1]).result()
        #expect(
            script.requests.map(\.text) == [
                #"{"text":"a"}"#, #"[{"text":"a"},{"text":"b"}]"#, "[]", #"{"x":1}"#,
            ])
        #expect(
            script.requests.map { $0.headers[.contentType] }
                == Array(repeating: "application/json", count: 4))
        let standard = try notes(script) { _ in }.client
        try await standard.post("notes").body(drafts[0]).result()
        #expect(script.requests.last?.text?.contains(#""data""#) == true)
    }

    @Test("PUT removes a member that the resource does not have, and PATCH cannot")
    func removal() async throws {
        let script = Script { request, _ in
            request.method == .get
                ? .document(
                    #"{"data":{"type":"notes","id":"1","attributes":{"text":"a","note":"b"}}}"#,
                    of: request)
                : .document("", 204, of: request)
        }
        for method in [HTTPRequest.Method.put, .patch] {
            let source = try notes(script) { $0.writes.updateMethod = method }
            let note = try #require(try await source.fetch(id: "1").result().data)
            note.note = nil
            guard method == .put else {
                let error = await requestError { try await source.update(note).result() }
                #expect(error?.code == .unsendable)
                continue
            }
            try await source.update(note).result()
            #expect(
                script.requests.last?.text
                    == #"{"data":{"type":"notes","id":"1","attributes":{"text":"a"}}}"#)
            #expect(try await source.update(note).response().outcome.isUnchanged)
        }
    }

    @Test(
        "A media type for requests that is none is refused before a request",
        arguments: ["json", "", "a b/c", "/"])
    func sentType(type: String) async throws {
        let script = Script { request, _ in .document("", 204, of: request) }
        let source = try notes(script) { $0.sentType = type }
        let note = Resource<Note>()
        let error = await requestError { try await source.create(note).result() }
        #expect(error?.code == .invalidHeader && error?.message.contains("sentType") == true)
        #expect(script.requests.isEmpty)
    }

    @Test("Strict mode refuses a listed resource without an id")
    func strict() async throws {
        for (body, isWhole) in [
            (#"{"data":[{"type":"notes","id":"1"},{"type":"notes"}]}"#, false),
            (#"{"data":[{"type":"notes","id":"1"}]}"#, true), (#"{"data":[]}"#, true),
        ] {
            for mode in [DocumentOptions.Mode.strict, .standard] {
                let script = Script { request, _ in .document(body, of: request) }
                let source = try notes(script) { $0.documents.mode = mode }
                let error = await requestError { _ = try await source.fetch().result() }
                if isWhole || mode == .standard {
                    #expect(error == nil, "\(body)")
                } else {
                    #expect(error?.code == .document)
                    #expect(error?.message.contains("/data/1") == true)
                }
            }
        }
    }
}

extension APIResponse.Outcome {
    fileprivate var isUnchanged: Bool { if case .unchanged = self { true } else { false } }
}
