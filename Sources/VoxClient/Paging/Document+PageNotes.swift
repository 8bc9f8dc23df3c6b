// SPDX-License-Identifier: MIT

extension Document {
    /// The mistakes of the server in the links to other pages; empty for a document that was not
    /// read from a server. ``pages(limits:prefetching:noted:)`` passes the same mistakes to its
    /// parameter `noted`.
    public var pageNotes: [PageNote] {
        guard let source, let links = tree.root.member("links") else { return [] }
        var notes: [PageNote] = []
        if links.member("next")?.href == "" {
            notes.append(PageNote(code: .emptyNext, url: source.url, link: ""))
        }
        if tree.root.pageLink("next") == nil, let link = tree.root.pageLink("last")?.href,
            let last = try? source.url.resolve(link)
        {
            // If the list has only one page, the request for it may have had no page parameters.
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
    /// The target of a link that is a string or a link object; nil for another value.
    var href: String? { string ?? member("href")?.string }

    /// Returns a link of this document, resource or relationship to a page. Returns nil if it is
    /// missing, null, or empty: some servers send an empty string instead of null.
    func pageLink(_ name: StaticString) -> Node? {
        guard let link = member("links")?.member(name), !link.isNull, link.href != "" else {
            return nil
        }
        return link
    }
}
