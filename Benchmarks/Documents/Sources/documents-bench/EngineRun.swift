// SPDX-License-Identifier: MIT

import CBench
import Foundation

/// One engine that parses one text again and again: all that this process does.
struct EngineRun {
    static let names = [
        "Vox eager", "Vox lazy", "yajl", "yajl tree", "yyjson", "simdjson", "RapidJSON",
        "Jansson", "JSONSerialization",
    ]

    let settings: Settings

    /// In MB/s; nil where there is no such engine or text, or the engine refuses the text.
    func speed(of engine: String) -> Double? {
        guard let text = text(), let side = side(engine, on: text) else { return nil }
        bench_memory_set(BENCH_RECYCLED)
        do {
            // Two runs that do not count: one for cold memory, one that says how long a run takes.
            guard try side.run() >= 0 else { return nil }
            let once = try settings.clock.time(side, 1)
            let times = repetitions(of: once)
            let rounds = Comparison.rounds(of: once * Double(times), in: settings.seconds)
            let samples = try (0..<rounds).map { _ in try settings.clock.time(side, times) }
            return Double(text.count) * 1000 / Comparison.Spread(samples).median
        } catch {
            return nil
        }
    }

    /// A document of the corpora, or "N articles", which are made here.
    private func text() -> Text? {
        guard let name = settings.text else { return nil }
        let corpus = Corpus(folder: settings.corpora)
        let words = name.split(separator: " ")
        if words.count == 2, words[1] == "articles", let count = Int(words[0]) {
            return Text(name: name, ArticlesText(articles: count).bytes)
        }
        if name.hasPrefix("articles_"), let count = Int(name.dropFirst("articles_".count)) {
            return corpus.articles(count)
        }
        return corpus.real().first { $0.name == name }
    }

    private func side(_ engine: String, on text: Text) -> Side? {
        var lazy = text.job
        lazy.mode = BENCH_LAZY
        let eager = text.job
        switch engine {
        case "Vox eager": return Program.side(engine, eager, bench_vox)
        case "Vox lazy": return Program.side(engine, lazy, bench_vox)
        case "yajl": return Program.side(engine, eager, bench_yajl)
        case "yajl tree": return Program.side(engine, eager, bench_yajl_tree)
        case "yyjson": return Program.side(engine, eager, bench_yyjson)
        case "simdjson": return Program.side(engine, eager, bench_simdjson)
        case "RapidJSON": return Program.side(engine, eager, bench_rapidjson)
        case "Jansson": return Program.side(engine, eager, bench_jansson)
        case "JSONSerialization":
            let data = text.data
            return Side(name: engine) {
                _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
                return 0
            }
        default: return nil
        }
    }
}
