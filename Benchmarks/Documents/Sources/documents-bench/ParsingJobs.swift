// SPDX-License-Identifier: MIT

import CBench

/// Parsing alone, into a tree.
extension Program {
    mutating func measureParsing() {
        measureParsing(over: "yajl", worst: 0.85, middle: 0.92)
        measureParsing(over: "yyjson", worst: 0.9, middle: 1.15)
        measureParsing(over: "simdjson", worst: 0.7, middle: 0.95)
        for text in [articles1000] + real {
            var job = text.job
            job.is_read_by_yajl = true
            compare(
                "eager parse, read by yajl", text, aim: 0.85,
                vox: Self.side("Vox, read by yajl", job, bench_vox),
                peer: Self.side("yajl", text.job, bench_yajl))
        }
        for text in [articles1000] + real {
            var borrowed = text.job
            borrowed.is_borrowed = true
            compare(
                "eager parse, text borrowed", text, aim: 1.05,
                vox: Self.side("Vox, borrowed", borrowed, bench_vox),
                peer: Self.side("Vox, copied", text.job, bench_vox))
        }
        for isInElements in [false, true] {
            var pieces = articles1000.job
            pieces.is_in_elements = isInElements
            compare(
                isInElements
                    ? "stream of elements, 64 KiB a piece" : "stream of a document, 64 KiB a piece",
                articles1000, aim: isInElements ? 0.8 : 0.9,
                vox: Self.side("Vox, stream", pieces, bench_vox_stream),
                peer: Self.side("Vox, eager parse", articles1000.job, bench_vox))
        }
        compare(
            "validate a parsed document", articles1000, aim: 1.5, isFreshMeasured: false,
            vox: Self.side("Vox, validate", articles1000.job, bench_vox_validate),
            peer: Self.side("Vox, eager parse", articles1000.job, bench_vox))
    }

    /// Each real document, then the one in the middle of them, then articles.
    private mutating func measureParsing(
        over peer: String, worst: Double, middle: Double
    ) {
        let first = rows.count
        for text in real {
            // yajl's rows were there before the fast reader was, with a lower bound for these.
            let isHarder = ["random", "twitterescaped"].contains(text.name) && peer == "yajl"
            measureParsing(text, over: peer, aim: isHarder ? 0.8 : worst)
        }
        let ratios = rows[first...].map(\.ratio)
        if !ratios.isEmpty {
            let spread = Comparison.Spread(ratios)
            add(
                Row(
                    job: "eager parse", file: "median of these", peer: peer,
                    ratio: spread.median, low: spread.low, high: spread.high,
                    aim: .atLeast(middle), chart: .parsing))
        }
        for text in [articles1000, articles10000] {
            measureParsing(text, over: peer, aim: worst)
        }
    }

    private mutating func measureParsing(
        _ text: Text, over peer: String, aim: Double
    ) {
        let side =
            switch peer {
            case "yajl": Self.side(peer, text.job, bench_yajl)
            case "yyjson": Self.side(peer, text.job, bench_yyjson)
            default: Self.side(peer, text.job, bench_simdjson)
            }
        compare(
            "eager parse", text, chart: .parsing, aim: aim,
            vox: Self.side("Vox", text.job, bench_vox), peer: side)
    }
}
