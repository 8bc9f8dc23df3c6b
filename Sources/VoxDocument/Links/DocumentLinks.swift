// SPDX-License-Identifier: MIT

/// The links of a document, a resource, a relationship or an error (JSON:API 1.1, "Links"): a view of
/// the links object, made at the first write where there is none.
///
/// The names of the standard are properties, all others are reached by subscript. Iterating gives
/// every link with its name, whatever it looks like: a bad one reads as a link without `href` and does
/// not disturb the others. @-members are no links and left out.
public struct DocumentLinks {
    /// The links object as an untyped view.
    public let json: JSON

    /// Views any place in a document as links, those of an error object for one.
    public init(_ json: JSON) { self.json = json }

    /// The link of that name. Setting nil removes it.
    public subscript(name: String) -> DocumentLink {
        get { DocumentLink(json[name], name: name) }
        nonmutating set { self[name].assign(newValue) }
    }

    /// `self`: where the document, the resource or the relationship itself is found.
    public var selfLink: DocumentLink {
        get { self["self"] }
        nonmutating set { self["self"] = newValue }
    }

    /// `related`: where the related resources of a relationship are found.
    public var related: DocumentLink {
        get { self["related"] }
        nonmutating set { self["related"] = newValue }
    }

    /// `describedby`: a description of the document.
    public var describedBy: DocumentLink {
        get { self["describedby"] }
        nonmutating set { self["describedby"] = newValue }
    }

    /// `first`: the first page.
    public var first: DocumentLink {
        get { self["first"] }
        nonmutating set { self["first"] = newValue }
    }

    /// `last`: the last page.
    public var last: DocumentLink {
        get { self["last"] }
        nonmutating set { self["last"] = newValue }
    }

    /// `prev`: the page before.
    public var previous: DocumentLink {
        get { self["prev"] }
        nonmutating set { self["prev"] = newValue }
    }

    /// `next`: the page after.
    public var next: DocumentLink {
        get { self["next"] }
        nonmutating set { self["next"] = newValue }
    }

    /// `about`: where an occurrence of an error is explained.
    public var about: DocumentLink {
        get { self["about"] }
        nonmutating set { self["about"] = newValue }
    }

    /// `type`: what kind of error it is.
    public var type: DocumentLink {
        get { self["type"] }
        nonmutating set { self["type"] = newValue }
    }
}

extension DocumentLinks: Sequence {
    /// Iterates over the links as they are now, in order.
    public func makeIterator() -> IndexingIterator<[(name: String, link: DocumentLink)]> {
        json.vox.members.filter { $0.name.utf8.first != UInt8(ascii: "@") }
            .map { ($0.name, DocumentLink($0.value, name: $0.name)) }.makeIterator()
    }
}

extension DocumentLinks: CustomDebugStringConvertible {
    /// The JSON of the links.
    public var debugDescription: String { json.debugDescription }
}
