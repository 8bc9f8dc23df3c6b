// SPDX-License-Identifier: MIT

import CBench
import Foundation
import Vox

/// Small documents: parsed one after the other, with three fields read of each. Fresh memory is not
/// measured: what one of them leaves is enough for the next.
extension Program {
    mutating func measureSmall() {
        let job = "parse, read three fields, free"
        let texts = corpus.jsonAPI()
        let sizes: [(name: String, bytes: Range<Int>, yyjson: Double?, onDemand: Double?)] = [
            ("300 to 2,000 bytes", 300..<2001, 1.05, 0.5),
            ("2,000 to 10,000 bytes", 2001..<10_001, nil, nil),
            ("more than 10,000 bytes", 10_001..<Int.max, nil, nil),
            ("any size", 0..<Int.max, nil, nil),
        ]
        for size in sizes {
            let real = texts.filter { size.bytes.contains($0.count) }
                .compactMap { SmallDocument($0) }.map(\.small)
            compare(
                job, "\(real.count) real documents, \(size.name)", real,
                aims: (yyjson: size.yyjson, simdjson: nil, onDemand: size.onDemand))
        }
        if let escaped = SmallDocument(Self.escapedText()) {
            compare(
                job, "a document of \(escaped.small.length) bytes with 72 escapes",
                Array(repeating: escaped.small, count: 100),
                aims: (yyjson: nil, simdjson: nil, onDemand: nil))
        }
        let least = Text(name: "30 bytes", Data(#"{"data":{"type":"a","id":"1"}}"#.utf8))
        let small = bench_small(
            bytes: least.bytes.baseAddress, length: least.count, names: (nil, nil, nil))
        compare(
            "parse, read two fields, free", "a document of 30 bytes",
            Array(repeating: small, count: 100), aims: (yyjson: 0.9, simdjson: nil, onDemand: nil))
    }

    /// A title, and a text that came out of an editor for the web.
    private static func escapedText() -> Text {
        let text = String(
            repeating: #"<p class=\"x\">\u00e9t\u00e9 text<\/p>\n"#, count: 12)
        let json = #"{"data":{"type":"a","id":"1","attributes":{"title":"a","text":"\#(text)"}}}"#
        return Text(name: "escapes", Data(json.utf8))
    }

    static func job(on documents: [bench_small]) -> bench_job {
        // Kept for good: sides have pointers to it.
        let list = UnsafeMutableBufferPointer<bench_small>.allocate(capacity: documents.count)
        _ = list.initialize(from: documents)
        var input = bench_job()
        input.small = UnsafePointer(list.baseAddress)
        input.count = list.count
        return input
    }

    private mutating func compare(
        _ job: String, _ name: String, _ documents: [bench_small],
        aims: (yyjson: Double?, simdjson: Double?, onDemand: Double?)
    ) {
        guard !documents.isEmpty else { return }
        let input = Self.job(on: documents)
        let peers: [(String, Job, Double?)] = [
            ("yyjson", bench_yyjson_small, aims.yyjson),
            ("simdjson", bench_simdjson_small, aims.simdjson),
            ("On-Demand", bench_ondemand_small, aims.onDemand),
        ]
        for (peer, run, aim) in peers {
            compare(
                job, Text(name: name, []), chart: .small, aim: aim, isFreshMeasured: false,
                vox: Self.side("Vox", input, bench_vox_small),
                peer: Self.side(peer, input, run))
        }
    }
}

/// A real document with a resource that has two attributes to read: the first and the last that are
/// text, a boolean or a number without a fraction.
private struct SmallDocument {
    let small: bench_small

    init?(_ text: Text) {
        guard let document = try? JSON(parsing: text.data) else { return nil }
        let data = document["data"]
        guard let resource = data.vox.kind == .array ? data.vox.elements.first : data,
            resource["id"].vox.kind == .string
        else { return nil }
        let names = resource["attributes"].vox.members.filter { Self.isRead($0.value) }.map(\.name)
        guard names.count >= 2, let first = names.first, let last = names.last else { return nil }
        small = bench_small(
            bytes: text.bytes.baseAddress, length: text.count,
            names: (UnsafePointer(strdup(first)), UnsafePointer(strdup(last)), nil))
    }

    private static func isRead(_ value: JSON) -> Bool {
        switch value.vox.kind {
        case .string, .boolean: true
        case .number: value.vox.source.flatMap { Int64(String(decoding: $0, as: UTF8.self)) } != nil
        default: false
        }
    }
}
