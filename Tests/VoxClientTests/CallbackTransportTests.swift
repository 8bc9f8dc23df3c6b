// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxCompatibility
import VoxTestSupport

/// A client with callbacks works as a client, and each call ends exactly once.
@Suite("Clients with callbacks")
struct CallbackTransportTests {
    private let base: HTTPURL

    init() throws { base = try HTTPURL("https://a.example/v1") }

    @Test("The request arrives in parts, the response as one")
    func parts() async throws {
        let client = CallbackTransport(baseURL: base) { call in
            #expect(call.path == "/articles/1")
            #expect(call.method == "PATCH")
            #expect(call.queryItems.map(\.0) == ["page[number]", "q", "flag", "q"])
            #expect(call.queryItems.map(\.1) == ["2", "a b+c", nil, ""])
            #expect(call.body.map { String(decoding: $0, as: UTF8.self) } == "{}")
            #expect(call.headers[.accept] == "a/b")
            #expect(call.userInfo["k"] as? Int == 7)
            call.success(
                HTTPResponse(status: .accepted, headerFields: [.eTag: "1"]), Array("text".utf8))
            return nil
        }
        var request = try ClientRequest(
            .patch, "https://a.example/v1/articles/1?page%5Bnumber%5D=2&q=a+b%2Bc&flag&q=",
            headers: [.accept: "a/b"], body: "{}")
        request.userInfo = ["k": 7]
        let response = try await client.execute(request)
        #expect(response.status == .accepted)
        #expect(response.headers[.eTag] == "1")
        #expect(response.url == request.url)
        #expect(try await response.text() == "text")
    }

    @Test("Without a head a response counts as 200, without body as 204")
    func noHead() async throws {
        for (body, status) in [("x", 200), ("", 204), (nil, 204)] as [(String?, Int)] {
            let client = CallbackTransport(baseURL: base) { call in
                call.success(nil, body.map { Array($0.utf8) })
                return nil
            }
            #expect(try await client.execute(.get("https://a.example/v1")).status.code == status)
        }
    }

    @Test("A failure keeps its cause and its body")
    func failing() async throws {
        struct Cause: Error {}
        let client = CallbackTransport(baseURL: base) { call in
            call.failure(Cause(), call.path == "/body" ? Array(repeating: 7, count: 70000) : nil)
            return nil
        }
        for (path, code, count) in [
            ("/body", RequestError.Code.status, 65536), ("/none", .connection, 0),
        ] {
            do {
                _ = try await client.execute(.get("https://a.example/v1\(path)"))
                Issue.record("it did not fail")
            } catch {
                let error = try #require(error as? RequestError)
                #expect(error.code == code)
                #expect(error.cause is Cause)
                #expect(error.body.count == count)
            }
        }
    }

    @Test("Addresses that are not below the base are refused")
    func elsewhere() async throws {
        let calls = Tally()
        let client = CallbackTransport(baseURL: base) { call in
            calls.add()
            call.success(nil, nil)
            return nil
        }
        for url in [
            "https://b.example/v1/x", "https://a.example/v2", "https://a.example/v10",
            "http://a.example/v1",
        ] {
            #expect(await failure { _ = try await client.execute(.get(url)) } == .crossOrigin)
        }
        #expect(calls.count == 0)
    }

    @Test(
        "MW-067 Called twice, from many threads, late or never: a call ends exactly once, and cancelling it cancels the transfer"
    )
    func once() async throws {
        let pending = Mutex<[CallbackTransport.Call]>([])
        let cancels = Tally()
        let client = CallbackTransport(baseURL: base) { call in
            switch call.path {
            case "/twice":
                call.success(nil, [1])
                call.success(nil, [2])
                call.failure(nil, nil)
            case "/threads":
                for number in 0..<8 {
                    Task.detached { call.success(nil, [UInt8(number)]) }
                    Task.detached { call.failure(nil, nil) }
                }
            default: pending.withLock { $0.append(call) }
            }
            return { cancels.add() }
        }
        #expect(try await client.execute(.get("https://a.example/v1/twice")).body.bytes() == [1])
        let ends = Tally()
        for _ in 0..<100 {
            _ = try? await client.execute(.get("https://a.example/v1/threads"))
            ends.add()
        }
        #expect(ends.count == 100)
        #expect(cancels.count == 0)

        let tasks = (0..<20).map { _ in
            Task { try await client.execute(.get("https://a.example/v1/never")) }
        }
        await eventually { pending.withLock { $0.count } == 20 }
        for task in tasks { task.cancel() }
        for task in tasks {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(cancels.count == 20)
        for call in pending.withLock({ $0 }) { call.success(nil, [9]) }
        #expect(cancels.count == 20)
    }
}
