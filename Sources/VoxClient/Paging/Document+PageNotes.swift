// SPDX-License-Identifier: MIT

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
