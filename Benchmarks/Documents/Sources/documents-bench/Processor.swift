// SPDX-License-Identifier: MIT

import Foundation

/// The processor that figures are of: as exact as the system tells, since "AMD EPYC" alone is the
/// name of five generations.
struct Processor {
    /// The model's name, and what tells one generation from another.
    let description: String
    /// Names the files of results and of goals: figures hold on processors of one key.
    let key: String

    init(cpuinfo: String) {
        var fields: [String: String] = [:]
        for line in cpuinfo.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            // Those of the first processor.
            if parts.count == 2, fields[parts[0]] == nil { fields[parts[0]] = parts[1] }
        }
        func field(_ names: String...) -> String {
            names.lazy.compactMap { fields[$0] }.first ?? "unknown"
        }
        let vendor = field("vendor_id", "CPU implementer")
        let family = field("cpu family", "CPU architecture")
        let model = field("model", "CPU part")
        let vectors = Self.vectors(field("flags", "Features"))
        let generation = Self.generation(vendor: vendor, family: family, model: model)
        let details = [generation, "family \(family)", "model \(model)", vectors]
        description =
            "\(field("model name", "vendor_id", "CPU implementer")) ("
            + details.compactMap { $0 }.joined(separator: ", ") + ")"
        key = [Self.names[vendor] ?? vendor, family, model, vectors].joined(separator: "-")
            .lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" }
    }

    private static let names = ["AuthenticAMD": "AMD", "GenuineIntel": "Intel"]

    /// The widest vectors that programs may use.
    private static func vectors(_ flags: String) -> String {
        let flags = Set(flags.split(separator: " "))
        if flags.contains("avx512vbmi2") || flags.contains("avx512_vbmi2") {
            return "AVX-512 VBMI2"
        }
        if flags.contains("avx512bw") { return "AVX-512" }
        if flags.contains("avx2") { return "AVX2" }
        return flags.contains("asimd") ? "NEON" : "SSE"
    }

    /// The microarchitecture; nil where this table does not know it.
    private static func generation(vendor: String, family: String, model: String) -> String? {
        guard let family = Int(family), let model = Int(model) else { return nil }
        switch (vendor, family, model) {
        case ("AuthenticAMD", 23, ..<0x30): return "Zen"
        case ("AuthenticAMD", 23, _): return "Zen 2"
        case ("AuthenticAMD", 25, 0x10..<0x20), ("AuthenticAMD", 25, 0x60..<0x80),
            ("AuthenticAMD", 25, 0xa0..<0xb0):
            return "Zen 4"
        case ("AuthenticAMD", 25, _): return "Zen 3"
        case ("AuthenticAMD", 26, _): return "Zen 5"
        case ("GenuineIntel", 6, 85): return "Skylake or Cascade Lake"
        case ("GenuineIntel", 6, 106): return "Ice Lake"
        case ("GenuineIntel", 6, 143): return "Sapphire Rapids"
        case ("GenuineIntel", 6, 207): return "Emerald Rapids"
        case ("GenuineIntel", 6, 173): return "Granite Rapids"
        default: return nil
        }
    }
}
