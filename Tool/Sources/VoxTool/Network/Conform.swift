// SPDX-License-Identifier: MIT

#if Network
import ArgumentParser
import Dispatch
import Foundation
import HTTPTypes
import Vox
import VoxAsyncHTTPClient
import VoxConformance

struct Conform: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks whether a server follows JSON:API 1.1.",
        discussion: """
            Looks for collections in the root document or in an OpenAPI description, sends requests \
            to them, and compares the responses with the rules of the standard. Prints a table of \
            the groups of probes, and for each failure the rule, what was expected, what was found, \
            and the curl command that shows it. The run only reads, unless --write names resources \
            that it may create.

            The file of --write is an object from the path of a collection to a document that \
            creates a resource. {random} in it is replaced by a new text: \
            {"articles": {"data": {"type": "articles", "attributes": {"title": "A {random}"}}}}. \
            Relationships are written if the file has a document for both types. Null in place of \
            a document, and --write-to, stand for one that is made from the server's OpenAPI \
            description. What the run has \
            created, it deletes again; the report lists what could not be deleted.

            A server in CI: --write-baseline writes the failures of today to a file, and --baseline \
            reads this file later, so that only new failures count.

            The variables http_proxy, https_proxy and no_proxy are not used.

            Exit codes: 0 no probe failed; 1 a probe failed, or the run ended early; 2 wrong usage \
            or an unreadable file; 3 the server could not be probed at all; 130 interrupted.

            Examples:
              vox conform https://api.example
              vox conform https://api.example --collections articles,people --only fieldsets
              vox conform https://api.example --header "Authorization: Bearer $TOKEN"
              vox conform http://localhost:8080/v1 --write examples.json --html report.html
              vox conform http://localhost:8080 --baseline known.json --junit results.xml
            """)

    @Argument(help: "The address below which the collections are, http or https.")
    var url: String

    @Option(
        help: ArgumentHelp(
            "The paths of the collections, instead of looking for them.", valueName: "a,b"))
    var collections: NameList?

    @Option(
        help: ArgumentHelp(
            "Create, change and delete resources, with the documents of this file.",
            valueName: "FILE"))
    var write: String?

    @Option(
        help: ArgumentHelp(
            """
            Create, change and delete resources in these collections, with documents made from the \
            OpenAPI description of the server.
            """, valueName: "a,b"))
    var writeTo: NameList?

    @Option(
        help: ArgumentHelp("The path that accepts Atomic Operations.", valueName: "path"))
    var operations: String?

    // A string, because the parser would print a value that it cannot parse, and the value may be
    // secret.
    @Option(
        help: ArgumentHelp(
            """
            Send a header field; repeatable. The report has only its name. Secret fields go to \
            other machines only over https.
            """, valueName: "'Name: value'"))
    var header: [String] = []

    @Option(help: ArgumentHelp("Run only these groups and probes.", valueName: "a,b"))
    var only: [NameList] = []

    @Option(
        help: ArgumentHelp(
            "Leave out these groups, probes and rules, such as JA-026.", valueName: "a,b"))
    var skip: [NameList] = []

    @Option(
        help: ArgumentHelp(
            "Run the probes of this file instead; repeatable.", valueName: "FILE"))
    var probes: [String] = []

    @Option(help: ArgumentHelp("The maximum number of requests a second.", valueName: "count"))
    var rate = 20

    @Option(help: ArgumentHelp("The maximum number of requests.", valueName: "count"))
    var limit = 2000

    @Option(help: ArgumentHelp("The maximum time of the run.", valueName: "seconds"))
    var time = 300

    @Option(
        help: ArgumentHelp(
            """
            The maximum number of subjects of each probe, such as collections. Probes that write \
            have half as many.
            """, valueName: "count"))
    var subjects = 2

    @Flag(help: "Print the report as JSON.")
    var json = false

    @Option(help: ArgumentHelp("Write the report as JUnit XML.", valueName: "FILE"))
    var junit: String?

    @Option(help: ArgumentHelp("Write the report as a page of HTML.", valueName: "FILE"))
    var html: String?

    @Option(
        help: ArgumentHelp("Do not count the failures of this file.", valueName: "FILE"))
    var baseline: String?

    @Option(
        help: ArgumentHelp("Write the failures to this file, for --baseline.", valueName: "FILE"))
    var writeBaseline: String?

    func validate() throws {
        for (name, value) in [
            ("rate", rate), ("limit", limit), ("time", time), ("subjects", subjects),
        ] where value < 1 || value > 1_000_000 {
            throw ValidationError("--\(name) must be a number from 1 to 1000000.")
        }
        do throws(RequestError) {
            _ = try address()
            for text in header { _ = try Fetch.field(text) }
        } catch {
            throw ValidationError(error.reason)
        }
    }

    func run() async throws {
        let base = try address()
        let options = try options()
        let known = try baseline.map { try Self.baseline(in: $0) }
        for file in [junit, html, writeBaseline].compactMap(\.self) {
            try Self.checkWritable(file)
        }
        let conformance = Conformance(
            of: base, over: AsyncHTTPClientTransport.shared, options: options)
        var report = await Self.interruptible {
            await conformance.run { Terminal.progress(Terminal.safe($0)) }
        }
        Terminal.progress("")
        if let known { report = try report.without(baseline: known) }
        if let writeBaseline {
            // What was not run would count as passed.
            if report.ending == .complete {
                try Self.write(report.baseline, to: writeBaseline)
                report = try report.without(baseline: report.baseline)
            } else {
                Terminal.complain("vox: \(writeBaseline) is not written: the run is not complete")
            }
        }
        Terminal.write(json ? report.json : report.text)
        if let junit { try Self.write(report.junit, to: junit) }
        if let html { try Self.write(report.html, to: html) }
        try Self.check(report)
    }

    private static func check(_ report: Conformance.Report) throws {
        switch report.ending {
        case .interrupted: throw Failure(.interrupted)
        case .notProbed: throw Failure(.unreachable)
        case .stopped: throw Failure(.wrong)
        case .complete: if report.count(.failed) > 0 { throw Failure(.wrong) }
        }
    }

    // MARK: Options

    private func address() throws(RequestError) -> HTTPURL {
        let address = try HTTPURL(url)
        guard address.query == nil else {
            throw RequestError(
                code: .invalidURL, message: "The address of a server must not have a query.")
        }
        return address
    }

    private func options() throws -> Conformance.Options {
        var options = Conformance.Options()
        if !probes.isEmpty { options.probes = try ownProbes() }
        options.collections = collections?.names ?? []
        options.operations = operations
        for text in header { options.headers.append(try Fetch.field(text)) }
        options.only = try known(only, "--only", in: options.probes)
        options.skipped = try known(skip, "--skip", in: options.probes, options.probes.rules)
        options.rate = rate
        options.maximumRequests = limit
        options.timeLimit = .seconds(time)
        options.subjects = subjects
        if let write { options.writes = try Self.documents(of: write) }
        for name in writeTo?.names ?? [] { options.writes[name] = options.writes[name] ?? .null }
        return options
    }

    private func ownProbes() throws -> Conformance.Probes {
        var texts: [String] = []
        for name in probes {
            let text = try Self.text(of: name)
            do {
                _ = try Conformance.Probes(parsing: [text])
            } catch {
                throw Failure(.usage, Input(name: name).line(for: error))
            }
            texts.append(text)
        }
        return try Conformance.Probes(parsing: texts)
    }

    /// Returns the names of groups, probes and rules, after checking that they exist.
    private func known(
        _ lists: [NameList], _ option: String, in probes: Conformance.Probes, _ rules: [String] = []
    ) throws -> [String] {
        let names = lists.flatMap(\.names)
        for name in names where !probes.contains(name) && !rules.contains(name) {
            throw ValidationError("\(option): there is no group and no probe \"\(name)\".")
        }
        return names
    }

    private static func documents(of file: String) throws -> JSONObject {
        let input = Input(name: file)
        let value: JSONValue
        do {
            value = try JSONValue(parsing: text(of: file))
        } catch let error as JSONError {
            throw Failure(.usage, input.line(for: error))
        }
        guard case .object(let documents) = value else {
            throw Failure(.usage, "vox: \(file): an object from paths to documents is expected")
        }
        for (name, document) in documents {
            if case .null = document { continue }
            guard case .string? = document["data"]?["type"] else {
                throw Failure(
                    .usage,
                    "vox: \(file): \(Terminal.quoted(name)) must have a document with data and type"
                )
            }
        }
        return documents
    }

    /// Returns the text of a baseline, after checking that it is one.
    private static func baseline(in file: String) throws -> String {
        let text = try text(of: file)
        do throws(JSONError) {
            try Conformance.Report.failures(inBaseline: text)
        } catch {
            throw Failure(.usage, "vox: \(file): \(error)")
        }
        return text
    }

    // MARK: Files

    private static func text(of file: String) throws -> String {
        String(decoding: try Input(name: file).bytes(), as: UTF8.self)
    }

    /// Checks that a file can be written, before a long run.
    private static func checkWritable(_ file: String) throws {
        let path = Arguments.bytes(ofFile: file).map { CChar(bitPattern: $0) } + [0]
        var facts = stat()
        let isWritable: Bool
        if stat(path, &facts) != 0 {
            let descriptor = Arguments.open(file: file, O_WRONLY | O_CREAT | O_EXCL)
            isWritable = descriptor >= 0
            if isWritable {
                close(descriptor)
                unlink(path)
            }
        } else {
            // Opening a pipe would wait for its reader, or end it.
            isWritable = facts.st_mode & S_IFMT != S_IFDIR && access(path, W_OK) == 0
        }
        guard isWritable else { throw Failure(.usage, "vox: \(file): cannot be written") }
    }

    private static func write(_ text: String, to file: String) throws {
        let descriptor = Arguments.open(file: file, O_WRONLY | O_CREAT | O_TRUNC)
        guard descriptor >= 0 else {
            throw Failure(
                .usage, "vox: \(file): cannot be written: \(String(cString: strerror(errno)))")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            throw Failure(.usage, "vox: \(file): cannot be written: \(error.localizedDescription)")
        }
    }

    // MARK: Interruption

    /// Runs some work. SIGINT and SIGTERM cancel the work, which then cleans up. A second signal
    /// ends the program at once. The work begins when signals can cancel it.
    private static func interruptible<Value: Sendable>(
        _ work: @escaping @Sendable () async -> Value
    ) async -> Value {
        let signals = [SIGINT, SIGTERM]
        let watched = DispatchGroup()
        for _ in signals { watched.enter() }
        let task = Task {
            await withCheckedContinuation { continuation in
                watched.notify(queue: .global()) { continuation.resume() }
            }
            return await work()
        }
        let sources = signals.map { number in
            #if canImport(Darwin)
            // kqueue reports a signal only if its usual action does not end the process.
            signal(number, SIG_IGN)
            #else
            // A shell starts background jobs with SIGINT ignored, and signalfd reports no ignored
            // signals.
            signal(number, SIG_DFL)
            #endif
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if task.isCancelled { Terminal.exit(.interrupted) }
                Terminal.progress("")
                Terminal.complain(
                    "vox: interrupted: deleting what was created (press again to end at once)")
                task.cancel()
            }
            source.setRegistrationHandler { watched.leave() }
            source.resume()
            return source
        }
        let value = await task.value
        for source in sources { source.cancel() }
        for number in signals { signal(number, SIG_DFL) }
        return value
    }
}
#endif
