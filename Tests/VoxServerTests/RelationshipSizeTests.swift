// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// To-many relationships that are larger than memory.
@Suite("Large relationships over the network", .serialized)
struct RelationshipSizeTests {
    /// The number of members. A million is the full size.
    private static var members: Int {
        ProcessInfo.processInfo.environment["VOX_MEMBERS"].flatMap { Int($0) } ?? 20_000
    }

    private static let pageSize = 1_000

    private static func identifiers(_ range: Range<Int>) -> String {
        range.map { #"{"type":"tracks","id":"\#($0)"}"# }.joined(separator: ",")
    }

    /// A server that makes each page when it is requested.
    private static func server() -> Script {
        Script { request, _ in
            let after = request.url.query?.split(separator: "=").last.flatMap { Int($0) } ?? 0
            let end = min(after + pageSize, members)
            let path = "/v1/albums/1/relationships/tracks"
            let next = end < members ? #""\#(path)?page%5Bafter%5D=\#(end)""# : "null"
            return .document(
                #"{"data":[\#(identifiers(after..<end))],"links":{"prev":null,"next":\#(next)}}"#,
                of: request)
        }
    }

    /// Runs a walk, and returns by how much the memory in use has grown at most.
    private func growth(
        _ walk: (_ sample: () -> Void) async throws -> Void
    ) async throws -> Int {
        let before = Heap.bytesInUse() ?? 0
        var most = 0
        try await walk { most = max(most, (Heap.bytesInUse() ?? 0) - before) }
        return most
    }

    @Test("MW-136 The members of a relationship come page by page, and memory stays flat")
    func pages() async throws {
        let script = Self.server()
        let albums = DataSource<Album>(.path("albums/<id>"), client: try script.api())
        let members = albums.relationship(\.tracks, of: Resource<Album>(id: "1"))
            .fetch().resources()
        let most = try await growth { sample in
            var count = 0
            for try await member in members {
                if count == 0 { #expect(script.requests.count == 1) }
                if count % 50_000 == 0 { sample() }
                #expect(member.id == "\(count)")
                count += 1
            }
            #expect(count == Self.members && members.end == .complete)
        }
        if Heap.canBeMeasured { #expect(most < 16 << 20, "\(most) bytes") }
    }

    @Test("MW-136 The members come one by one out of one large response")
    func stream() async throws {
        let script = Script { request, _ in
            var response = ClientResponse.document("", of: request)
            response.head.headerFields[.contentType] = "application/vnd.api+json"
            let pieces = AsyncThrowingStream<[UInt8], any Error> { continuation in
                continuation.yield(Array(#"{"data":["#.utf8))
                for start in stride(from: 0, to: Self.members, by: Self.pageSize) {
                    let end = min(start + Self.pageSize, Self.members)
                    let comma = start == 0 ? "" : ","
                    continuation.yield(Array((comma + Self.identifiers(start..<end)).utf8))
                }
                continuation.yield(Array("]}".utf8))
                continuation.finish()
            }
            response.body = ClientResponse.Body(pieces)
            return response
        }
        let albums = DataSource<Album>(.path("albums/<id>"), client: try script.api())
        let members = try await albums.relationship(\.tracks, of: Resource<Album>(id: "1"))
            .fetch().stream()
        var count = 0
        for try await member in members {
            #expect(member.id == "\(count)")
            count += 1
        }
        #expect(count == Self.members)
    }

    @Test("MW-136 A walk over members has the guards of pages: cycles, limits, repeated pages")
    func guards() async throws {
        let circle = Script { request, _ in
            .document(
                #"{"data":[{"type":"tracks","id":"1"}],"links":{"next":"/v1/albums/1/relationships/tracks"}}"#,
                of: request)
        }
        let albums = DataSource<Album>(.path("albums/<id>"), client: try circle.api())
        let tracks = albums.relationship(\.tracks, of: Resource<Album>(id: "1"))
        let error = await requestError { for try await _ in tracks.fetch().resources() {} }
        #expect(error?.code == .paginationCycle)
        let large = DataSource<Album>(.path("albums/<id>"), client: try Self.server().api())
        var limits = Paging.Limits()
        limits.resources = 1_500
        let some = large.relationship(\.tracks, of: Resource<Album>(id: "1"))
            .fetch().resources(limits: limits)
        #expect(await requestError { _ = try await some.all() }?.code == .incomplete)
    }
}
