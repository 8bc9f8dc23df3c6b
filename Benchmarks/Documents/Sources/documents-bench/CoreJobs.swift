// SPDX-License-Identifier: MIT

import CBench

/// The rows of the core: jobs in C on both sides.
extension Program {
    mutating func measureCore() {
        measureParsing()
        let large = Subject.articles(articles10000)
        find("", large, of: "articles", "5000", reading: "title")
        find(", the first", large, of: "articles", "1", reading: "title")
        find(", the last", large, of: "people", "1000", reading: "lastName")
        for subject in [large] + realSubjects() { list(subject, every: 20, aims: (2, nil)) }
        list(large, every: 4, aims: (1, 1.3))
        list(large, every: 1, aims: (nil, 1))
        for (step, which, aim) in [(20, "twentieth", nil), (4, "fourth", 1.1), (1, "", 0.9)] {
            let every = which.isEmpty ? "every" : "every \(which)"
            compareCore(
                "lazy open, \(every) article, three attributes, its author's name", large,
                large.job(mode: BENCH_LAZY, step: step), bench_vox_authors,
                over: [
                    ("yyjson", bench_yyjson_authors, nil),
                    ("On-Demand", bench_ondemand_authors, aim),
                ])
        }
        for subject in [large] + realSubjects() {
            edit(subject, "edit 1 % of the resources and write", every: 100, aims: (3, 5, 1.5))
        }
        edit(large, "edit every resource and write", every: 1, aims: (0.7, 1.5, 0.8))
        patch(large)
        guard settings.own == nil else { return }
        measureMemory()
        measureGrowthOfTime()
    }

    /// Two real documents: JSON:API resource objects without relationships, and plain JSON.
    private func realSubjects() -> [Subject] {
        var subjects: [Subject] = []
        if let text = corpus.tariff() {
            let shape = bench_shape(
                list: c("data"), holder: c("attributes"),
                names: (
                    c("goods_nomenclature_label"), c("validity_start_date"),
                    c("monetary_unit_code"), nil, nil
                ), author: nil, is_jsonapi: true)
            subjects.append(Subject(text: text, shape: shape))
        }
        if let text = real.first(where: { $0.name == "twitter" }) {
            let shape = bench_shape(
                list: c("statuses"), holder: nil,
                names: (c("text"), c("retweet_count"), c("favorited"), nil, nil), author: nil,
                is_jsonapi: false)
            subjects.append(Subject(text: text, shape: shape))
        }
        return subjects
    }

    /// On-Demand stops where it has found the resource, yyjson reads all and then looks for it.
    private mutating func find(
        _ place: String, _ subject: Subject, of type: StaticString, _ id: StaticString,
        reading name: StaticString
    ) {
        var job = subject.job(mode: BENCH_LAZY)
        job.type = c(type)
        job.id = c(id)
        job.shape.names.0 = c(name)
        compareCore(
            "lazy open, one resource by id\(place), one attribute", subject, job, bench_vox_find,
            over: [("yyjson", bench_yyjson_find, 4), ("On-Demand", bench_ondemand_find, 1.3)])
    }

    private mutating func list(
        _ subject: Subject, every step: Int, aims: (yyjson: Double?, onDemand: Double?)
    ) {
        let element = subject.isArticles ? "article" : "element"
        let which = [20: "every twentieth", 4: "every fourth"][step] ?? "every"
        compareCore(
            "lazy open, \(which) \(element), three attributes", subject,
            subject.job(mode: BENCH_LAZY, step: step), bench_vox_list,
            over: [
                ("yyjson", bench_yyjson_list, aims.yyjson),
                ("On-Demand", bench_ondemand_list, aims.onDemand),
            ])
    }

    private mutating func edit(
        _ subject: Subject, _ job: String, every step: Int,
        aims: (copied: Double, inPlace: Double, spliced: Double)
    ) {
        let input = subject.job(mode: BENCH_LAZY, step: step)
        let peers: [Peer] = [
            ("yyjson", bench_yyjson_edit, aims.copied),
            ("yyjson, in place", bench_yyjson_edit_in_place, aims.inPlace),
            ("On-Demand, spliced", bench_ondemand_edit, aims.spliced),
        ]
        for (name, run, aim) in peers {
            // White space, number text and escapes of real documents are not yyjson's: it writes less.
            let isSameText = subject.isArticles || !name.hasPrefix("yyjson")
            if isSameText {
                checkSameBytes(
                    job, subject.text.name, over: name, input, bench_vox_edit, run)
            }
            compareCore(
                job, subject, isSameWork: isSameText, input, bench_vox_edit,
                over: [(name, run, aim)])
        }
    }

    private mutating func patch(_ subject: Subject) {
        let patching = "patch 1 % of the resources (RFC 6902) and write"
        var input = subject.job(mode: BENCH_LAZY, step: 100)
        input.count = 10_000
        checkSameBytes(
            patching, subject.text.name, over: "yyjson", input, bench_vox_patch,
            bench_yyjson_patch)
        compareCore(
            patching, subject, input, bench_vox_patch, over: [("yyjson", bench_yyjson_patch, 4)])
        let filtering = "NDJSON: records selected, edited and written"
        checkSameBytes(
            filtering, subject.text.name, over: "yyjson", input, bench_vox_filter,
            bench_yyjson_filter)
        // Both keep their memory from run to run, as a filter does.
        compare(
            filtering, subject.text, chart: .core, aim: 2, isFreshMeasured: false,
            vox: Self.side("Vox", input, bench_vox_filter),
            peer: Self.side("yyjson", input, bench_yyjson_filter))
    }

    private mutating func compareCore(
        _ job: String, _ subject: Subject, isSameWork: Bool = true, _ input: bench_job,
        _ vox: @escaping Job, over peers: [Peer]
    ) {
        for (name, run, aim) in peers {
            compare(
                job, subject.text, chart: .core, aim: aim, isSameWork: isSameWork,
                vox: Self.side("Vox", input, vox), peer: Self.side(name, input, run))
        }
    }

    /// A name, the job on it, and what the ratio should come to.
    typealias Peer = (String, Job, Double?)
    typealias Job = (UnsafePointer<bench_job>?) -> Int64

    static func side(_ name: String, _ job: bench_job, _ run: @escaping Job) -> Side {
        Side(name: name) {
            var job = job
            return run(&job)
        }
    }

    // MARK: Memory and growth

    private mutating func measureMemory() {
        let job = "bytes of arena and input"
        let later = "bytes of arena and input, lazy, then all parsed"
        if settings.wants(later) {
            var lazy = Subject.articles(articles10000).job(mode: BENCH_LAZY)
            var eager = articles10000.job
            let ratio = Double(bench_vox_bytes(&lazy)) / Double(bench_vox_bytes(&eager))
            add(
                Row(
                    job: later, file: articles10000.name, peer: "Vox, eager", ratio: ratio,
                    low: ratio, high: ratio, aim: .atMost(1.1), chart: nil))
        }
        guard settings.wants(job) else { return }
        for text in [articles10000] + realSubjects().map(\.text) {
            var input = text.job
            let ratio = Double(bench_vox_bytes(&input)) / Double(bench_yyjson_bytes(&input))
            add(
                Row(
                    job: job, file: text.name, peer: "yyjson", ratio: ratio, low: ratio,
                    high: ratio, aim: .atMost(1), chart: nil))
        }
    }

    /// The time of ten times as much.
    private mutating func measureGrowthOfTime() {
        for (name, mode) in [("eager", BENCH_EAGER), ("lazy", BENCH_LAZY)] {
            let job = "time of articles_10000 over articles_1000, \(name)"
            guard settings.wants(job) else { continue }
            let small = Subject.articles(articles1000).job(mode: mode)
            let large = Subject.articles(articles10000).job(mode: mode)
            do {
                let comparison = try Comparison(
                    vox: Self.side("articles_1000", small, bench_vox),
                    peer: Self.side("articles_10000", large, bench_vox),
                    seconds: settings.seconds, clock: settings.clock, isFreshMeasured: false)
                let ratio = comparison.ratio
                add(
                    Row(
                        job: job, file: "articles_10000", peer: "articles_1000",
                        ratio: ratio.median, low: ratio.low, high: ratio.high, aim: .atMost(11),
                        chart: nil))
            } catch {
                fail("\(job): \(error)")
            }
        }
    }
}
