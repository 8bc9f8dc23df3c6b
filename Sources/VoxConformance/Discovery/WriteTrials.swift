// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// Finds the subjects of probes that write: the documents of the user, the relationships of the
/// resources that they create, and Atomic Operations.
struct WriteTrials {
    let base: HTTPURL
    let sender: Sender
    /// The first pages of the collections that were found.
    let collections: [CollectionTrials]
    /// The kinds of the subjects that are needed.
    let kinds: Set<SubjectKind>
    /// The documents of the user.
    var examples: [WriteExample] = []
    /// The address of Atomic Operations, where it is known.
    var operations: HTTPURL?
    private(set) var subjects: [Subject] = []
    private(set) var notes: [String] = []
    /// The examples that the server refuses, with the reasons.
    private(set) var refusals: [String] = []
    /// The first creation that the server has refused, and its response.
    private(set) var refusal: String?
    /// The statuses with which collections refuse their examples, if that may be a fault.
    private var refusedStatus: [HTTPURL: Int] = [:]

    init(
        _ base: HTTPURL, _ sender: Sender, collections: [CollectionTrials], kinds: Set<SubjectKind>
    ) {
        self.kinds = kinds
        self.base = base
        self.sender = sender
        self.collections = collections
    }

    /// Tries the examples, and deletes what they create.
    /// - Throws: `RunStop` if the run must end.
    mutating func run() async throws(RunStop) {
        await sender.permit(examples)
        var accepted: [WriteExample] = []
        for example in examples {
            switch try await trial(of: example) {
            case .accepted: accepted.append(example)
            case .faulty(let status):
                refusedStatus[example.collection] = status
                accepted.append(example)
            case .refused: break
            }
        }
        for example in accepted { try await add(example, among: accepted) }
        await sender.deleteCreations()
        guard !accepted.isEmpty, needs(.atomic, .atomicToOne, .atomicToMany),
            let address = try await foundOperations(operations)
        else { return }
        addOperations(at: address)
    }

    private func needs(_ some: SubjectKind...) -> Bool { !kinds.isDisjoint(with: some) }

    // MARK: Examples

    private enum Trial {
        case accepted
        case refused
        /// The server fails with a status that may be a fault, which the probes find.
        case faulty(status: Int)
    }

    /// Tries to create a resource.
    private mutating func trial(of example: WriteExample) async throws(RunStop) -> Trial {
        let document = example.filled()
        await sender.note(filled: document)
        let request = SentRequest.creation(document, in: example.collection)
        let reason: String
        switch try await sender.send(request) {
        case .failure(let failure), .refused(let failure): reason = failure
        case .response(let received):
            if received.isSuccess { return .accepted }
            let text = "POST \(example.collection): \(received.statusText)"
            refusal = refusal ?? text
            // A status that is about the media type or the server is a fault that the probes find.
            guard (400...499).contains(received.status), ![406, 415].contains(received.status)
            else { return .faulty(status: received.status) }
            reason = "the server refuses the example document: \(received.statusText)"
        }
        let words = "POST \(example.collection): \(reason)"
        refusal = refusal ?? words
        refusals.append(words)
        return .refused
    }

    // MARK: Subjects

    private mutating func add(
        _ example: WriteExample, among examples: [WriteExample]
    ) async throws(RunStop) {
        let status = refusedStatus[example.collection]
        try await add(.write, Writing(example: example, refusedStatus: status))
        guard kinds.contains(where: { $0.writes && $0 != .write }),
            try await add(.writeResource, Writing(example: example, createsResource: true))
        else { return }
        var found: Set<SubjectKind> = []
        for (name, kind, type) in relationships(of: example) where !found.contains(kind) {
            guard needs(kind, kind == .writeToOne ? .atomicToOne : .atomicToMany),
                let target = examples.first(where: { $0.type == type })
            else { continue }
            let writing = Writing(
                example: example, createsResource: true,
                relationship: Writing.Relationship(name: name, target: target))
            if try await add(kind, writing) { found.insert(kind) }
        }
    }

    /// Adds a subject if its resources can be created.
    @discardableResult
    private mutating func add(
        _ kind: SubjectKind, _ writing: Writing
    ) async throws(RunStop) -> Bool {
        let path = writing.example.collection.path
        let label = writing.relationship.map { "\(path) \($0.name)" } ?? path
        var subject = Subject(kind, label, Variables(base: base))
        subject.writing = writing
        var preparation = Preparation(base, sender)
        switch try await preparation.variables(of: subject) {
        case .failed(let failure):
            notes.append("\(kind.rawValue) \(label): \(failure.reason)")
            return false
        case .ready(let variables):
            subject.written = variables.names
            subjects.append(subject)
            return true
        }
    }

    /// Returns the relationships of an example whose kind and target type are known: from the
    /// document itself, or from the resources of the collection.
    private func relationships(
        of example: WriteExample
    ) -> [(name: String, kind: SubjectKind, type: String)] {
        var found: [(name: String, kind: SubjectKind, type: String)] = []
        if case .object(let members)? = example.document["data"]?["relationships"] {
            for (name, value) in members {
                let isMany = if case .array? = value["data"] { true } else { false }
                let target = isMany ? value["data"]?[0] : value["data"]
                if let type = target?["type"]?.text {
                    found.append((name, isMany ? .writeToMany : .writeToOne, type))
                }
            }
        }
        for collection in collections where collection.type == example.type {
            for relationship in collection.resources.flatMap(\.relationships) {
                guard let type = relationship.linkage.first?.type else { continue }
                let kind: SubjectKind =
                    relationship.linkage.kind == .toMany ? .writeToMany : .writeToOne
                found.append((relationship.name, kind, type))
            }
        }
        var seen: Set<String> = []
        return found.filter { seen.insert($0.name).inserted }
    }

    // MARK: Atomic Operations

    /// Returns the address of Atomic Operations: the known one, or `/operations` if it responds
    /// with the extension to a request without operations.
    private func foundOperations(_ known: HTTPURL?) async throws(RunStop) -> HTTPURL? {
        if let known {
            await sender.permit(operations: known)
            return known
        }
        guard let url = try? base.appending(path: "/operations") else { return nil }
        let type = HTTPMediaType.jsonAPI(ext: [AtomicDocument.uri]).description
        var request = SentRequest(
            .post, url, role: "operations", headers: [.accept: type, .contentType: type],
            body: Array(#"{"atomic:operations": []}"#.utf8))
        request.isInspected = false
        await sender.permit(operations: url)
        guard case .response(let received) = try await sender.send(request),
            received.mediaType?.ext.contains(AtomicDocument.uri) ?? false
        else { return nil }
        return url
    }

    private mutating func addOperations(at address: HTTPURL) {
        for known in subjects {
            let kind: SubjectKind
            switch known.kind {
            case .writeResource: kind = .atomic
            case .writeToOne: kind = .atomicToOne
            case .writeToMany: kind = .atomicToMany
            default: continue
            }
            var subject = Subject(kind, known.label, known.variables)
            subject.variables.set("operations", address)
            subject.writing = known.writing
            subject.written = known.written
            subjects.append(subject)
        }
    }
}
