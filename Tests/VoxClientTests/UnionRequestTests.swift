// SPDX-License-Identifier: MIT

import Testing
import Vox

private enum Owner: ResourceUnion {
    case artist(Resource<Artist>)
    case unknown(Resource<AnyResource>)

    init(_ resource: Resource<AnyResource>) {
        self = resource.as(Artist.self).map(Owner.artist) ?? .unknown(resource)
    }
}

private struct Piece: ResourceSchema {
    static let type = "pieces"
    let owner = ToOne<Owner>("owner")
    let fans = ToMany<Owner>("fans")
}

@Suite("Requests for resources of several types")
struct UnionRequestTests {
    @Test("a feed, related resources and relationship endpoints")
    func requests() async throws {
        let script = Script(
            #"{"data":[{"type":"artists","id":"9"},{"type":"ads","id":"1"}]}"#,
            #"{"data":{"type":"ads","id":"2"}}"#, #"{"data":[{"type":"artists","id":"9"}]}"#, "", ""
        )
        let api = try script.api()
        let feed = try await api.fetch("feed", as: [Owner].self).result().data
        guard case .artist = feed[0], case .unknown(let ad) = feed[1] else {
            throw RequestError(code: .document, message: "wrong cases")
        }
        #expect(ad.type == "ads")
        let pieces = DataSource<Piece>(.path("pieces/<id>"), client: api)
        let piece = Resource<Piece>(id: "1")
        let owner = try await pieces.related(\.owner, of: piece).include(["x"]).result().data
        #expect(owner?.resource.id == "2")
        #expect(try await pieces.related(\.fans, of: piece).result().data.count == 1)
        _ = try? await pieces.relationship(\.owner, of: piece).replace(with: feed[1].resource)
            .result()
        _ = try? await pieces.relationship(\.fans, of: piece).add([feed[0].resource]).result()
        #expect(
            script.lines == [
                "GET /v1/feed", "GET /v1/pieces/1/owner?include=x", "GET /v1/pieces/1/fans",
                "PATCH /v1/pieces/1/relationships/owner", "POST /v1/pieces/1/relationships/fans",
            ])
        #expect(script.requests[3].text == #"{"data":{"type":"ads","id":"1"}}"#)
        #expect(try pieces.fetch().include(\.owner, \.fans).url().query == "include=owner,fans")
    }
}
