// SPDX-License-Identifier: MIT

import CBench
import Foundation

/// Writing what was read, and what was built.
extension Program {
    mutating func measureWriting() {
        // yyjson writes numbers and escapes in its own way: those of these documents are alike.
        let names = ["citm_catalog", "twitter"]
        let texts = [articles1000] + real.filter { names.contains($0.name) }
        for isPretty in [false, true] {
            for text in texts {
                var input = text.job
                input.is_pretty = isPretty
                write(
                    isPretty ? "tree to pretty text" : "tree to compact text", text, input,
                    over: "yyjson", aim: 1, bench_vox_write, bench_yyjson_write)
            }
        }
        let spaced = texts.dropFirst() + [corpus.prettyArticles()].compactMap { $0 }
        for text in spaced {
            write(
                "text to compact text", text, text.job, over: "simdjson", aim: 0.5,
                bench_vox_minify, bench_simdjson_minify)
        }
        for text in spaced {
            write(
                "text parsed, and to compact text", text, text.job, over: "simdjson", aim: nil,
                bench_vox_parse_and_minify, bench_simdjson_minify)
        }
        for (count, name) in [(1000, "1,000 articles"), (25, "25 articles"), (1, "an article")] {
            build(count, name)
        }
        build(25, "25 articles", isInserted: true)
        copying()
    }

    /// Documents that were parsed before, compared and copied from.
    private mutating func copying() {
        let pretty = corpus.prettyArticles()
        for (text, name) in [(articles1000, "articles_1000"), (pretty, "articles_1000, pretty")] {
            guard let text else { continue }
            var input = articles1000.job
            input.other = text.job.bytes
            input.other_length = text.job.length
            compare(
                "two documents compared, equal", Text(name: "articles_1000 with \(name)", []),
                chart: .small, aim: 1, isFreshMeasured: false,
                vox: Self.side("Vox", input, bench_vox_compare),
                peer: Self.side("yyjson", input, bench_yyjson_compare))
        }
        compare(
            "all resources copied into a new document", articles1000, chart: .small, aim: 0.5,
            vox: Self.side("Vox", articles1000.job, bench_vox_copy),
            peer: Self.side("yyjson", articles1000.job, bench_yyjson_copy))
    }

    private mutating func write(
        _ job: String, _ text: Text, _ input: bench_job, over peer: String, aim: Double?,
        _ vox: @escaping Job, _ other: @escaping Job
    ) {
        guard settings.wants("\(job), over \(peer)") else { return }
        do {
            guard
                try VoxArticles.isSame(
                    Self.written(by: vox, input), Self.written(by: other, input))
            else { return fail("\(job), \(text.name): what \(peer) writes has another value") }
        } catch {
            return fail("\(job), \(text.name): \(error)")
        }
        compare(
            job, text, chart: .small, aim: aim, isSameWork: false,
            vox: Self.side("Vox", input, vox),
            peer: Self.side(peer, input, other))
    }

    private static func written(by run: Job, _ input: bench_job) throws -> Data {
        var text = bench_text()
        defer { free(text.bytes) }
        let length = withUnsafeMutablePointer(to: &text) { text in
            var input = input
            input.written = text
            return run(&input)
        }
        guard length > 0, let bytes = text.bytes else { throw Unexpected.shape }
        return Data(bytes: bytes, count: text.length)
    }

    private mutating func build(_ count: Int, _ name: String, isInserted: Bool = false) {
        let job = "build a document\(isInserted ? " by inserting" : "") and write it"
        var input = bench_job()
        input.count = count
        input.is_inserted = isInserted
        checkSameBytes(job, name, over: "yyjson", input, bench_vox_build, bench_yyjson_build)
        compare(
            job, Text(name: name, []), chart: count == 25 ? nil : .small,
            aim: isInserted ? 0.85 : 0.9, isFreshMeasured: count > 25,
            vox: Self.side("Vox", input, bench_vox_build),
            peer: Self.side("yyjson", input, bench_yyjson_build))
    }
}
