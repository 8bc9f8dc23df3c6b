// SPDX-License-Identifier: MIT
#if Hummingbird

import HTTPTypes
import Hummingbird
import Logging
import ServiceLifecycle
import Testing
import Vox
import VoxHummingbird

/// The main program of the page Operations (Sources/Vox/Vox.docc).
@Suite("Operations", .enabled(if: Curl.program != nil, "curl is not installed"))
struct OperationsTests {
    @Test("A service with health, CORS and an address starts, answers, and stops")
    func mainProgram() async throws {
        var logger = Logger(label: "music")
        logger.logLevel = .critical
        let service = ResourceService([ServedType("albums")], store: MemoryStore())
        let readiness = Readiness(delay: .zero)

        let router = Router()
        router.add(middleware: LogRequestsMiddleware(.info))
        router.add(
            middleware: CORSMiddleware(
                allowOrigin: .oneOf("https://app.example"),
                allowHeaders: [.accept, .contentType, .authorization, .ifMatch],
                allowMethods: [.get, .post, .patch, .delete],
                exposedHeaders: ["ETag", "Location", "Retry-After"]))
        router.get("live") { _, _ in HTTPResponse.Status.ok }
        router.get("ready") { _, _ in readiness.status }
        router.mount(service, address: .base(try HTTPURL("https://music.example")))

        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let application = Application(
            router: router,
            server: .http1(
                limits: ConnectionLimits(
                    idle: .seconds(30), minimumRate: 256, drain: .seconds(1))),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) }, logger: logger)
        let group = ServiceGroup(services: [application, readiness], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            for await port in ports {
                let root = "http://127.0.0.1:\(port)"
                while !readiness.isReady { await Task.yield() }
                #expect(try await Curl.run("\(root)/live").status == 200)
                #expect(try await Curl.run("\(root)/ready").status == 200)
                let albums = try await Curl.run(
                    "\(root)/albums", "-H", "Origin: https://app.example")
                #expect(albums.json.links["self"] == "https://music.example/albums")
                #expect(albums.header("Access-Control-Allow-Origin") == "https://app.example")
                let asked = try await Curl.run(
                    "\(root)/albums", "-X", "OPTIONS", "-H", "Origin: https://app.example", "-H",
                    "Access-Control-Request-Method: PATCH")
                #expect(asked.header("Access-Control-Allow-Methods")?.contains("PATCH") == true)
                break
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        #expect(readiness.status == .serviceUnavailable)
    }
}

#endif
