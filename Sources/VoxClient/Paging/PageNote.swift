// SPDX-License-Identifier: MIT

/// What looks like a mistake of the server in the links to pages: no reason to stop, but to look whether
/// resources are missing.
public struct PageNote: Hashable, Sendable {
    /// What was noted.
    public enum Code: Hashable, Sendable {
        /// The link to the next page is an empty text, where null was meant: there is no next page.
        case emptyNext
        /// There is no next page, but the link `last` leads to another page than this one: the pages
        /// between were never linked to, and their resources are missing.
        case endsBeforeLast
    }

    /// What was noted.
    public let code: Code
    /// The page that it was noted of.
    public let url: HTTPURL
    /// The link that it is about, as the server wrote it.
    public let link: String
}

extension PageNote: CustomStringConvertible {
    /// The note as a sentence, without queries, where secrets may stand.
    public var description: String {
        switch code {
        case .emptyNext: "the next page of \(url) is an empty text: taken for null"
        case .endsBeforeLast:
            "no page is linked to behind \(url), but it is not the last: resources may be missing"
        }
    }
}

extension Document {
    /// What looks wrong about where this page ends; empty for what came from no server. A walk through
    /// ``pages`` can be told of it (`noted`).
    public var pageNotes: [PageNote] {
        guard let source, let links = tree.root.member("links") else { return [] }
        var notes: [PageNote] = []
        if links.member("next")?.href == "" {
            notes.append(PageNote(code: .emptyNext, url: source.url, link: ""))
        }
        if tree.root.pageLink("next") == nil, let link = tree.root.pageLink("last")?.href,
            let last = try? source.url.resolve(link)
        {
            // Where there is one page only, it may have been asked for without saying so.
            let here = (["self", "first"] as [StaticString]).compactMap { name in
                links.member(name)?.href.flatMap { try? source.url.resolve($0) }
            }
            if !([source.url] + here).contains(where: last.isSamePage) {
                notes.append(PageNote(code: .endsBeforeLast, url: source.url, link: link))
            }
        }
        return notes
    }
}

extension Node {
    /// Where a link leads, in either of its forms; nil when it is none.
    var href: String? { string ?? member("href")?.string }

    /// A link of this document, resource or relationship to a page; nil when it is not there, null, or
    /// empty, as some servers write null.
    func pageLink(_ name: StaticString) -> Node? {
        guard let link = member("links")?.member(name), !link.isNull, link.href != "" else {
            return nil
        }
        return link
    }
}

extension HTTPURL {
    /// Whether path and query say the same, however they are encoded and in whatever order; the server
    /// may know itself by another name.
    fileprivate func isSamePage(_ other: HTTPURL) -> Bool {
        decodedPath == other.decodedPath && sortedQuery == other.sortedQuery
    }

    private var decodedPath: String { PercentEncoding.decode(path) ?? path }

    private var sortedQuery: [String] {
        guard let query, let items = try? QueryEncoding.decode(query) else { return [] }
        return items.map { "\($0.name)=\($0.value ?? "")" }.sorted()
    }
}
