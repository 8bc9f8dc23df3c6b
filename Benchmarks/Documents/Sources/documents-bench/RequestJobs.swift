// SPDX-License-Identifier: MIT

import CBench
import Foundation

/// What services do most: small documents are read, checked, edited and held. Fresh memory is not
/// measured: what one of them leaves is enough for the next.
extension Program {
    mutating func measureRequests() {
        reads()
        lists()
        posts()
        patches()
        lines()
        edits()
        bytesHeld()
    }

    private mutating func over(
        _ peers: [Peer], _ job: String, _ text: Text, _ input: bench_job, _ vox: @escaping Job
    ) {
        for (name, run, aim) in peers {
            compare(
                job, text, aim: aim, isFreshMeasured: false,
                vox: Self.side("Vox", input, vox), peer: Self.side(name, input, run))
        }
    }

    private mutating func reads() {
        let job = "request: three attributes read"
        let articles = requests.articles.map { $0.small("title", "views", "published") }
        over(
            [
                ("yyjson", bench_yyjson_small, 0.9),
                ("yyjson, kept memory", bench_yyjson_small_kept, nil),
                ("On-Demand, known names", bench_ondemand_small_selected, 0.4),
            ], job, requests.articles[0], Self.job(on: articles), bench_vox_small)
        for (text, document) in requests.others.small {
            over(
                [
                    ("yyjson", bench_yyjson_small, nil), ("On-Demand", bench_ondemand_small, nil),
                ], job, text, Self.job(on: [document]), bench_vox_small)
        }
        let nested = requests.nested.small("event", "payload", "response")
        over(
            [("yyjson", bench_yyjson_small, 0.9)], "request: JSON in strings read",
            requests.nested, Self.job(on: [nested]), bench_vox_small)
    }

    private mutating func lists() {
        let shape = bench_shape(
            list: c("data"), holder: c("attributes"),
            names: (c("title"), c("body"), c("views"), c("rating"), c("published")),
            author: c("name"), is_jsonapi: true)
        over(
            [
                ("yyjson", bench_yyjson_authors, 0.9),
                ("On-Demand, known names", bench_ondemand_authors_selected, 0.5),
            ], "request: five attributes of every resource, a name of an included one",
            requests.list, Subject(text: requests.list, shape: shape).job(mode: BENCH_EAGER),
            bench_vox_authors)
    }

    /// Both sides have to refuse the same bodies.
    private mutating func posts() {
        let job = "request: a body checked, 201 written"
        let body = String(decoding: requests.creation.data, as: UTF8.self)
        let bad = [
            ("\"articles\"", "\"people\""), ("\"articles\"", "5"), ("\"data\"", "\"datum\""),
            ("\"title\"", "\"id\""), ("\"title\"", "\"-title\""), ("\"title\"", "\"author\""),
            ("\"type\":\"people\",", ""),
            ("{\"author\"", "{\"\""), ("\"people\"", "null"),
            ("\"author\":{\"data\"", "\"author\":{\"date\""),
        ].map { body.replacingOccurrences(of: $0, with: $1) }
        let isWanted = settings.wants("\(job), over yyjson")
        for text in bad where isWanted {
            var input = Text(name: "a malformed body", text.utf8).job
            let figures = (bench_vox_post(&input), bench_yyjson_post(&input))
            if figures != (0, 0) { fail("\(job): \(figures) for \(text)") }
        }
        checked(job, requests.creation, requests.creation.job, bench_vox_post, bench_yyjson_post)
    }

    private mutating func patches() {
        let operations = #"""
            [{"op":"test","path":"/data/type","value":"articles"},\#
            {"op":"replace","path":"/data/attributes/title","value":"edited"},\#
            {"op":"add","path":"/data/attributes/edited","value":{"by":["me"]}},\#
            {"op":"remove","path":"/data/relationships/tags"},\#
            {"op":"copy","from":"/data/attributes/views","path":"/data/attributes/seen"}]
            """#
        let patch = Text(name: "patch", operations.utf8)
        var input = requests.articles[0].job
        input.other = patch.bytes.baseAddress
        input.other_length = patch.count
        checked(
            "request: JSON Patch of 5 operations", requests.article823, input, bench_vox_patch,
            bench_yyjson_patch)
    }

    /// What both write is the same.
    private mutating func checked(
        _ job: String, _ text: Text, _ input: bench_job, _ vox: @escaping Job,
        _ yyjson: @escaping Job
    ) {
        checkSameBytes(job, text.name, over: "yyjson", input, vox, yyjson)
        over([("yyjson", yyjson, 0.9)], job, text, input, vox)
    }

    private mutating func lines() {
        var input = requests.lines.job
        input.shape.names = (c("level"), c("service"), c("ms"), nil, nil)
        over(
            [("On-Demand, iterate_many", bench_ondemand_lines, 0.6)],
            "request: three fields of every line of NDJSON", requests.lines, input,
            bench_vox_lines)
    }

    /// The two styles write the same bytes here. Writing is measured alone, and with all before it.
    private mutating func edits() {
        var input = Self.job(
            on: requests.articles.map { $0.small("title", "views", "published") })
        let works: [(String, Job, Double?)] = [
            (", preserving, writing alone", bench_vox_small_write, 0.7),
            (", preserving", bench_vox_small_edit, nil),
        ]
        for isRemoved in [true, false] {
            input.is_removed = isRemoved
            for (work, run, aim) in works {
                let job = "request: an attribute \(isRemoved ? "removed" : "set")\(work)"
                let compact: Job = { input in
                    var compact = input?.pointee ?? bench_job()
                    compact.is_compact = true
                    return run(&compact)
                }
                let peer = "Vox, compact"
                checkSameBytes(job, requests.articles[0].name, over: peer, input, run, compact)
                over([(peer, compact, aim)], job, requests.articles[0], input, run)
            }
        }
    }

    private mutating func bytesHeld() {
        let job = "request: bytes held"
        guard settings.own == nil, settings.wants("\(job), over yyjson") else { return }
        for (text, aim) in [(requests.article300, 1.1), (requests.article1700, nil)] {
            var input = text.job
            let ratio = Double(bench_vox_bytes(&input)) / Double(bench_yyjson_bytes(&input))
            add(
                Row(
                    job: job, file: text.name, peer: "yyjson", ratio: ratio, low: ratio,
                    high: ratio, aim: aim.map { .atMost($0) }, chart: nil))
        }
    }
}
