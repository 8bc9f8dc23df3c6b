// SPDX-License-Identifier: MIT

extension Document {
    /// Notes on the probable mistakes in the page links of the document. The list is empty for a
    /// document that was not read from a server. The parameter `noted` of
    /// ``pages(limits:prefetching:noted:)`` receives the same notes.
    public var pageNotes: [Paging.Note] {
        pageFacts().map { tree.source?.paging.notes(on: $0) ?? [] } ?? []
    }

    /// Returns the data from which the way to the next page is found.
    /// - Parameters:
    ///   - earlier: the number of resources on all earlier pages of the same sequence.
    ///   - isLater: true if the document was requested as a page after another page, and therefore
    ///     must have a list.
    /// - Returns: the data; nil if the document was not read from a server.
    func pageFacts(earlier: Int = 0, isLater: Bool = false) -> PageFacts? {
        guard let source = tree.source else { return nil }
        let root = tree.root
        // The document at the end of a stream has no primary data, but the page had resources.
        let count = root.pageCount + tree.streamed
        return PageFacts(
            url: source.url, head: source.head, count: tree.lastPage?.count ?? count,
            total: earlier + count, followsPageZero: tree.followsPageZero,
            hasList: !isLater || root.member("data").map { !$0.isNull } ?? false,
            resolve: { try? source.client.server.linked($0, from: source.url) },
            names: { names in
                root.member(at: names)?.children.prefix(200).map(\.name) ?? []
            },
            lastCursor: {
                root.member("data")?.children.last?.member(at: ["meta", "page", "cursor"])?.string
            },
            member: { names in
                guard let node = root.member(at: names) else { return .absent }
                return PageMember(
                    string: node.string, number: node.numberText, boolean: node.boolean,
                    isNull: node.isNull)
            })
    }
}

extension Node {
    /// The number of primary resources of this document.
    var pageCount: Int { member("data").map { $0.isArray ? $0.count : $0.isNull ? 0 : 1 } ?? 0 }

    /// The target of a link that is a string or a link object; nil for another value.
    var href: String? { string ?? member("href")?.string }

    /// Returns a link of this document, resource or relationship to a page. Returns nil if the link
    /// is missing, null, or empty: some servers send an empty string instead of null.
    func pageLink(_ name: StaticString) -> Node? {
        guard let link = member("links")?.member(name), !link.isNull, link.href != "" else {
            return nil
        }
        return link
    }
}
