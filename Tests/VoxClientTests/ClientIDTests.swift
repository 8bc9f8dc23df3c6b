// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox

/// Ids that are made here, for servers that let clients choose them.
@Suite("Client ids")
struct ClientIDTests {
    @Test("JA-108 JA-017 A new id is a UUID in its canonical form, and no two are the same")
    func form() throws {
        var seen: Set<String> = []
        for _ in 0..<10_000 {
            let album = Resource<Album>()
            let id = album.vox.assignID()
            #expect(album.id == id)
            seen.insert(id)
        }
        #expect(seen.count == 10_000)
        // RFC 9562, section 5.4: version 4, in lower case.
        let form = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
        for id in seen {
            #expect(id.wholeMatch(of: form) != nil)
            #expect(UUID(uuidString: id)?.uuidString.lowercased() == id)
        }
        // Every bit that is free to be chosen is.
        for place in [0, 7, 9, 15, 20, 24, 35] {
            #expect(Set(seen.map { Array($0.utf8)[place] }).count == 16)
        }
        #expect(Set(seen.map { Array($0.utf8)[19] }).count == 4)
    }

    @Test("JA-108 A client id goes in id, once: who has one keeps it")
    func sent() async throws {
        let script = Script { request, _ in .document("", 204, of: request) }
        let albums = DataSource<Album>(.path("albums/<id>"), client: try script.api())
        let album = Resource<Album>()
        let id = album.vox.assignID()
        #expect(album.vox.assignID() == id)
        try await albums.create(album).result()
        #expect(script.requests[0].text == #"{"data":{"type":"albums","id":"\#(id)"}}"#)
        #expect(try Validator().findings(in: JSON(parsing: script.requests[0].body ?? [])).isEmpty)
    }
}
