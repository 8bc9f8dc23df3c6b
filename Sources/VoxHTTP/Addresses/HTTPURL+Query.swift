// SPDX-License-Identifier: MIT

extension HTTPURL {
    /// Returns the address with more items at the end of its query.
    /// - Throws: ``RequestError`` with code `invalidURL` if the address is too long.
    package func appending(
        _ items: [QueryItem], encoding: QueryItem.Encoding
    ) throws(RequestError) -> HTTPURL {
        guard !items.isEmpty else { return self }
        let whole = with(target: target + (query == nil ? "?" : "&") + encoding.encode(items))
        guard whole.target.utf8.count <= URLReference.longest else {
            throw .invalidURL(
                whole.text, "it is longer than \(URLReference.longest) bytes with its query")
        }
        return whole
    }

    /// Returns true if the decoded paths and queries are equal. The order of the query items does
    /// not matter. Scheme and host are not compared, because a server may use another host name in
    /// its links.
    package func isSamePage(_ other: HTTPURL) -> Bool {
        decodedPath == other.decodedPath && sortedQuery == other.sortedQuery
    }

    private var decodedPath: String { PercentEncoding.decode(path) ?? path }

    private var sortedQuery: [String] {
        guard let query, let items = try? QueryItem.Encoding.decode(query) else { return [] }
        return items.map { "\($0.name)=\($0.value ?? "")" }.sorted()
    }

    /// The decoded value of the last query item with the given name; nil if no item has this name,
    /// or if the item has no value.
    package func value(of parameter: String) -> String? { separating(parameter).value }

    /// True if the query has an item with the given name, with or without a value.
    package func hasParameter(_ name: String) -> Bool {
        separating(name).rest.query?.count != query?.count
    }

    /// Returns the address without the query items that have this name, and the value of the last
    /// removed item. All other query items stay the same.
    package func separating(_ parameter: String) -> (rest: HTTPURL, value: String?) {
        guard let query else { return (self, nil) }
        var rest: [Substring] = []
        var value: String?
        let items = query.split(separator: "&", omittingEmptySubsequences: false)
        for item in items {
            let halves = item.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if PercentEncoding.decode(halves[0], plusIsSpace: true) == parameter {
                value = halves.dropFirst().first.flatMap {
                    PercentEncoding.decode($0, plusIsSpace: true)
                }
            } else {
                rest.append(item)
            }
        }
        let kept = rest.isEmpty ? "" : "?" + rest.joined(separator: "&")
        return (with(target: path + kept), value)
    }
}
