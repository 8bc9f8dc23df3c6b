// SPDX-License-Identifier: MIT

internal import HTTPTypes
internal import Synchronization

/// A stored response, which is returned again if the server confirms that it is still current.
struct CachedResponse: Sendable {
    let tag: String
    var body: [UInt8] = []
    private let head: HTTPResponse
    /// The header fields of the request that the response depends on (`Vary`), with their values.
    private let varying: [HTTPField.Name: [String]]

    /// Creates the stored response; nil if the response must not be stored.
    init?(_ response: ClientResponse, to request: ClientRequest) {
        guard response.status == .ok, let tag = response.headers[.eTag], tag.isEntityTag,
            !response.headers.forbidStoring
        else { return nil }
        let names = response.headers.list(.vary).map { HTTPField.Name($0) }
        // `Vary: *` and names that are no field names mean that the response depends on unknown
        // things.
        guard !names.contains(nil), !response.headers.list(.vary).contains("*") else { return nil }
        head = response.head
        self.tag = tag
        varying = Dictionary(
            names.compactMap { $0 }.map { ($0, request.headers[values: $0]) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns true if the header fields that the response depends on (`Vary`) have the same values
    /// in the request.
    func fits(_ request: ClientRequest) -> Bool {
        varying.allSatisfy { request.headers[values: $0.key] == $0.value }
    }

    /// Returns true if a 304 is about this response (weak comparison, RFC 9110, section 8.8.3.2).
    func isMeant(by response: ClientResponse) -> Bool {
        guard let other = response.headers[.eTag] else { return true }
        return opaque(tag) == opaque(other)
    }

    private func opaque(_ tag: String) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    }

    /// Returns the stored response, updated with the header fields of a 304 (RFC 9111, section
    /// 3.2).
    func refreshed(by response: ClientResponse) -> ClientResponse {
        var head = head
        for name in Set(response.headers.map(\.name))
        where !name.canonicalName.hasPrefix("content-") {
            head.headerFields[fields: name] = response.headers[fields: name]
        }
        var refreshed = response
        refreshed.head = head
        refreshed.body = ClientResponse.Body(body)
        return refreshed
    }

    /// The approximate size in bytes.
    var size: Int {
        body.count + head.headerFields.size
            + varying.values.joined().reduce(512) { $0 + $1.utf8.count }
    }
}

/// A cache of responses in memory. It removes the least recently used responses first.
final class ResponseCache: Sendable {
    /// The key of a stored response. The key includes the credentials, so that nobody gets a
    /// response to a request with other credentials.
    struct Key: Hashable {
        private let url: HTTPURL
        private let fields: HTTPFields

        init(_ request: ClientRequest) {
            url = request.url
            fields = HTTPFields(request.headers.filter { $0.isSensitive || $0.name == .accept })
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(url)
            hasher.combine(fields.identityHash)
        }

        /// The approximate size in bytes.
        var size: Int { url.authority.utf8.count + url.target.utf8.count + fields.size }
    }

    private struct State {
        var responses: [Key: (response: CachedResponse, size: Int, used: Int)] = [:]
        var size = 0
        var uses = 0

        /// Removes the least recently used responses. The method frees more memory than is needed
        /// now, because each call sorts all responses.
        mutating func shrink(to room: Int) {
            for (key, kept) in responses.sorted(by: { $0.value.used < $1.value.used }) {
                guard size > room else { return }
                responses[key] = nil
                size -= kept.size
            }
        }
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) { self.capacity = capacity }

    /// The size of the largest body that is stored, in bytes.
    var largest: Int { capacity / 4 }

    var isEmpty: Bool { state.withLock { $0.responses.isEmpty } }

    func find(_ key: Key, for request: ClientRequest) -> CachedResponse? {
        state.withLock { state in
            guard let response = state.responses[key]?.response, response.fits(request) else {
                return nil
            }
            state.uses += 1
            state.responses[key]?.used = state.uses
            return response
        }
    }

    func keep(_ response: CachedResponse, as key: Key) {
        state.withLock { state in
            let size = response.size + key.size
            state.uses += 1
            state.size += size - (state.responses[key]?.size ?? 0)
            state.responses[key] = (response, size, state.uses)
            if state.size > capacity { state.shrink(to: capacity / 8 * 7) }
        }
    }
}

extension String {
    /// True for an entity tag (RFC 9110, section 8.8.3) of a reasonable length that a transport can
    /// send back. The value is false for `*`, which has another meaning in `If-None-Match`.
    fileprivate var isEntityTag: Bool {
        let tag = utf8.starts(with: "W/".utf8) ? utf8.dropFirst(2) : utf8[...]
        let quote = UInt8(ascii: "\"")
        return (2...1024).contains(tag.count) && tag.first == quote && tag.last == quote
            && tag.dropFirst().dropLast().allSatisfy { (0x21...0x7E).contains($0) && $0 != quote }
    }
}

extension HTTPFields {
    /// A hash of the credentials. It spreads the responses at one address for different credentials
    /// over the hash table. Other fields are not hashed: they rarely differ, and hashing takes
    /// longer than comparing.
    var identityHash: Int {
        // The sum does not depend on the order of the fields or on their marks, because the
        // comparison does not either.
        reduce(0) { $1.name.isSensitive ? $0 &+ $1.value.hashValue : $0 }
    }

    /// The approximate size in bytes.
    fileprivate var size: Int { reduce(0) { $0 + $1.value.utf8.count + 64 } }

    /// The members of a header field whose value is a list, in lower case.
    fileprivate func list(_ name: HTTPField.Name) -> [String] {
        self[values: name].flatMap { $0.split(separator: ",") }.map { member in
            let isBlank = { (character: Character) in character == " " || character == "\t" }
            let text = member.drop(while: isBlank)
            return text.lastIndex { !isBlank($0) }.map { text[...$0].lowercased() } ?? ""
        }
        .filter { !$0.isEmpty }
    }

    /// True if `Cache-Control` has `no-store`.
    var forbidStoring: Bool {
        list(.cacheControl).contains("no-store")
    }
}
