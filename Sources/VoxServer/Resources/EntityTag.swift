// SPDX-License-Identifier: MIT

import HTTPTypes

/// The `ETag` of a response (RFC 9110, section 8.8.3): `"STATE-BYTES"`, or `"BYTES"` for a list.
///
/// BYTES is a digest of the body, so it also changes if an included resource changes. STATE is a
/// digest of the type, id and version of the resource. If the version is itself a digest, the served
/// attributes and to-one relationships take its place. The preconditions of a write compare only
/// STATE. All functions get what `ResourceService.tagged` returns.
struct EntityTag: Hashable {
    /// The text between the quotes.
    let text: String
    var isWeak = false

    init(of bytes: [UInt8], about resource: StoredResource?) {
        let digest = Self.digest(bytes)
        text = resource.map { "\(Self.state(of: $0))-\(digest)" } ?? digest
    }

    init(text: String, isWeak: Bool) {
        self.text = text
        self.isWeak = isWeak
    }

    /// The tag as the value of a header field.
    var field: String { (isWeak ? "W/" : "") + "\"\(text)\"" }

    /// Returns true if a response with this tag has the present version of a resource, in any
    /// representation.
    func isOfState(_ resource: StoredResource) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0] == Self.state(of: resource)
            && parts[1].utf8.count == 16 && UInt64(parts[1], radix: 16) != nil
    }

    private static func state(of resource: StoredResource) -> String {
        // The length separates the type from the id.
        let name = "\(resource.type.utf8.count):\(resource.type)\(resource.id)"
        let version =
            resource.hasDigest ? digest(resource.content) : String(resource.version)
        return digest(Array("\(version):\(name)".utf8))
    }

    /// Returns a digest as 16 hexadecimal digits. Each step takes eight bytes (FNV-1a takes one),
    /// and keeps what the steps before it have told apart.
    private static func digest(_ bytes: [UInt8]) -> String {
        var digest = 0xcbf2_9ce4_8422_2325 ^ UInt64(bytes.count)
        func add(_ word: UInt64) {
            digest = (digest ^ UInt64(littleEndian: word)) &* 0x9e37_79b9_7f4a_7c15
            digest ^= digest >> 32
        }
        bytes.withUnsafeBytes { bytes in
            let words = bytes.count / 8 * 8
            for place in stride(from: 0, to: words, by: 8) {
                add(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            }
            var last = 0 as UInt64
            withUnsafeMutableBytes(of: &last) { $0.copyBytes(from: bytes[words...]) }
            add(last)
        }
        let digits = String(digest, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

extension StoredResource {
    /// The attributes and the to-one relationships as text.
    fileprivate var content: [UInt8] {
        var links = JSONObject()
        for (name, linkage) in relationships.sorted(by: { $0.key < $1.key }) {
            if case .one = linkage { links[name] = linkage.json }
        }
        let all: JSONValue = [.object(attributes), .object(links)]
        return (try? all.text()).map { Array($0.utf8) } ?? []
    }
}
