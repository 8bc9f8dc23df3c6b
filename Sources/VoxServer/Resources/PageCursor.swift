// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A cursor of the profile "Cursor Pagination": a position in a list, as opaque text.
///
/// The text is base64url (RFC 4648, section 5) of a JSON object with these members:
///
/// | member | value |
/// |---|---|
/// | `v` | the version of the form, 1 |
/// | `l` | the list: the type of its resources, or the type and the name of a relationship |
/// | `s` | the sort fields with their directions, as in the parameter `sort` |
/// | `k` | the values of the sort fields: `{}` for a missing value, `[]` for a list or an object |
/// | `i` | the id of the resource |
/// | `c` | a checksum of the other members |
///
/// A cursor has the values of its resource, so it remains valid if the resource is deleted or its
/// values change. A cursor contains no key of the database, only the id that the document has
/// already. A cursor is not encrypted: it shows the values of the sort fields, even if the document
/// does not contain these fields. The checksum detects damaged cursors. A client can make its own
/// cursors, but they select only what the client can also request in other ways.
///
/// A cursor without `k` and `i` is the end of the list.
struct PageCursor {
    /// The maximum length of a cursor in bytes. Many servers and proxies refuse addresses of more
    /// than 8,000 bytes.
    static let maximumLength = 4096

    let list: String
    let sort: [RequestQuery.SortField]
    /// The position; nil for the end of the list.
    let position: ResourceSelection.Keyset.Position?

    init(
        _ position: ResourceSelection.Keyset.Position?, in list: String,
        by sort: [RequestQuery.SortField]
    ) {
        self.list = list
        self.sort = sort
        self.position = position
    }

    /// Reads a cursor of this list in this order. Returns nil for any other text.
    init?(_ text: String, in list: String, by sort: [RequestQuery.SortField]) {
        guard text.utf8.count <= Self.maximumLength, let json = Self.decode(text),
            let object = try? JSONValue(parsing: json)
        else { return nil }
        var position: ResourceSelection.Keyset.Position?
        if case .array(let values)? = object["k"], case .string(let id)? = object["i"] {
            guard values.count == sort.count else { return nil }
            position = .init(values: values.map { $0 == [:] ? .none : .some($0) }, id: id)
        }
        self.init(position, in: list, by: sort)
        // A cursor has one spelling, so that the comparison checks all of its members.
        guard let same = try? self.text, same.utf8.elementsEqual(text.utf8) else { return nil }
    }

    /// The text, which has only characters that need no encoding in a query.
    var text: String {
        get throws(JSONError) {
            var object = JSONObject()
            object["v"] = 1
            object["l"] = .string(list)
            object["s"] = .string(
                sort.map { ($0.isDescending ? "-" : "") + $0.name }.joined(separator: ","))
            if let position {
                object["k"] = .array(position.values.map { $0 ?? [:] })
                object["i"] = .string(position.id)
            }
            object["c"] = .number(JSONNumber(Self.checksum(try JSONValue.object(object).text())))
            return Self.encode(try JSONValue.object(object).text())
        }
    }

    /// Returns the 64 bits of FNV-1a, folded to 32 bits.
    private static func checksum(_ text: String) -> UInt32 {
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
    }

    private static func encode(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    private static func decode(_ text: String) -> String? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/") + padding
        return Data(base64Encoded: base64).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
