// SPDX-License-Identifier: MIT

#if Tool
import ArgumentParser
import CVoxBench
import Foundation
import Vox

struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures parsing, writing and editing against yajl.",
        discussion: """
            Measures all jobs in turn, in several rounds. Prints for each job the medians of MB/s \
            (10^6 bytes of the file), the time, and the ratio to yajl in the same round. The \
            callbacks of yajl do nothing.

              eager     copy, check and parse the text into a recycled tree
              lazy      the same, without parsing the elements of `data` and `included`
              write     write an unchanged tree in preserving style into a reused buffer
              edit      parse, edit one value, write
              validate  check a parsed tree against the rules of JSON:API
            """)

    @Argument(help: "JSON files.")
    var files: [String]

    @Flag(help: "Print an array of {file, bytes, arenaPerByte, rows: [{name, mbps, ratio}]}.")
    var json = false

    func run() throws {
        var results: [Measurement] = []
        for name in files {
            Terminal.progress("measuring \(name)")
            results.append(try Measurement(of: Input(name: name)))
            if !json {
                Terminal.progress("")
                Terminal.write(results[results.count - 1].table)
            }
        }
        Terminal.progress("")
        if json {
            Terminal.write(try JSONValue.array(results.map(\.value)).text(style: .pretty) + "\n")
        }
    }
}

/// The results for one file.
struct Measurement {
    struct Row {
        let name: String
        let megabytesPerSecond: Double
        let ratio: Double
    }

    private typealias Job = @Sendable (OpaquePointer, Int32) -> Int64

    let file: String
    let bytes: Int
    let arenaPerByte: Double
    let rows: [Row]

    /// Each job runs once a round, so that a slow moment of the machine affects all of them.
    private static let jobs: [(String, Job)] = [
        ("yajl", { vox_bench_yajl($0, $1) }), ("eager", { vox_bench_eager($0, $1) }),
        ("lazy", { vox_bench_lazy($0, $1) }), ("write", { vox_bench_write($0, $1) }),
        ("edit", { vox_bench_edit($0, $1) }),
        ("validate", { vox_bench_validate($0, $1) }),
    ]

    init(of input: Input) throws(Failure) {
        let data = try input.bytes()
        file = input.name
        bytes = data.count
        let measured = data.withUnsafeBytes { buffer in
            Self.measure(
                UnsafeBufferPointer(
                    start: buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
                    count: buffer.count))
        }
        guard let measured else {
            _ = try input.document(of: data)  // throws the parse error
            throw Failure(.wrong, "vox: \(input.name): the file cannot be measured")
        }
        arenaPerByte = Double(measured.reserved) / Double(max(bytes, 1))
        rows = measured.rows
    }

    private static func measure(_ text: UnsafeBufferPointer<CChar>) -> (reserved: Int, rows: [Row])?
    {
        guard let bench = vox_bench_new(text.baseAddress, text.count) else { return nil }
        defer { vox_bench_free(bench) }
        // The first run of each job warms caches and pools. The second one determines how often
        // short jobs are repeated.
        let first = jobs.map { $0.1(bench, 1) }
        guard first.allSatisfy({ $0 >= 0 }) else { return nil }
        let times = jobs.map { Int32(clamping: max(1, 1_000_000 / max($0.1(bench, 1), 1))) }
        let once = zip(jobs, times).map { Double($0.1(bench, $1)) }.reduce(0, +)
        let rounds = min(max(Int(2e9 / max(once, 1)), 7), 101)
        var samples = [[Double]](repeating: [], count: jobs.count)
        for _ in 0..<rounds {
            for (index, job) in jobs.enumerated() {
                samples[index].append(Double(job.1(bench, times[index])) / Double(times[index]))
            }
        }
        let rows = jobs.indices.map { index in
            Row(
                name: jobs[index].0,
                megabytesPerSecond: Double(text.count) * 1000 / median(samples[index]),
                ratio: median(zip(samples[0], samples[index]).map { $0 / $1 }))
        }
        return (vox_bench_reserved(bench), rows)
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    var table: String {
        var text =
            Terminal.styled("\(file)", .bold)
            + "  \(bytes) bytes, \(String(format: "%.2f", arenaPerByte)) bytes of arena per byte\n"
        for row in rows {
            let name = row.name.padding(toLength: 8, withPad: " ", startingAt: 0)
            let milliseconds = Double(bytes) / 1000 / row.megabytesPerSecond
            text += String(
                format: "  %@ %9.0f MB/s %10.3f ms  %7.2f x yajl\n", name,
                row.megabytesPerSecond, milliseconds, row.ratio)
        }
        return text
    }

    var value: JSONValue {
        [
            "file": .string(file), "bytes": .number(JSONNumber(bytes)),
            "arenaPerByte": Self.rounded(arenaPerByte),
            "rows": .array(
                rows.map {
                    [
                        "name": .string($0.name), "mbps": Self.rounded($0.megabytesPerSecond),
                        "ratio": Self.rounded($0.ratio),
                    ]
                }),
        ]
    }

    private static func rounded(_ value: Double) -> JSONValue {
        JSONNumber((value * 1000).rounded() / 1000).map { .number($0) } ?? .null
    }
}
#endif
