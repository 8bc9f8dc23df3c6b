// SPDX-License-Identifier: MIT

import CBench

/// Documents of which everything is looked at, and those that are refused: what a tree that keeps the
/// text is worst at.
extension Program {
    mutating func measureEverything() {
        let names = ["citm_catalog", "twitter"]
        for text in real.filter({ names.contains($0.name) }) + [articles1000] {
            compare(
                "parse, look at every name and value", text, chart: .small, aim: 1,
                vox: Self.side("Vox", text.job, bench_vox_everything),
                peer: Self.side("yyjson", text.job, bench_yyjson_everything))
            compare(
                "refuse a text without its last bracket", text, chart: .small, aim: nil,
                vox: Self.side("Vox", text.job, bench_vox_refused),
                peer: Self.side("yyjson", text.job, bench_yyjson_refused))
        }
    }
}
