// SPDX-License-Identifier: MIT

import CBench
import CToolBench
import Foundation

/// How fast a text is parsed by each engine, in MB/s (10^6 bytes); nil where it was not measured.
struct Speeds {
    let file: String
    let bytes: Int
    let values: [Double?]
}

/// Parsing alone, on all engines: for comparison, without goals.
extension Program {
    static let engines = [
        "Vox eager", "Vox lazy", "yajl", "yajl tree", "yyjson", "simdjson", "RapidJSON",
        "Jansson", "JSONSerialization",
    ]

    mutating func measureEngines() {
        guard settings.wants("engines") else { return }
        for text in real + [articles1000, articles10000] {
            progress("engines, \(text.name)")
            speeds.append(speed(of: text, seconds: settings.seconds * 2))
        }
    }

    /// From 1 kB to 150 MB, about three a decade.
    mutating func measureGrowth() {
        guard settings.wants("growth") else { return }
        for count in [
            1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 110_000,
        ] {
            let text = Text(name: "\(count) articles", ArticlesText(articles: count).bytes)
            progress("growth, \(text.name)")
            growth.append(speed(of: text, seconds: settings.seconds, isGrowth: true))
            text.free()
            bench_vox_reset()
        }
    }

    /// Rounds in which each engine has its turn; what takes long has few.
    private func speed(of text: Text, seconds: Double, isGrowth: Bool = false) -> Speeds {
        bench_memory_set(BENCH_RECYCLED)
        let bench = vox_bench_new(text.bytes.baseAddress, text.count)
        defer { vox_bench_free(bench) }
        let yajl = Side(name: "yajl") { vox_bench_yajl(bench, 1) }
        let sides = sides(for: text, yajl: yajl)
        // Nil where an engine refuses the text, or is left out because it would fill the memory.
        let first = sides.map { side -> Double? in
            if isGrowth, ["yajl tree", "Jansson"].contains(side.name) { return nil }
            var isGood = true
            let once = try? settings.clock.time(
                Side(name: side.name) {
                    isGood = try side.run() >= 0
                    return 0
                }, 1)
            return isGood ? once : nil
        }
        var samples = first.map { $0.map { [$0] } ?? [] }
        for round in 0..<101 {
            for (index, side) in sides.enumerated() {
                guard let once = first[index], once * Double(round) < seconds * 1e8 else {
                    continue
                }
                let times = max(1, Int(5e5 / max(once, 1)))
                guard let sample = try? settings.clock.time(side, times) else { continue }
                // The first one was on cold memory.
                samples[index] = (round == 0 ? [] : samples[index]) + [sample]
            }
        }
        return Speeds(
            file: text.name, bytes: text.count,
            values: samples.map {
                $0.isEmpty ? nil : Double(text.count) * 1000 / Comparison.Spread($0).median
            })
    }

    /// In the order of ``engines``.
    private func sides(for text: Text, yajl: Side) -> [Side] {
        var job = bench_job()
        job.bytes = text.bytes.baseAddress
        job.length = text.count
        job.shape.is_jsonapi = true
        func vox(_ name: String, _ mode: bench_mode) -> Side {
            var job = job
            job.mode = mode
            return Self.side(name, job, bench_vox)
        }
        let data = text.data
        return [
            vox("Vox eager", BENCH_EAGER), vox("Vox lazy", BENCH_LAZY), yajl,
            Self.side("yajl tree", job, bench_yajl_tree),
            Self.side("yyjson", job, bench_yyjson), Self.side("simdjson", job, bench_simdjson),
            Self.side("RapidJSON", job, bench_rapidjson),
            Self.side("Jansson", job, bench_jansson),
            Side(name: "JSONSerialization") {
                _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
                return 0
            },
        ]
    }
}
