// SPDX-License-Identifier: MIT

import CBench
import CToolBench

/// What is read of a document, and out of which.
private struct Subject {
    let text: Text
    let shape: bench_shape
    var isArticles = false

    func job(mode: bench_mode, step: Int = 1, isHashed: Bool = false) -> bench_job {
        bench_job(
            bytes: text.bytes.baseAddress, length: text.count, shape: shape, mode: mode,
            threads: mode == BENCH_PARALLEL ? 2 : 0, step: step, type: c("articles"),
            id: c("5000"), is_hashed: isHashed)
    }
}

private func articles(_ text: Text) -> Subject {
    Subject(
        text: text,
        shape: bench_shape(
            list: c("data"), holder: c("attributes"),
            names: (c("title"), c("views"), c("published")), is_jsonapi: true),
        isArticles: true)
}

/// The rows of the core: jobs in C on both sides.
extension Program {
    mutating func measureCore() {
        measureParsing()
        let large = articles(articles10000)
        compareCore(
            "lazy open, one resource by id, one attribute", large, goal: 4,
            large.job(mode: BENCH_LAZY), bench_vox_find, bench_yyjson_find)
        for subject in [large] + realSubjects() { list(subject, every: 20, goal: 2) }
        list(large, every: 4, goal: 1)
        compare(
            "parallel eager, 2 threads", large.text, chart: .core, goal: 1.6, isThreaded: true,
            vox: Self.side("Vox, parallel", large.job(mode: BENCH_PARALLEL), bench_vox),
            peer: Self.side("Vox, eager", large.job(mode: BENCH_EAGER), bench_vox))
        for subject in [large] + realSubjects() {
            edit(subject, "edit 1 % of the resources and write", every: 100, goal: 3)
        }
        edit(large, "edit every resource and write", every: 1, goal: 0.7)
        measureMemory()
        measureGrowthOfTime()
    }

    /// The time of two documents in turn over that of two at once.
    func ratioOfTwoThreads() throws -> Double {
        let job = articles(articles10000).job(mode: BENCH_EAGER)
        return try Comparison(
            vox: Self.side("two at once", job, bench_two_at_once),
            peer: Self.side("two in turn", job, bench_two_in_turn), seconds: settings.seconds,
            clock: .wall, isFreshMeasured: false
        ).ratio.median
    }

    /// Two real documents: JSON:API resource objects without relationships, and plain JSON.
    private func realSubjects() -> [Subject] {
        var subjects: [Subject] = []
        if let text = corpus.tariff() {
            let shape = bench_shape(
                list: c("data"), holder: c("attributes"),
                names: (
                    c("goods_nomenclature_label"), c("validity_start_date"),
                    c("monetary_unit_code")
                ), is_jsonapi: true)
            subjects.append(Subject(text: text, shape: shape))
        }
        if let text = real.first(where: { $0.name == "twitter" }) {
            let shape = bench_shape(
                list: c("statuses"), holder: nil,
                names: (c("text"), c("retweet_count"), c("favorited")), is_jsonapi: false)
            subjects.append(Subject(text: text, shape: shape))
        }
        return subjects
    }

    private mutating func list(_ subject: Subject, every step: Int, goal: Double) {
        let count = step == 20 ? "twentieth" : "fourth"
        compareCore(
            "lazy open, every \(count) \(subject.isArticles ? "article" : "element"), three attributes",
            subject, goal: goal,
            subject.job(mode: BENCH_LAZY, step: step), bench_vox_list, bench_yyjson_list)
    }

    private mutating func edit(_ subject: Subject, _ job: String, every step: Int, goal: Double) {
        let hashed = subject.job(mode: BENCH_LAZY, step: step, isHashed: true)
        var one = hashed
        if settings.wants("\(job), over yyjson"), subject.isArticles,
            bench_vox_edit(&one) != bench_yyjson_edit(&one)
        {
            fail("\(job), \(subject.text.name): what is written differs")
        }
        // White space, number text and escapes of real documents are not yyjson's: it writes less.
        compareCore(
            job, subject, goal: goal, isSameWork: subject.isArticles,
            subject.job(mode: BENCH_LAZY, step: step), bench_vox_edit, bench_yyjson_edit)
    }

    private mutating func compareCore(
        _ job: String, _ subject: Subject, goal: Double, isSameWork: Bool = true,
        _ input: bench_job, _ vox: @escaping Job, _ yyjson: @escaping Job
    ) {
        compare(
            job, subject.text, chart: .core, goal: goal, isSameWork: isSameWork,
            vox: Self.side("Vox", input, vox), peer: Self.side("yyjson", input, yyjson))
    }

    typealias Job = (UnsafePointer<bench_job>?) -> Int64

    static func side(_ name: String, _ job: bench_job, _ run: @escaping Job) -> Side {
        Side(name: name) {
            var job = job
            return run(&job)
        }
    }

    // MARK: Parsing

    /// Each real document, then the one in the middle of them.
    private mutating func measureParsing() {
        let first = rows.count
        for text in real {
            let isHarder = ["random", "twitterescaped"].contains(text.name)
            measureParsing(text, goal: isHarder ? 0.8 : 0.85)
        }
        let ratios = rows[first...].map(\.ratio)
        if !ratios.isEmpty {
            let middle = Comparison.Spread(ratios)
            add(
                Row(
                    job: "eager parse", file: "median of these", peer: "yajl",
                    ratio: middle.median, low: middle.low, high: middle.high,
                    goal: .atLeast(0.92), chart: .parsing))
        }
        for text in [articles1000, articles10000] { measureParsing(text, goal: 0.85) }
    }

    /// Both sides are those of `vox bench`.
    private mutating func measureParsing(_ text: Text, goal: Double) {
        let bench = vox_bench_new(text.bytes.baseAddress, text.count)
        defer { vox_bench_free(bench) }
        compare(
            "eager parse", text, chart: .parsing, goal: goal,
            vox: Side(name: "Vox") { vox_bench_eager(bench, 1) < 0 ? -1 : 0 },
            peer: Side(name: "yajl") { vox_bench_yajl(bench, 1) < 0 ? -1 : 0 })
    }

    // MARK: Memory and growth

    private mutating func measureMemory() {
        let job = "bytes of arena and input"
        guard settings.wants(job) else { return }
        for text in [articles10000] + realSubjects().map(\.text) {
            var input = articles(text).job(mode: BENCH_EAGER)
            let ratio = Double(bench_vox_bytes(&input)) / Double(bench_yyjson_bytes(&input))
            add(
                Row(
                    job: job, file: text.name, peer: "yyjson", ratio: ratio, low: ratio,
                    high: ratio, goal: .atMost(1), chart: nil))
        }
    }

    /// The time of ten times as much.
    private mutating func measureGrowthOfTime() {
        for (name, mode) in [
            ("eager", BENCH_EAGER), ("lazy", BENCH_LAZY), ("parallel", BENCH_PARALLEL),
        ] {
            let job = "time of articles_10000 over articles_1000, \(name)"
            guard settings.wants(job) else { continue }
            let small = articles(articles1000).job(mode: mode)
            let large = articles(articles10000).job(mode: mode)
            do {
                let comparison = try Comparison(
                    vox: Self.side("articles_1000", small, bench_vox),
                    peer: Self.side("articles_10000", large, bench_vox),
                    seconds: settings.seconds,
                    clock: mode == BENCH_PARALLEL ? .wall : settings.clock, isFreshMeasured: false)
                let ratio = comparison.ratio
                add(
                    Row(
                        job: job, file: "articles_10000", peer: "articles_1000",
                        ratio: ratio.median, low: ratio.low, high: ratio.high, goal: .atMost(11),
                        chart: nil))
            } catch {
                fail("\(job): \(error)")
            }
        }
    }
}
