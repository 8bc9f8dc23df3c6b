// SPDX-License-Identifier: MIT

// A service on Hummingbird that takes a document of 40 kB, reads three fields, changes one and answers
// with the document: on Vox, and on JSONDecoder and JSONEncoder. Prints requests a second of each, and
// the ratio. Ends with 1 when that is below 4.

import Foundation
import Hummingbird
import Logging
import Vox
import VoxHummingbird

let router = Router()
router.add(middleware: JSONAPIMiddleware())
router.post("vox") { request, _ in
    let document: Document<Album> = try await request.document()
    guard let album = document.data, let year = album.year else { throw HTTPError(.badRequest) }
    guard album.title != nil, album.artist?.name != nil else { throw HTTPError(.badRequest) }
    album.year = year + 1
    return try Response(document: document)
}
router.post("codable") { request, _ in
    let body = try await request.body.collect(upTo: 1 << 20)
    var document = try JSONDecoder().decode(
        CodableDocument.self, from: Data(body.readableBytesView))
    guard !document.data.attributes.title.isEmpty,
        document.included.first(where: { $0.id == document.data.relationships.artist.data.id })?
            .attributes.name != nil
    else { throw HTTPError(.badRequest) }
    document.data.attributes.year += 1
    return Response(.ok, jsonAPI: try JSONEncoder().encode(document))
}

let (ports, continuation) = AsyncStream<Int>.makeStream()
var logger = Logger(label: "bench")
logger.logLevel = .critical
let application = Application(
    router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
    onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) }, logger: logger)
let server = Task { try await application.run() }
defer { server.cancel() }

let body = Array(sampleDocument().utf8)
for await port in ports {
    var best = (vox: 0.0, codable: 0.0)
    for _ in 0..<3 {
        best.vox = max(
            best.vox, try await Load(port: port, path: "/vox", body: body).run(seconds: 2))
        best.codable = max(
            best.codable, try await Load(port: port, path: "/codable", body: body).run(seconds: 2))
    }
    let ratio = best.vox / best.codable
    print("service, a document of \(body.count) bytes in and out:")
    print("  Vox                       \(Int(best.vox)) requests/s")
    print("  JSONDecoder, JSONEncoder  \(Int(best.codable)) requests/s")
    print("  ratio                     \((ratio * 10).rounded() / 10)")
    exit(ratio >= 4 ? 0 : 1)
}
