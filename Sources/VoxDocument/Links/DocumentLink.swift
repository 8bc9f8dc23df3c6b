// SPDX-License-Identifier: MIT

extension DocumentLinks {
    /// A view of a link (JSON:API 1.1, "Links"). The link may be a string, an object, null or
    /// absent.
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
    /// An `href` is neither checked nor parsed. An `href` is written byte for byte as it was read
    /// or set, including brackets. If a member is of an unexpected kind, its property is nil, and
    /// ``json`` shows the member. A failed write changes nothing, and the document records the
    /// failure.
    public struct Link {
        /// The link as an untyped view.
        public let json: JSON

        private let name: String?
        /// The links that this link is a member of, with the outermost first.
        private let around: [JSON]

        init(_ json: JSON, name: String?, around: [JSON] = []) {
            self.json = json
            self.name = name
            self.around = around
        }

        /// Creates a view of any JSON value as a link, such as a link of an error object.
        public init(_ json: JSON) { self.init(json, name: json.vox.name) }

        /// Creates a link with the given URL, to assign to a property such as
        /// `document.links.next`.
        public init(_ href: String) { self.init(JSON(stringLiteral: href), name: nil) }

        /// Assign this value to set a link to null. In JSON:API, a null link means that the link
        /// does not exist.
        public static var null: Link { Link(.null, name: nil) }

        /// The state of the link: absent, null, or a value.
        public var state: JSON.State { json.vox.state }

        /// The URL of the target. Setting `href` keeps the other members of a link object. If the
        /// link has no other members, setting `href` makes the link a string.
        public var href: String? {
            get { json.node?.string ?? json["href"].node?.string }
            nonmutating set {
                plainly { () throws(JSONError) in
                    let isObject = json.vox.kind == .object
                    try write(newValue, to: isObject ? json["href"] : json, makingObjects: around)
                }
            }
        }

        /// The relation type in the link. See ``relationType``.
        public var rel: String? {
            get { text("rel") }
            nonmutating set { set("rel", to: newValue) }
        }

        /// The relation type: ``rel``, or the name of the link if `rel` is missing (JSON:API 1.1,
        /// "Link Objects"). A link that is not in a document has no name, so its relation type is
        /// nil if `rel` is missing.
        public var relationType: String? { rel ?? name }

        /// A link to a description of the target, such as an OpenAPI or JSON Schema document.
        public var describedBy: Link {
            get { Link(json["describedby"], name: "describedby", around: around + [json]) }
            nonmutating set { describedBy.assign(newValue) }
        }

        /// A title for users.
        public var title: String? {
            get { text("title") }
            nonmutating set { set("title", to: newValue) }
        }

        /// The media type of the target. The type is a hint, and the response may have another
        /// type.
        public var type: String? {
            get { text("type") }
            nonmutating set { set("type", to: newValue) }
        }

        /// The languages of the target. In JSON, the languages are a string or a list. The
        /// languages are a hint, and the response may have another language.
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

        /// Meta information. If the link is a string, assign a complete JSON object to this
        /// property, because a string has no member `meta` whose members could be set.
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

        /// Replaces this link by a copy of another link. If the other link is absent, this link is
        /// removed.
        func assign(_ link: Link) {
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
}

extension JSON {
    /// Converts a link that is a string or null to an object, so that it can have members.
    fileprivate func makeLinkObject() throws(JSONError) {
        guard let node else { return }
        if node.isNull { return try node.set(.emptyObject) }
        guard let href = node.string else { return }
        let object = try Node.make(scalar: .emptyObject, in: node.tree)
        try object.setMember("href", to: href)
        try node.take(object)
    }
}

extension DocumentLinks.Link: ExpressibleByStringInterpolation, ExpressibleByNilLiteral {
    /// Creates a link with the given URL, to assign to a property such as `document.links.next`.
    public init(stringLiteral href: String) { self.init(href) }

    /// Creates an absent link. Assigning an absent link removes the link.
    public init(nilLiteral: ()) { self.init(nil as JSON, name: nil) }
}

extension DocumentLinks.Link: CustomDebugStringConvertible {
    /// The JSON of the link.
    public var debugDescription: String { json.debugDescription }
}
