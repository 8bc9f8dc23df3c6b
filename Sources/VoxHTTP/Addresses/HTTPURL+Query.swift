// SPDX-License-Identifier: MIT

extension HTTPURL {
    /// Returns the address with more items at the end of its query.
    /// - Throws: ``RequestError`` with code `invalidURL` if the address is too long.
    package func appending(
        _ items: [QueryItem], encoding: QueryEncoding
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
        guard let query, let items = try? QueryEncoding.decode(query) else { return [] }
        return items.map { "\($0.name)=\($0.value ?? "")" }.sorted()
    }
}
