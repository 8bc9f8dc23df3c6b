// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// Resources that are read by their id, from services that return another one.
@Suite("Identities of resources that are read")
struct FetchedIdentityTests {
    private func albums<Schema>(
        _ script: Script, _ schema: Schema.Type = Album.self, accepts: Bool = false
    ) throws -> DataSource<Schema> {
        var api = try script.api()
        api.options.writes.acceptsOtherIdentities = accepts
        return DataSource(.path("albums/<id>"), client: api)
    }

    private func script(_ data: String) -> Script {
        Script { request, _ in .document(#"{"data":\#(data)}"#, of: request) }
    }

    @Test("A resource with another id is an error, or accepted and noted if an option says so")
    func otherID() async throws {
        let script = script(#"{"type":"albums","id":"N","attributes":{"title":"T"}}"#)
        for id in ["n", "8", "N "] {
            let error = await requestError {
                _ = try await albums(script).fetch(id: id).result()
            }
            #expect(error?.code == .unexpectedResponse && error?.status == .ok)
            #expect(error?.method == .get && error?.body.isEmpty == false)
            #expect(error?.message.contains("albums N instead of one with the id \(id)") == true)
            #expect(error?.message.contains("acceptsOtherIdentities") == true)
            let response = try await albums(script, accepts: true).fetch(id: id).response()
            #expect(response.hasOtherIdentity && response.document?.data?.title == "T")
            #expect(
                try await albums(script, accepts: true).fetch(id: id).result().data?.id == "N")
        }
        let same = try await albums(script).fetch(id: "N").response()
        #expect(!same.hasOtherIdentity && same.document?.data?.id == "N")
        // Without a schema, too.
        let untyped = await requestError {
            _ = try await albums(script, AnyResource.self).fetch(id: "n").result()
        }
        #expect(untyped?.code == .unexpectedResponse)
    }

    @Test("A resource of another type is an error")
    func otherType() async throws {
        let script = script(#"{"type":"artists","id":"1"}"#)
        for accepts in [false, true] {
            let error = await requestError {
                _ = try await albums(script, accepts: accepts).fetch(id: "1").result()
            }
            #expect(error?.code == .document)
            #expect(error?.message.contains("artists") == true)
        }
    }

    @Test("An address without the id of the resource takes every id")
    func address() async throws {
        let script = script(#"{"type":"albums","id":"7"}"#)
        let me = try await script.api().fetch("albums/latest", as: Album.self).response()
        #expect(me.document?.data?.id == "7" && !me.hasOtherIdentity)
        #expect(try await albums(self.script("null")).fetch(id: "1").result().data == nil)
    }

    @Test("The result of a job is checked, too")
    func job() async throws {
        for accepts in [false, true] {
            let script = Script { request, number in
                switch number {
                case 0: .document("", 202, [.contentLocation: "/v1/jobs/5"], of: request)
                case 1: .document("", 303, [.location: "/v1/albums/2"], of: request)
                default: .document(#"{"data":{"type":"albums","id":"2"}}"#, of: request)
                }
            }
            var source = try albums(script, accepts: accepts)
            var api = source.client
            api.options.polling.interval = .milliseconds(10)
            source = DataSource(source.routing, client: api)
            let request = source.fetch(id: "1")
            var id: String?
            let error = await requestError { id = try await request.result().data?.id }
            #expect(id == (accepts ? "2" : nil))
            #expect(error?.code == (accepts ? nil : .unexpectedResponse))
            #expect(script.requests.count == 3)
        }
    }
}
