// SPDX-License-Identifier: MIT

internal import HTTPTypes
internal import Synchronization

/// An answer that may be given again when the server says that it is still right.
struct KeptAnswer: Sendable {
    let tag: String
    var body: [UInt8] = []
    private let head: HTTPResponse
    /// What the answer depends on beside the address (`Vary`), as the request had it.
    private let varying: [HTTPField.Name: [String]]

    /// Nil when the answer is none to keep.
    init?(_ response: ClientResponse, to request: ClientRequest) {
        guard response.status == .ok, let tag = response.headers[.eTag],
            !response.headers.forbidStoring
        else { return nil }
        let names = response.headers.list(.vary).map { HTTPField.Name($0) }
        // "*", and what is no name, depends on who knows what.
        guard !names.contains(nil), !response.headers.list(.vary).contains("*") else { return nil }
        head = response.head
        self.tag = tag
        varying = Dictionary(
            names.compactMap { $0 }.map { ($0, request.headers[values: $0]) },
            uniquingKeysWith: { first, _ in first })
    }

    /// True when the request has what the answer depends on.
    func fits(_ request: ClientRequest) -> Bool {
        varying.allSatisfy { request.headers[values: $0.key] == $0.value }
    }

    /// True when a 304 speaks of this answer (weak comparison, RFC 9110, section 8.8.3.2).
    func isMeant(by response: ClientResponse) -> Bool {
        guard let other = response.headers[.eTag] else { return true }
        return opaque(tag) == opaque(other)
    }

    private func opaque(_ tag: String) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    }

    /// The answer, with what a 304 says anew about it (RFC 9111, section 3.2).
    func answer(to response: ClientResponse) -> ClientResponse {
        var head = head
        for name in Set(response.headers.map(\.name))
        where !name.canonicalName.hasPrefix("content-") {
            head.headerFields[fields: name] = response.headers[fields: name]
        }
        var answer = response
        answer.head = head
        answer.body = ResponseBody(body)
        return answer
    }

    /// About as many bytes as it takes.
    var size: Int {
        body.count + head.headerFields.reduce(512) { $0 + $1.value.utf8.count + 64 }
    }
}

/// Answers kept in memory, the least used dropped first.
final class AnswerStore: Sendable {
    /// What an answer is kept under: never one identity's under another's.
    struct Key: Hashable {
        private let url: HTTPURL
        private let fields: HTTPFields

        init(_ request: ClientRequest) {
            url = request.url
            fields = HTTPFields(request.headers.filter { $0.isSensitive || $0.name == .accept })
        }

        /// By the address alone: hashing fields costs more than comparing them now and then.
        func hash(into hasher: inout Hasher) { hasher.combine(url) }
    }

    private struct State {
        var answers: [Key: (answer: KeptAnswer, used: Int)] = [:]
        var size = 0
        var uses = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) { self.capacity = capacity }

    /// The largest body to keep.
    var largest: Int { capacity / 4 }

    var isEmpty: Bool { state.withLock { $0.answers.isEmpty } }

    func find(_ key: Key, for request: ClientRequest) -> KeptAnswer? {
        state.withLock { state in
            guard let answer = state.answers[key]?.answer, answer.fits(request) else { return nil }
            state.uses += 1
            state.answers[key]?.used = state.uses
            return answer
        }
    }

    func keep(_ answer: KeptAnswer, as key: Key) {
        state.withLock { state in
            state.uses += 1
            state.size += answer.size - (state.answers[key]?.answer.size ?? 0)
            state.answers[key] = (answer, state.uses)
            while state.size > capacity,
                let oldest = state.answers.min(by: { $0.value.used < $1.value.used })
            {
                state.answers[oldest.key] = nil
                state.size -= oldest.value.answer.size
            }
        }
    }
}

extension HTTPFields {
    /// The members of a field that is a list, in lower case.
    fileprivate func list(_ name: HTTPField.Name) -> [String] {
        self[values: name].flatMap { $0.split(separator: ",") }.map { member in
            let isBlank = { (character: Character) in character == " " || character == "\t" }
            let text = member.drop(while: isBlank)
            return text.lastIndex { !isBlank($0) }.map { text[...$0].lowercased() } ?? ""
        }
        .filter { !$0.isEmpty }
    }

    /// Whether `Cache-Control` has `no-store`.
    var forbidStoring: Bool {
        contains { $0.name == .cacheControl } && list(.cacheControl).contains("no-store")
    }
}
