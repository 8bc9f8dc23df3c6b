// SPDX-License-Identifier: MIT

/// Finds the parts of a server that probes can be about.
struct Discovery {
    private let base: HTTPURL
    private let options: Conformance.Options
    private let sender: Sender
    /// The subjects of each kind. The first ones belong to different collections.
    private(set) var subjects: [SubjectKind: [Subject]] = [:]
    /// What the run has found out, for the report.
    private(set) var notes: [String] = []
    /// The documents of the options that cannot be written, with the reasons.
    private(set) var refusals: [String] = []
    /// The first creation that the server has refused, and its response.
    private(set) var refusal: String?
    /// What will be tried before the probes that write.
    private var writes: WriteTrials?
    /// The first request of the search for collections that got no response, and why.
    private(set) var failure: String?
    /// The paths of the collections that were found.
    private(set) var collections: [String] = []

    /// The number of collections that are looked at in depth. Of the others, only the first page is
    /// checked.
    private var maximumCollections: Int { max(8, options.subjects) }

    init(_ base: HTTPURL, _ options: Conformance.Options, _ sender: Sender) {
        self.base = base
        self.options = options
        self.sender = sender
    }

    /// Looks for collections and for the subjects of the probes.
    /// - Parameter progress: receives the name of each collection.
    /// - Throws: `RunStop` if the run must end.
    mutating func run(progress: @Sendable (String) -> Void) async throws(RunStop) {
        progress("looking for collections")
        var search = CollectionSearch(base, options, sender)
        let pages: [Received]
        do throws(RunStop) {
            pages = try await search.pages()
        } catch {
            notes += search.notes
            throw error
        }
        notes += search.notes
        failure = search.failure
        collections = pages.map(\.url.path)
        for page in pages { await sender.inspect(page) }
        let all = pages.map { CollectionTrials($0, base: base, sender: sender) }
        await sender.setCollections(
            Dictionary(
                all.compactMap { trial in trial.type.map { ($0, trial.url) } }
            ) { first, _ in first })
        var trials = Array(all.prefix(maximumCollections))
        if trials.count < all.count {
            let names = all.dropFirst(trials.count).map(\.url.path).joined(separator: ", ")
            notes.append(
                "probes run for \(trials.count) of \(all.count) collections (for all of them: "
                    + "--subjects \(all.count)); only the first page was checked of "
                    + names.excerpt(300))
        }
        let kinds = options.neededKinds
        var lists: [[Subject]] = []
        for index in trials.indices {
            progress("looking at \(trials[index].url.path)")
            try await trials[index].run(kinds)
            lists.append(trials[index].subjects)
            notes += trials[index].notes
        }
        subjects = Self.interleaved(lists)
        if !collections.isEmpty {
            subjects[.server] = [Subject(.server, base.path, Variables(base: base))]
        }
        guard !options.writes.isEmpty, kinds.contains(where: \.writes) else { return }
        var writes = WriteTrials(base, sender, collections: all, kinds: kinds)
        let isDescribed = options.writes.contains {
            if case .null = $0.value { true } else { false }
        }
        let description = isDescribed ? try await search.description() : nil
        writes.examples = examples(search, among: all, describedBy: description)
        writes.operations = operations(search) ?? search.operations
        self.writes = writes
    }

    /// Looks for the subjects of the probes that write. The probes that only read run before, so
    /// that no write can spoil them.
    /// - Throws: `RunStop` if the run must end.
    mutating func tryWriting(progress: @Sendable (String) -> Void) async throws(RunStop) {
        guard var writes else { return }
        progress("trying to write")
        self.writes = nil
        try await writes.run()
        notes += writes.notes
        refusals += writes.refusals
        refusal = writes.refusal
        subjects.merge(Self.interleaved([writes.subjects])) { $1 }
    }

    private mutating func examples(
        _ search: CollectionSearch, among collections: [CollectionTrials],
        describedBy description: OpenAPIFacts?
    ) -> [WriteExample] {
        var examples: [WriteExample] = []
        for (name, stated) in options.writes {
            guard let url = search.address(of: name) else { continue }
            var document = stated
            if case .null = stated {
                do throws(DescribedExample.Fault) {
                    document = try described(
                        in: url, collections.first { $0.url.place == url.place }, by: description)
                    notes.append("the document for \(name.excerpt(100)) is \(document.shown)")
                } catch {
                    refusals.append(
                        "there is no document for \(name.excerpt(100)): \(error.reason)")
                    continue
                }
            }
            guard let example = WriteExample(document, collection: url) else {
                refusals.append("the document for \(name.excerpt(100)) has no data with a type")
                continue
            }
            if let id = document["data"]?["id"],
                id.text?.contains(JSONValue.randomMark) != true
            {
                refusals.append(
                    "the document for \(name.excerpt(100)) has an id without {random}, so it could "
                        + "replace a resource")
                continue
            }
            examples.append(example)
        }
        return examples
    }

    /// Returns a document from the OpenAPI description of the server.
    private func described(
        in url: HTTPURL, _ collection: CollectionTrials?, by description: OpenAPIFacts?
    ) throws(DescribedExample.Fault) -> JSONValue {
        guard let description else {
            throw DescribedExample.Fault(reason: "no OpenAPI description was found")
        }
        var linkage: [String: JSONValue] = [:]
        for relationship in collection?.resources.flatMap(\.relationships) ?? [] {
            guard linkage[relationship.name] == nil, let first = relationship.linkage.first else {
                continue
            }
            let target: JSONValue = ["type": .string(first.type), "id": .string(first.id)]
            linkage[relationship.name] =
                relationship.linkage.kind == .toMany ? .array([target]) : target
        }
        return try description.example(in: url, type: collection?.type, linkage: linkage)
    }

    private func operations(_ search: CollectionSearch) -> HTTPURL? {
        options.operations.flatMap { search.address(of: $0) }
    }

    /// Returns the subjects of each kind: the first of each collection, then the second of each,
    /// and so on.
    private static func interleaved(_ lists: [[Subject]]) -> [SubjectKind: [Subject]] {
        var subjects: [SubjectKind: [Subject]] = [:]
        for kind in SubjectKind.allCases {
            let columns = lists.map { $0.filter { $0.kind == kind } }
            for index in 0..<(columns.map(\.count).max() ?? 0) {
                subjects[kind, default: []] += columns.filter { $0.count > index }.map { $0[index] }
            }
        }
        return subjects
    }
}
