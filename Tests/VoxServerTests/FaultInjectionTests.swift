// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTesting

@Suite("Faults, recordings and logs")
struct FaultInjectionTests {
    private let faults = FaultInjection()

    private func code(_ fault: FaultInjection.Fault) async -> RequestError.Code? {
        let service = Music.service().with(faults)
        faults.next(fault)
        do {
            _ = try await service.send(.get, "/albums")
            return nil
        } catch {
            return (error as? RequestError)?.code
        }
    }

    @Test("Each fault does what it says, once")
    func each() async throws {
        let service = Music.service().with(faults)
        let whole = try await service.send(.get, "/albums").bytes
        #expect(await code(.refuse) == .connection)
        #expect(await code(.lose) == .connection)
        #expect(await code(.cut(after: 10)) == .connection)
        faults.next(
            .truncate(after: 10), .garbage, .wrongLength(more: 5), .contentType("text/plain"),
            .status(.serviceUnavailable, retryAfter: "7"), .htmlError, .redirectLoop,
            .trickle(bytes: 100, every: .zero))
        #expect(try await service.send(.get, "/albums").bytes == Array(whole.prefix(10)))
        let garbage = try await service.send(.get, "/albums").bytes
        #expect(throws: JSONError.self) { try JSON(parsing: garbage) }
        let long = try await service.send(.get, "/albums")
        #expect(long.headers[.contentLength] == String(whole.count + 5))
        #expect(try await service.send(.get, "/albums").headers[.contentType] == "text/plain")
        let busy = try await service.send(.get, "/albums")
        #expect((busy.status, busy.headers[.retryAfter]) == (503, "7"))
        let html = try await service.send(.get, "/albums")
        #expect((html.status, html.headers[.contentType]) == (502, "text/html"))
        let loop = try await service.send(.get, "/albums")
        #expect((loop.status, loop.headers[.location]) == (307, "http://music.example/albums"))
        #expect(try await service.send(.get, "/albums").bytes == whole)
        #expect(try await service.send(.get, "/albums").bytes == whole)
    }

    @Test("A cut body gives its bytes first; a flood ends only with its reader")
    func bodies() async throws {
        let service = Music.service().with(faults)
        faults.next(.cut(after: 10), .flood)
        let request = ClientRequest(method: .get, url: try HTTPURL("http://music.example/albums"))
        let cut = try await service.execute(request)
        var count = 0
        await #expect(throws: RequestError.self) {
            for try await chunk in cut.body { count += chunk.count }
        }
        #expect(count == 10)
        let flood = try await service.execute(request)
        await #expect(throws: RequestError.self) { try await flood.body.bytes(upTo: 1_000_000) }
    }

    @Test("What is lost was done, what was refused was not")
    func doneOrNot() async throws {
        let service = Music.service().with(faults)
        func create(_ fault: FaultInjection.Fault, _ id: String) async throws -> Int {
            faults.next(fault)
            let document = #"{"data":{"type":"artists","id":"\#(id)","attributes":{"name":"x"}}}"#
            await #expect(throws: RequestError.self) {
                try await service.send(.post, "/artists", document)
            }
            return try await service.send(.get, "/artists/\(id)").status
        }
        #expect(try await create(.refuse, "a") == 404)
        #expect(try await create(.lose, "b") == 200)
    }

    @Test("Random faults come at their rate, the same for the same seed")
    func random() async throws {
        func run(seed: UInt64) async throws -> [FaultInjection.Fault] {
            let faults = FaultInjection(
                rate: 0.3, seed: seed, of: [.garbage, .htmlError, .truncate(after: 3)])
            let service = ResourceService(serving: MemoryStore()).with(faults)
            for _ in 0..<1000 { _ = try await service.send(.get, "/x") }
            return faults.happened
        }
        let first = try await run(seed: 1)
        #expect(try await run(seed: 1) == first)
        #expect(try await run(seed: 2) != first)
        #expect((230...370).contains(first.filter { $0 != .none }.count))
    }

    @Test("A request with a key seen before is answered as it was, and done once")
    func idempotencyKeys() async throws {
        let key = try #require(HTTPField.Name("Idempotency-Key"))
        let service = Music.service().with(faults, IdempotencyKeys())
        let document = #"{"data":{"type":"artists","attributes":{"name":"x"}}}"#
        let headers: HTTPFields = [.contentType: "application/vnd.api+json", key: "k1"]
        faults.next(.lose)
        await #expect(throws: RequestError.self) {
            try await service.send(.post, "/artists", document, headers)
        }
        let again = try await service.send(.post, "/artists", document, headers)
        #expect(again.status == 201)
        #expect(try await service.send(.get, "/artists").ids.count == 3)
        _ = try await service.send(
            .post, "/artists", document, [.contentType: "application/vnd.api+json", key: "k2"])
        #expect(try await service.send(.get, "/artists").ids.count == 4)
    }

    @Test("Recorded answers come by method, path and query, one after the other")
    func recorded() async throws {
        let client = RecordedTransport()
        client.record(.get, "/a?x=1", #"{"data":null}"#)
        client.record(.get, "/a", #"{"data":[]}"#)
        client.record(.post, "/a", status: .created, #"{"meta":{}}"#)
        client.record(
            .get, "/b",
            RecordedTransport.Response(
                .badGateway, headers: [.contentType: "text/html"], body: Array("<".utf8)))
        client.record(.get, "/b", #"{"meta":{}}"#)
        let log = RequestLog()
        let logged = client.with(log)
        #expect(try await logged.send(.get, "/a?x=1").json.data.vox.state == .null)
        #expect(try await logged.send(.get, "/a?x=2").json.data == [])
        #expect(try await logged.send(.post, "/a", "{}").status == 201)
        #expect(try await logged.send(.get, "/b").status == 502)
        #expect(try await logged.send(.get, "/b").status == 200)
        #expect(try await logged.send(.get, "/b").status == 200)
        #expect(try await logged.send(.delete, "/b").status == 404)
        #expect(
            log.lines == [
                "GET /a?x=1", "GET /a?x=2", "POST /a", "GET /b", "GET /b", "GET /b", "DELETE /b",
            ])
        #expect(log.requests[2].body == Array("{}".utf8))
        #expect(log.requests[2].headers[.contentType] == "application/vnd.api+json")
        log.clear()
        #expect(log.requests.isEmpty)
    }

    @Test("A recorded query is found however it is encoded and ordered; what differs is named")
    func recordedQueries() async throws {
        let client = RecordedTransport()
        client.record(.get, "/a?include=x,y&filter[artist]=7&sort=-year", #"{"data":null}"#)
        client.record(.get, "/a?page[size]=secret", #"{"data":[]}"#)
        for query in [
            "include=x,y&filter%5Bartist%5D=7&sort=-year",
            "sort=%2Dyear&filter%5bartist%5d=7&include=x,y",
        ] {
            #expect(try await client.send(.get, "/a?\(query)").status == 200, "\(query)")
        }
        for (query, names) in [
            ("include=x%2Cy&filter[artist]=7&sort=-year", #"in "include""#),
            ("include=x,y&filter[artist]=8", #"in "filter[artist]", "sort""#),
            ("page[size]=other", #"in "page[size]""#),
        ] {
            let reply = try await client.send(.get, "/a?\(query)")
            #expect(reply.status == 404, "\(query)")
            let detail: String = try #require(reply.json.errors[0].detail)
            #expect(detail.hasSuffix(names) && !detail.contains("secret"), "\(detail)")
        }
        #expect(
            try await client.send(.get, "/b").json.errors[0].detail
                == "no response was recorded for this request")
        #expect(
            try await client.send(.post, "/a").json.errors[0].detail
                == "no response was recorded for this request")
    }
}
