// SPDX-License-Identifier: MIT

/// A view of the links of a document, a resource, a relationship or an error (JSON:API 1.1,
/// "Links").
///
/// The first write creates the links object if it is missing. The links that the JSON:API standard
/// defines are properties, and a subscript returns any other link by its name. Iteration returns
/// every link with its name. A malformed link has no `href` and does not affect other links.
/// @-members are not links and are left out.
public struct DocumentLinks {
    /// The links object as an untyped view.
    public let json: JSON

    /// Creates a view of any JSON value as links, for example of the links of an error object.
    public init(_ json: JSON) { self.json = json }

    /// The link with the given name. Setting nil removes the link.
    public subscript(name: String) -> Link {
        get { Link(json[name], name: name) }
        nonmutating set { self[name].assign(newValue) }
    }

    /// `self`: the address of the document, the resource or the relationship itself.
    public var selfLink: Link {
        get { self["self"] }
        nonmutating set { self["self"] = newValue }
    }

    /// `related`: the address of the related resources of a relationship.
    public var related: Link {
        get { self["related"] }
        nonmutating set { self["related"] = newValue }
    }

    /// `describedby`: a description of the document.
    public var describedBy: Link {
        get { self["describedby"] }
        nonmutating set { self["describedby"] = newValue }
    }

    /// `first`: the first page.
    public var first: Link {
        get { self["first"] }
        nonmutating set { self["first"] = newValue }
    }

    /// `last`: the last page.
    public var last: Link {
        get { self["last"] }
        nonmutating set { self["last"] = newValue }
    }

    /// `prev`: the previous page.
    public var previous: Link {
        get { self["prev"] }
        nonmutating set { self["prev"] = newValue }
    }

    /// `next`: the next page.
    public var next: Link {
        get { self["next"] }
        nonmutating set { self["next"] = newValue }
    }

    /// `about`: the explanation of an occurrence of an error.
    public var about: Link {
        get { self["about"] }
        nonmutating set { self["about"] = newValue }
    }

    /// `type`: the kind of the error.
    public var type: Link {
        get { self["type"] }
        nonmutating set { self["type"] = newValue }
    }
}

extension DocumentLinks: Sequence {
    /// Iterates in order over the links that exist.
    public func makeIterator() -> IndexingIterator<[(name: String, link: Link)]> {
        json.vox.members.filter { $0.name.utf8.first != UInt8(ascii: "@") }
            .map { ($0.name, Link($0.value, name: $0.name)) }.makeIterator()
    }
}

extension DocumentLinks: CustomDebugStringConvertible {
    /// The JSON of the links.
    public var debugDescription: String { json.debugDescription }
}
