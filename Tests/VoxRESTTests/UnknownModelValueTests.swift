// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import VoxREST
import VoxTesting

private enum Kind: String, JSONConvertible { case album, single }

private struct Release: RESTSchema, CRUD {
    static let path = "releases/<id>"
    let kind = Attribute<OpenEnum<Kind>>("kind")
    let kinds = Attribute<[Kind]>("kinds")
    let all = Attribute<[OpenEnum<Kind>]>("all")
    let tags = Attribute<[String]>("tags")
    let title = Attribute<String>("title")
}

@Suite("Unknown values of enumerations in models")
struct UnknownModelValueTests {
    private static let text =
        #"{"id": 1, "kind": "ep", "kinds": ["ep", "album"], "all": ["ep", "album"], "title": "a"}"#

    @Test("Models keep unknown values, and an update sends only what changed.")
    func models() async throws {
        let log = RequestLog()
        let service = TransportFunction { request in
            request.method == .get
                ? request.answer(.ok, #"[{"id": 2}, \#(Self.text)]"#)
                : request.answer(.ok, Self.text)
        }
        let releases = try client(of: service.with(log)).models(Release.self)
        let list = try await releases.fetch().result()
        #expect(list.count == 2)
        let release = list[1]
        #expect(release.kind == .unknown("ep") && release.kinds == [.album])
        #expect(release.all == [.unknown("ep"), .known(.album)])
        #expect(release.vox.failures.map(\.error.pointer) == ["/1/kinds/0"])
        #expect(try release.vox.changes().attributes.isEmpty)
        #expect(try await releases.save(release).response().isUnchanged)

        release.all?.append(.known(.single))
        try await releases.save(release).result()
        #expect(log.lines == ["GET /v1/releases", "PATCH /v1/releases/1"])
        release.kinds?.append(.single)
        #expect(release.vox.failures.firstWrite?.pointer.hasSuffix("/kinds/0") == true)
        #expect(release.kinds == [.album] && log.lines.count == 2)
        #expect(throws: JSONError.self) { try release.vox.json.vox.text() }
        // A save must not say that there is nothing to save, or save a part.
        for title in ["a", "b"] {
            release.title = title
            let error = try await #require(throws: RequestError.self) {
                _ = try await releases.save(release).response()
            }
            #expect(error.code == .unsendable && error.message.contains("OpenEnum"))
            #expect(release.vox.saveError?.code == .unsendable)
        }
        #expect(log.lines.count == 2)
        release.vox.failure = nil
        try await releases.save(release).result()
        #expect(log.lines.count == 3 && release.title == "a")
    }

    @Test("Merging keeps an edited list with its unknown elements.")
    func merging() throws {
        let mine = TypedObject<Release>(try JSON(parsing: Self.text))
        mine.all = [.unknown("ep")]
        try mine.vox.merge(
            TypedObject<Release>(try JSON(parsing: #"{"id": 1, "kind": "tape", "all": ["x"]}"#)))
        #expect(mine.all == [.unknown("ep")] && mine.kind == .unknown("tape"))
        #expect(try mine.vox.changes().attributes == ["all"])
    }

    @Test("A response that is a list of values says what was left out.")
    func values() async throws {
        let service = TransportFunction { request in
            switch request.url.path {
            case "/v1/kinds": request.answer(.ok, #"["album", "ep", "single"]"#)
            default: request.answer(.ok, #"{"tags": ["a", 2]}"#)
            }
        }
        let api = try client(of: service)
        let response = try await api.get("kinds", as: [Kind].self).response()
        #expect(response.content == [.album, .single])
        #expect(response.failures.map(\.error.pointer) == ["/1"])
        #expect(response.failures.first?.error.isUnknownValue == true)
        let open = try await api.get("kinds", as: [OpenEnum<Kind>].self).response()
        #expect(open.content.map(\.rawValue) == ["album", "ep", "single"])
        #expect(open.failures.isEmpty)
        let error = try await #require(throws: RequestError.self) {
            try await api.get("tags", as: [String].self, at: "tags").result()
        }
        #expect(error.code == .document && error.message.contains("/tags/1"))
    }
}
