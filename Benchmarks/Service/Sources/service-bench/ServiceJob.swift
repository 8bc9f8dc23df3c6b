// SPDX-License-Identifier: MIT

import Foundation
import Hummingbird
import Vox
import VoxHummingbird

/// A service on Hummingbird that takes a document of 40 kB, reads three fields, changes one and
/// responds with the document: on Vox, and on JSONDecoder and JSONEncoder.
struct ServiceJob {
    static let goal = 4.0

    let port: Int
    let body: [UInt8]

    static func addRoutes(to router: Hummingbird.Router<BasicRequestContext>) {
        let routes = router.group().add(middleware: JSONAPIMiddleware())
        routes.post("vox") { request, _ in
            let document: Document<Album> = try await request.document()
            guard let album = document.data, let year = album.year else {
                throw HTTPError(.badRequest)
            }
            guard album.title != nil, album.artist?.name != nil else {
                throw HTTPError(.badRequest)
            }
            album.year = year + 1
            return try Response(document: document)
        }
        routes.post("codable") { request, _ in
            let body = try await request.body.collect(upTo: 1 << 20)
            var document = try JSONDecoder().decode(
                CodableDocument.self, from: Data(body.readableBytesView))
            let artist = document.data.relationships.artist.data.id
            guard !document.data.attributes.title.isEmpty,
                document.included.first(where: { $0.id == artist })?.attributes.name != nil
            else { throw HTTPError(.badRequest) }
            document.data.attributes.year += 1
            return Response(.ok, jsonAPI: try JSONEncoder().encode(document))
        }
    }

    /// Measures in turns, prints, and says whether the goal is reached.
    func run() async throws -> Bool {
        var rounds: [(vox: Double, codable: Double)] = []
        for _ in 0..<5 {
            let vox = try await Load(port: port, path: "/vox", body: body).run(seconds: 2)
            let codable = try await Load(port: port, path: "/codable", body: body).run(seconds: 2)
            rounds.append((vox, codable))
        }
        let ratio = median(rounds.map { $0.vox / $0.codable })
        print("service, a document of \(body.count) bytes in and out, medians of 5 rounds:")
        print("  Vox                       \(Int(median(rounds.map(\.vox)))) requests/s")
        print("  JSONDecoder, JSONEncoder  \(Int(median(rounds.map(\.codable)))) requests/s")
        print("  ratio                     \(rounded(ratio)), goal \(Self.goal)")
        return ratio >= Self.goal
    }
}
