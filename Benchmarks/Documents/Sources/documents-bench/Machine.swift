// SPDX-License-Identifier: MIT

import CBench
import Foundation

/// What the figures were measured on, and with.
struct Machine {
    let processor: Processor
    let description: String
    let versions: String
    /// Processes that wanted to run in the last minute, before the bench began: 0 on an idle machine.
    let load: String
    /// Whether the system lets this program count its instructions, in words.
    let counting =
        bench_instructions() > 0
        ? "counted by the processor"
        : "not available: the system lets no program count them; `make bench-instructions` counts those of Vox by valgrind"

    init(swift: String) {
        processor = Processor(cpuinfo: Self.text("/proc/cpuinfo"))
        let system = Self.value(of: "PRETTY_NAME", in: "/etc/os-release", separator: "=")
        let count = ProcessInfo.processInfo.activeProcessorCount
        description = "\(processor.description), \(count) processors, \(system)"
        versions = "\(swift), \(String(cString: bench_versions()))"
        load = Self.text("/proc/loadavg").split(separator: " ").first.map(String.init) ?? "unknown"
    }

    private static func value(of name: String, in path: String, separator: Character) -> String {
        let line = text(path).split(separator: "\n").first { $0.hasPrefix(name) }
        let value = line?.split(separator: separator, maxSplits: 1).last ?? "unknown"
        return value.trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
    }

    private static func text(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }
}
