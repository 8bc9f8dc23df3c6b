// SPDX-License-Identifier: MIT

import Foundation

/// Loads the service on each database, and prints the results.
struct Program {
    private static let intervals = 30

    let options: Options

    init(_ options: Options) { self.options = options }

    /// Returns false if a check failed.
    func run() async throws -> Bool {
        try FileManager.default.createDirectory(
            at: options.output, withIntermediateDirectories: true)
        var isGood = true
        for kind in options.databases { isGood = try await run(kind) && isGood }
        return isGood
    }

    private func run(_ kind: DatabaseKind) async throws -> Bool {
        let place = try DatabasePlace(kind)
        let recorder = Recorder()
        var service = try ServiceProcess(place.text)

        progress("\(kind): fills the tables")
        let filling = Filling(port: service.port, recorder: recorder, seed: options.seed)
        let shared = try await onThread { try filling.shared() }
        // One writer after another: large transactions at the same time would only disturb each other.
        let filled = try await onThread {
            try (0..<Filling.writers).map { try filling.ledger(of: $0, shared) }
        }
        _ = recorder.takeLatencies()

        let seconds = options.number * 60 / Double(options.databases.count)
        let load = Load(
            port: service.port, shared: shared, recorder: recorder, seed: options.seed,
            end: .now + .seconds(seconds))
        async let loaded = onThreads(filled) { load.run($0) }
        let intervals = try await watch(service, kind, recorder, seconds)
        let ledgers = try await loaded

        progress("\(kind): compares everything with what was acknowledged")
        let verdict = Verdict(intervals, quietDescriptors: try await service.quietDescriptors())
        _ = try await check(service, ledgers, shared, recorder)
        // What the database has must not depend on the process.
        try await service.stop()
        service = try ServiceProcess(place.text)
        let rows = try await check(service, ledgers, shared, recorder)
        try await service.stop()
        place.remove()
        progress("")

        let table = options.output.appending(path: "\(kind).tsv")
        try Interval.table(intervals).write(to: table, atomically: true, encoding: .utf8)
        let report = Report(
            kind: kind, seed: options.seed, seconds: seconds, intervals: intervals, rows: rows,
            verdict: verdict, recorder: recorder)
        print(report.text)
        return report.isGood
    }

    /// Measures until the load ends.
    private func watch(
        _ service: ServiceProcess, _ kind: DatabaseKind, _ recorder: Recorder, _ seconds: Double
    ) async throws -> [Interval] {
        let start = ContinuousClock.now
        var intervals: [Interval] = []
        var faults = recorder.faultCount
        for number in 1...Self.intervals {
            let end = seconds * Double(number) / Double(Self.intervals)
            try await Task.sleep(until: start + .seconds(end))
            let count = recorder.faultCount
            let interval = Interval(
                end: end, latencies: recorder.takeLatencies(), memory: try service.memory(),
                descriptors: try service.descriptors(), faults: count - faults)
            faults = count
            intervals.append(interval)
            progress(
                "\(kind): \(Int(end)) of \(Int(seconds)) s, \(interval.requests) requests, "
                    + String(format: "median %.1f ms, ", interval.median)
                    + String(format: "%.0f MiB, ", interval.memory.mebibytes)
                    + "\(interval.descriptors) descriptors, \(count) faults")
        }
        return intervals
    }

    private func check(
        _ service: ServiceProcess, _ ledgers: [Ledger], _ shared: SharedResources,
        _ recorder: Recorder
    ) async throws -> FinalCheck.Rows {
        let check = FinalCheck(
            port: service.port, ledgers: ledgers, shared: shared, recorder: recorder)
        return try await onThread { check.run() }
    }
}

/// Sends requests until the end.
struct Load {
    let port: Int
    let shared: SharedResources
    let recorder: Recorder
    let seed: UInt64
    let end: ContinuousClock.Instant

    /// Returns all writes that were acknowledged, those of the given ledger included.
    func run(_ ledger: Ledger) -> Ledger {
        let client = Client(port: port, ledger, shared, recorder, seed: seed)
        // A service that refuses everything is not asked for ever.
        while ContinuousClock.now < end, recorder.faultCount < 1000 { client.step() }
        return client.ledger
    }
}

/// Calls a blocking function on a thread of its own.
func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
    }
}

/// Calls a blocking function for each element at the same time, each on a thread of its own.
func onThreads<Element: Sendable, Result: Sendable>(
    _ elements: some Sequence<Element> & Sendable,
    _ body: @escaping @Sendable (Element) throws -> Result
) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { tasks in
        for (index, element) in elements.enumerated() {
            tasks.addTask { (index, try await onThread { try body(element) }) }
        }
        return try await tasks.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
}
