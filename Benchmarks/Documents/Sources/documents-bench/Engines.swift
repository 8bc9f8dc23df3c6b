// SPDX-License-Identifier: MIT

import Foundation

/// How fast a text is parsed by each engine, in MB/s (10^6 bytes); nil where it was not measured.
struct Speeds {
    let file: String
    let bytes: Int
    let values: [Double?]
}

/// Parsing alone, on all engines: for comparison, without goals. Each engine has a process of its own
/// for each text: in one heap, what one engine frees in pieces slows down the next.
extension Program {
    static let engines = EngineRun.names

    mutating func measureEngines() {
        guard settings.wants("engines") else { return }
        for text in real + [articles1000, articles10000] {
            speeds.append(measure(text.name, bytes: text.count, seconds: settings.seconds / 5))
        }
    }

    /// From 1 kB to 150 MB, about three a decade.
    mutating func measureGrowth() {
        guard settings.wants("growth") else { return }
        for count in [
            1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 110_000,
        ] {
            growth.append(
                measure(
                    "\(count) articles", bytes: ArticlesText(articles: count).bytes.count,
                    seconds: settings.seconds / 10, leavesOut: ["yajl tree", "Jansson"]))
        }
    }

    /// `leavesOut`: engines that would fill the memory.
    private mutating func measure(
        _ text: String, bytes: Int, seconds: Double, leavesOut: Set<String> = []
    ) -> Speeds {
        let values = Self.engines.map { engine -> Double? in
            if leavesOut.contains(engine) { return nil }
            progress("\(text), \(engine)")
            return run(engine, on: text, seconds: seconds)
        }
        return Speeds(file: text, bytes: bytes, values: values)
    }

    /// The speed as a process of its own says it; nil where the engine refuses the text.
    private mutating func run(_ engine: String, on text: String, seconds: Double) -> Double? {
        let process = Process()
        let output = Pipe()
        process.executableURL = Bundle.main.executableURL
        process.arguments = [
            "--engine", engine, "--text", text, "--corpora", settings.corpora, "--seconds",
            String(seconds), "--clock", settings.clock.rawValue,
        ]
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            fail("\(text), \(engine): \(error)")
            return nil
        }
        let line = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationReason == .exit else {
            fail("\(text), \(engine): ended by signal \(process.terminationStatus)")
            return nil
        }
        let said = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
        return process.terminationStatus == 0 ? Double(said) : nil
    }
}
