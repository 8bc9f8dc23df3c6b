// SPDX-License-Identifier: MIT

import CBench

/// Documents of which everything is looked at, and those that are refused: what a tree that keeps the
/// text is worst at.
extension Program {
    mutating func measureEverything() {
        let names = ["citm_catalog", "twitter"]
        let large = real.filter { names.contains($0.name) } + [articles1000]
        let others = requests.others
        let small = [
            requests.article823, requests.article1700,
            requests.list, requests.nested, others.profiles, others.node, others.timetable,
        ]
        let job = "parse, look at every name and value"
        let before = rows.count
        for text in large + small {
            let isLarge = text.count > 100_000
            compare(
                job, text, chart: isLarge ? .small : nil, aim: isLarge ? 1 : nil,
                isFreshMeasured: isLarge,
                vox: Self.side("Vox", text.job, bench_vox_everything),
                peer: Self.side("yyjson", text.job, bench_yyjson_everything))
        }
        let ratios = rows[before...].map(\.ratio)
        if ratios.count == 10 {
            let spread = Comparison.Spread(ratios)
            add(
                Row(
                    job: job, file: "median of ten documents", peer: "yyjson",
                    ratio: spread.median, low: spread.low, high: spread.high, aim: .atLeast(0.9),
                    chart: nil))
        }
        for text in large { refuse("refuse a text without its last bracket", text.cut, nil) }
        for isLocated in [false, true] {
            let job = "refuse a text without its end, with line and column"
            refuse(
                job, requests.list.cut, isLocated ? nil : 0.8, isLocated: isLocated,
                over: isLocated ? "yyjson, line and column" : "yyjson")
        }
        let refused = [
            (Text(name: "half a body of 40 bytes", #"{"data":{"type":"art"#.utf8), 0.5),
            (Text(name: "an empty body", []), 0.3), (requests.html, 0.5),
        ]
        for (text, aim) in refused { refuse("refuse what is no document", text, aim) }
    }

    /// yyjson counts lines and columns only where it is asked to.
    private mutating func refuse(
        _ job: String, _ text: Text, _ aim: Double?, isLocated: Bool = false,
        over peer: String = "yyjson"
    ) {
        var input = text.job
        input.is_located = isLocated
        let isLarge = text.count > 100_000
        compare(
            job, text, chart: isLarge ? .small : nil, aim: aim, isFreshMeasured: isLarge,
            vox: Self.side("Vox", input, bench_vox_refused),
            peer: Self.side(peer, input, bench_yyjson_refused))
    }
}

extension Text {
    /// The text without its last bracket, as a text of its own.
    fileprivate var cut: Text {
        let end = bytes.lastIndex { $0 == 0x7D || $0 == 0x5D } ?? 0
        return Text(name: name, data.prefix(end))
    }
}
