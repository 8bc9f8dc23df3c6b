// SPDX-License-Identifier: MIT

// What Vox costs where bytes cross a socket: a service (ServiceJob), a client (ClientJob) and one of
// plain REST (ModelsJob), all against a server in this process, on loopback. Prints figures and ratios,
// and ends with 1 when a goal is missed. A unit of work (UnitJob) and a service on SQLite (StoreJob) are
// measured in memory. So is a service that builds lists (ListJob); FetchJob fetches small documents.
// CancelJob cancels calls. `service-bench service`, `client`, `fetch`, `list`, `models`, `store`, `cancel` or
// `unit` runs one of them.

import Foundation
import Hummingbird
import Logging

let jobs = CommandLine.arguments.dropFirst()
let body = Array(sampleDocument().utf8)
let router = Router()
ServiceJob.addRoutes(to: router)
ClientJob.addRoutes(to: router, sending: body)
ModelsJob.addRoutes(to: router)
FetchJob.addRoutes(to: router)
CancelJob.addRoutes(to: router)
let processors = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
print("\(Processor(cpuinfo: processors).description); instructions are not counted here, since all")
print("jobs share their threads with the server; `make bench-documents` counts those of a list")

let (ports, continuation) = AsyncStream<Int>.makeStream()
var logger = Logger(label: "bench")
logger.logLevel = .critical
let application = Application(
    router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
    onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) }, logger: logger)
let server = Task { try await application.run() }
defer { server.cancel() }

for await port in ports {
    var isGood = true
    if jobs.isEmpty || jobs.contains("list") {
        isGood = try await ListJob().run() && isGood
    }
    if jobs.isEmpty || jobs.contains("fetch") {
        isGood = try await FetchJob(port: port).run() && isGood
    }
    if jobs.isEmpty || jobs.contains("client") {
        isGood = try await ClientJob(port: port, size: body.count).run() && isGood
    }
    if jobs.isEmpty || jobs.contains("models") {
        isGood = try await ModelsJob(port: port).run() && isGood
    }
    if jobs.isEmpty || jobs.contains("service") {
        isGood = try await ServiceJob(port: port, body: body).run() && isGood
    }
    if jobs.isEmpty || jobs.contains("store") {
        isGood = try await StoreJob().run() && isGood
    }
    if jobs.isEmpty || jobs.contains("cancel") {
        isGood = try await CancelJob(port: port).run() && isGood
    }
    if jobs.isEmpty || jobs.contains("unit") {
        isGood = try await UnitJob().run() && isGood
    }
    exit(isGood ? 0 : 1)
}
