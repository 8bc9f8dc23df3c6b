// SPDX-License-Identifier: MIT

/// A link (JSON:API 1.1, "Links"): a view of the place where it stands, be it text, an object, null or
/// nothing.
///
/// ```swift
/// let document = try Document<[AnyResource]>(parsing: #"{"data": [], "links": {"next": "/notes?page=2"}}"#)
/// print(document.links.next.href ?? "the last page")   // prints: /notes?page=2
/// document.links.next.title = "Next page"              // the link is an object from now on
/// document.links.next = "/notes?page=3"                // … and text again
/// document.links.next = .null
/// document.links.next = nil                            // no such link any more
/// ```
///
/// Nothing is checked and nothing parsed: an `href` comes out byte for byte as it went in, brackets
/// and all. A member of another kind than the standard says reads as nil; ``json`` shows it. A plain
/// write that cannot be done changes nothing and is noted in the document.
public struct DocumentLink {
    /// The link as an untyped view.
    public let json: JSON

    private let name: String?
    /// The links that this one is a member of, the outermost first.
    private let around: [JSON]

    init(_ json: JSON, name: String?, around: [JSON] = []) {
        self.json = json
        self.name = name
        self.around = around
    }

    /// Views any place in a document as a link, the link of an error object for one.
    public init(_ json: JSON) { self.init(json, name: json.vox.name) }

    /// A link to be assigned.
    public init(_ href: String) { self.init(JSON(stringLiteral: href), name: nil) }

    /// Null to be assigned: there is no such link.
    public static var null: DocumentLink { DocumentLink(.null, name: nil) }

    /// Absent, null, or there.
    public var state: MemberState { json.vox.state }

    /// The target. Setting it keeps the other members of a link object; without such, the link is text.
    public var href: String? {
        get { json.node?.string ?? json["href"].node?.string }
        nonmutating set {
            plainly { () throws(JSONError) in
                let isObject = json.vox.kind == .object
                try write(newValue, to: isObject ? json["href"] : json, makingObjects: around)
            }
        }
    }

    /// The relation type that the link states. See ``relationType``.
    public var rel: String? {
        get { text("rel") }
        nonmutating set { set("rel", to: newValue) }
    }

    /// What relates the two ends: ``rel``, or else the name of the link (JSON:API 1.1, "Link
    /// Objects"). Nil for a link that has no name because it stands in no document.
    public var relationType: String? { rel ?? name }

    /// A link to a description of the target, as an OpenAPI or JSON Schema document.
    public var describedBy: DocumentLink {
        get { DocumentLink(json["describedby"], name: "describedby", around: around + [json]) }
        nonmutating set { describedBy.assign(newValue) }
    }

    /// A title for people.
    public var title: String? {
        get { text("title") }
        nonmutating set { set("title", to: newValue) }
    }

    /// The media type of the target: a hint, which says nothing about what will be answered.
    public var type: String? {
        get { text("type") }
        nonmutating set { set("type", to: newValue) }
    }

    /// The languages of the target, written as text or as a list: a hint.
    public var hreflang: [String] {
        get {
            let languages = json["hreflang"]
            if let language = languages.node?.string { return [language] }
            return languages.vox.elements.compactMap(\.node?.string)
        }
        nonmutating set {
            if newValue.count > 1 {
                set("hreflang", to: newValue)
            } else {
                set("hreflang", to: newValue.first)
            }
        }
    }

    /// Meta information. To give some to a link that is text, assign it as a whole.
    public var meta: JSON {
        get { json["meta"] }
        nonmutating set { set("meta", to: newValue.node == nil ? nil : newValue) }
    }

    private func text(_ member: String) -> String? { json[member].node?.string }

    private func set(_ member: String, to value: (some JSONConvertible)?) {
        plainly { () throws(JSONError) in
            try write(value, to: json[member], makingObjects: around + [json])
        }
    }

    /// Puts a copy of a link here, or nothing in its place.
    func assign(_ link: DocumentLink) {
        plainly { () throws(JSONError) in
            try write(link.json.node == nil ? nil : link.json, to: json, makingObjects: around)
        }
    }

    private func write(
        _ value: (some JSONConvertible)?, to place: JSON, makingObjects links: [JSON]
    ) throws(JSONError) {
        guard let value else { return place.vox.remove() }
        for link in links { try link.makeLinkObject() }
        try place.vox.set(value)
    }

    private func plainly(_ write: () throws(JSONError) -> Void) {
        do {
            try write()
        } catch {
            json.noteWrite(error)
        }
    }
}

extension JSON {
    /// Makes an object of a link that is text or null, so that it can have members.
    fileprivate func makeLinkObject() throws(JSONError) {
        guard let node else { return }
        if node.isNull { return try node.set(.emptyObject) }
        guard let href = node.string else { return }
        let object = try Node.make(scalar: .emptyObject, in: node.tree)
        try object.setMember("href", to: href)
        try node.take(object)
    }
}

extension DocumentLink: ExpressibleByStringInterpolation, ExpressibleByNilLiteral {
    /// A link to be assigned.
    public init(stringLiteral href: String) { self.init(href) }

    /// No link: assigning it removes.
    public init(nilLiteral: ()) { self.init(nil as JSON, name: nil) }
}

extension DocumentLink: CustomDebugStringConvertible {
    /// The JSON of the link.
    public var debugDescription: String { json.debugDescription }
}
