// SPDX-License-Identifier: MIT

import CBench

/// Numbers that are read, and written.
extension Program {
    mutating func measureNumbers() {
        let names = ["canada", "mesh", "numbers"]
        for text in real.filter({ names.contains($0.name) }) + [articles1000] {
            compare(
                "parse and read all numbers", text, chart: .small, aim: 1,
                vox: Self.side("Vox", text.job, bench_vox_numbers),
                peer: Self.side("yyjson", text.job, bench_yyjson_numbers))
        }
        let job = "write a double as the shortest text"
        var input = bench_job()
        input.count = 1000
        let file = "1,000 of 15 to 17 digits"
        checkSameBytes(job, file, over: "yyjson", input, bench_vox_doubles, bench_yyjson_doubles)
        compare(
            job, Text(name: file, []), chart: .small, aim: 0.8, isFreshMeasured: false,
            vox: Self.side("Vox", input, bench_vox_doubles),
            peer: Self.side("yyjson", input, bench_yyjson_doubles))
    }
}
