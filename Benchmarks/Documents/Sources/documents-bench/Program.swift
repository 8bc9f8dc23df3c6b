// SPDX-License-Identifier: MIT

import CBench
import Foundation

/// A run of the bench: measures what was asked for, and collects rows.
struct Program {
    let settings: Settings
    let machine: Machine
    let corpus: Corpus
    /// Real documents over 100 kB.
    let real: [Text]
    let articles1000: Text
    let articles10000: Text
    /// What stands in single requests and responses.
    let requests: RequestTexts
    private(set) var rows: [Row] = []
    private var settled: Settled
    /// How fast each engine parses each document.
    var speeds: [Speeds] = []
    /// The same for documents of one kind that grow.
    var growth: [Speeds] = []
    /// What Vox takes without peers, where that was asked for.
    private(set) var own = OwnTimes()
    private(set) var troubles: [String] = []

    init(settings: Settings) throws {
        self.settings = settings
        machine = Machine(swift: settings.swift)
        settled = try Settled(
            folder: settings.isSettling ? nil : settings.goals, processor: machine.processor)
        corpus = Corpus(folder: settings.corpora)
        real = corpus.real()
        articles1000 = corpus.articles(1000)
        articles10000 = corpus.articles(10_000)
        requests = RequestTexts(seed: settings.seed)
    }

    /// Measures a pair, unless other jobs were asked for; a ratio of times becomes a row. A row that
    /// misses its goal gets two more chances, since a machine has bad moments.
    mutating func compare(
        _ job: String, _ file: Text, chart: Row.Chart? = nil, aim: Double?,
        isSameWork: Bool = true, isFreshMeasured: Bool = true, vox: Side, peer: Side
    ) {
        guard settings.wants("\(job), over \(peer.name)") else { return }
        guard settings.own == nil else { return measureOwn(job, file, vox) }
        do {
            var row: Row
            var tries = 0
            repeat {
                tries += 1
                progress("\(job), \(file.name), over \(peer.name)\(tries > 1 ? ", again" : "")")
                let comparison = try Comparison(
                    vox: vox, peer: peer, seconds: settings.seconds,
                    clock: settings.clock, isFreshMeasured: isFreshMeasured,
                    isSameWork: isSameWork)
                let ratio = comparison.ratio
                row = Row(
                    job: job, file: file.name, peer: peer.name, ratio: ratio.median,
                    low: ratio.low, high: ratio.high, aim: aim.map { .atLeast($0) }, chart: chart,
                    comparison: comparison)
                row.settled = settled[row]
            } while row.isLost && tries < 3
            add(row)
        } catch {
            troubles.append("\(job), \(file.name), over \(peer.name): \(error)")
        }
    }

    private mutating func measureOwn(_ job: String, _ file: Text, _ vox: Side) {
        guard !own.has(job, file.name) else { return }
        progress("\(job), \(file.name)")
        do {
            try own.measure(
                job, file.name, vox, seconds: settings.seconds, clock: settings.clock)
        } catch {
            troubles.append("\(job), \(file.name): \(error)")
        }
    }

    mutating func add(_ row: Row) {
        var row = row
        // What is written has a goal from now on.
        if settings.output != nil, settled[row] == nil { settled[row] = Row.digits(row.ratio) }
        row.settled = settled[row]
        rows.append(row)
    }

    /// Rows that lost, and those that cannot tell since they were never settled on this processor.
    var losses: [Row] { rows.filter(\.isLost) }
    var unsettled: [Row] { settled.isEmpty ? [] : rows.filter { $0.settled == nil } }

    /// How the rows stand, in sentences: what was promised, and what was there before.
    var standing: String {
        let reached = rows.compactMap(\.isReached)
        return "Aims reached: \(reached.count { $0 }) of \(reached.count). "
            + (settled.isEmpty
                ? "There are no goals for this processor (\(machine.processor.key)): nothing can be lost here."
                : "Rows below their goals: \(losses.count).")
    }

    /// Whether two jobs in C write the same bytes; a trouble when they do not. Nothing is done where
    /// other rows were asked for.
    mutating func checkSameBytes(
        _ job: String, _ file: String, over peer: String, _ input: bench_job,
        _ vox: Job, _ other: Job
    ) {
        guard settings.wants("\(job), over \(peer)") else { return }
        var input = input
        input.is_hashed = true
        if vox(&input) != other(&input) {
            fail("\(job), \(file), over \(peer): what is written differs")
        }
    }

    mutating func fail(_ trouble: String) { troubles.append(trouble) }
}

/// What the command line asks for.
struct Settings {
    /// Documents are read from here.
    var corpora = "../shared/corpora"
    /// The folder where results go, a file for each processor; nil: the terminal only.
    var output: String?
    /// The folder of the results that goals are taken from; nil: there are none.
    var goals: String?
    /// Whether goals are taken from this run alone.
    var isSettling = false
    /// The engine to measure alone, and the name of the text; nil: what the program is for.
    var engine: String?
    var text: String?
    /// Where the times of Vox alone go, which are measured without peers then; nil: nowhere.
    var own: String?
    /// Only rows whose "job, over peer" contains this, or one of these with "|" between them.
    var only: String?
    /// Of the documents that stand in single requests and responses.
    var seed: UInt64 = 1
    /// For the pairs of one row.
    var seconds = 1.5
    /// What time is measured with.
    var clock = Clock.cpu
    /// What stands in the results.
    var commit = "unknown"
    var swift = "unknown"

    init(arguments: [String]) throws {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else { throw Usage() }
            switch name {
            case "--corpora": corpora = value
            case "--output": output = value
            case "--goals": goals = value
            case "--settle": (output, isSettling) = (value, true)
            case "--own": own = value
            case "--engine": engine = value
            case "--text": text = value
            case "--only": only = value
            case "--seed": seed = UInt64(value) ?? seed
            case "--seconds": seconds = Double(value) ?? seconds
            case "--clock": clock = Clock(rawValue: value) ?? clock
            case "--commit": commit = value
            case "--swift": swift = value
            default: throw Usage()
            }
        }
    }

    func wants(_ job: String) -> Bool {
        only.map { $0.split(separator: "|").contains { job.contains($0) } } ?? true
    }

    struct Usage: Error {}
}

/// Says what goes on, where somebody looks.
func progress(_ text: String) {
    guard isatty(FileHandle.standardError.fileDescriptor) != 0 else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(text.prefix(100))".utf8))
}

/// The bytes of a literal, for C.
func c(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
