// SPDX-License-Identifier: MIT

import HTTPTypes

/// The `ETag` of an answer (RFC 9110, section 8.8.3): the version of the resource that it is about, if
/// it is about one, and a digest of the bytes, which change with what is included, too.
struct EntityTag: Hashable {
    let text: String

    init(version: Int?, of bytes: [UInt8]) {
        // FNV-1a
        let digest = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        text = "\"\(version.map { "\($0)-" } ?? "")\(String(digest, radix: 16))\""
    }

    private init(text: String) { self.text = text }

    /// The version of the resource.
    var version: Int? {
        text.contains("-") ? Int(text.dropFirst().prefix { $0 != "-" }) : nil
    }

    /// The tags that a header field lists; nil when it is not there, or lists all (`*`).
    static func list(_ headers: HTTPFields, _ name: HTTPField.Name) -> [EntityTag]? {
        let values = headers[values: name].flatMap { $0.split(separator: ",") }.map {
            String($0.filter { $0 != " " })
        }
        if values.isEmpty || values == ["*"] { return nil }
        return values.map { EntityTag(text: $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0) }
    }
}
