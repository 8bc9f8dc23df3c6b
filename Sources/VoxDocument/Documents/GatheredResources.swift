// SPDX-License-Identifier: MIT

internal import CVox

/// The resources that are put into one document. A document has one resource for each identity
/// (JSON:API 1.1, "Compound Documents"), so two resources with one identity must have equal values.
struct GatheredResources {
    /// An identifier, and the resource that it refers to.
    struct Link {
        let identifier: Node
        let target: Node
    }

    /// The included resources, in order.
    private(set) var included: [Node] = []

    private let primary: [Node]
    private let isList: Bool
    private let document: Tree?
    /// The first resource with each identity.
    private var known: [Identity: Node] = [:]
    /// Further resources with known identities and equal values.
    private var equals: Set<Node> = []

    init(primary: [Node], isList: Bool, in document: Tree?) {
        self.primary = primary
        self.isList = isList
        self.document = document
        for node in primary {
            if let identity = node.identity, known[identity] == nil { known[identity] = node }
        }
    }

    /// Adds the target of an identifier.
    /// - Returns: the resources that were not known before: the target, and the resource of the
    ///   document with the same identity.
    /// - Throws: ``DocumentError`` with code `repeated` if the target has other values than a known
    ///   resource with its identity, and the errors of ``Node/checkSame(as:_:)``.
    @discardableResult
    mutating func add(_ link: Link, of owner: Node) throws(DocumentError) -> [Node] {
        let target = link.target
        guard let identity = target.identity else { return [] }
        var new: [Node] = []
        let first: Node
        if let node = known[identity] {
            first = node
        } else {
            first = try document?.resource(of: identity) ?? target
            known[identity] = first
            included.append(first)
            new.append(first)
        }
        guard first != target, equals.insert(target).inserted else { return new }
        let gathered = self
        try target.checkSame(as: first) { () throws(DocumentError) in
            let place = link.identifier.pointer.dropFirst(owner.pointer.count)
            return (try gathered.place(of: owner) + place, try gathered.place(of: first))
        }
        return new + [target]
    }

    /// The JSON Pointer at which a resource is in the document, or at which another resource with
    /// its identity is.
    private func place(of node: Node) throws(DocumentError) -> String {
        let node = node.identity.flatMap { known[$0] } ?? node
        if let position = primary.firstIndex(of: node) {
            return isList ? "/data/\(position)" : "/data"
        }
        var position = document?.root.member("included")?.count ?? 0
        for other in included {
            let isPresent = try other.identity.map { identity throws(DocumentError) in
                try document?.resource(of: identity) == other
            }
            if other == node { return isPresent == true ? node.pointer : "/included/\(position)" }
            if isPresent != true { position += 1 }
        }
        return "/included/\(position)"
    }
}

extension Node {
    /// Checks that this resource has the same values as another resource with its identity.
    /// `places` returns the JSON Pointer of this resource, or of the identifier that refers to it,
    /// and the JSON Pointer of the other resource.
    /// - Throws: ``DocumentError`` with code `repeated` if the values differ. The code is
    ///   `missingIdentity` if a related resource has neither an id nor a lid, and `json` if a write
    ///   to one of the resources has failed.
    func checkSame(
        as first: Node, _ places: () throws(DocumentError) -> (here: String, first: String)
    ) throws(DocumentError) {
        guard self != first else { return }
        try tree.completeLinkage(below: self, at: (try? places())?.here ?? "")
        try first.tree.completeLinkage(below: first, at: (try? places())?.first ?? "")
        let isSame: Bool
        do {
            try checkOutput()
            isSame = try first.isEqual(to: self)
        } catch {
            throw DocumentError(error)
        }
        guard !isSame else { return }
        let (here, there) = try places()
        throw DocumentError(
            repeated:
                "the resource \(typeText ?? "") \((idText ?? "").excerpt(60)) has other values here",
            at: here, first: there)
    }
}

extension Tree {
    /// Returns the resource of this document with an identity.
    func resource(of identity: Identity) throws(DocumentError) -> Node? {
        do {
            return try root.resource(
                type: identity.type, id: identity.id, local: identity.isLocal)
        } catch {
            throw DocumentError(error)
        }
    }
    /// Checks that a document that the program has created has each identity once. The resources
    /// may have got their ids after they were added. A document that was read is written as it was
    /// read. O(resources).
    func checkIdentities() throws(DocumentError) {
        guard vox_tree_source(raw).length == 0, !hasRepeated else { return }
        for name in ["data", "included"] as [StaticString] {
            guard let list = root.member(name), list.isArray else { continue }
            for node in list.children {
                guard let identity = node.identity, let first = try resource(of: identity),
                    first != node
                else { continue }
                throw DocumentError(
                    repeated: "the document already has this resource", at: node.pointer,
                    first: first.pointer)
            }
        }
    }
}
