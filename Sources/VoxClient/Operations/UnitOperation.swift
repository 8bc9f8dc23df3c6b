// SPDX-License-Identifier: MIT

/// An operation of a unit of work, before it is written.
struct UnitOperation {
    /// The content of an operation.
    enum Content {
        /// The resource object of a creation or an update.
        case resource(any SendableResource, isFull: Bool)
        /// The linkage of a relationship.
        case linkage(name: String, targets: [Resource<AnyResource>], isList: Bool)
        /// Nothing, for a deletion.
        case none
    }

    let code: AtomicDocument.Operation.Code
    /// The resource of the operation; nil if only its address is known.
    let subject: Node?
    let href: String?
    let meta: JSONObject?
    let content: Content

    init<Schema>(
        _ code: AtomicDocument.Operation.Code, _ resource: Resource<Schema>, _ href: String?,
        _ meta: JSONObject?, full: Bool
    ) {
        self.code = code
        subject = resource.node
        self.href = href
        self.meta = meta
        content = .resource(resource, isFull: full)
    }

    init(deleting subject: Node?, _ href: String?, _ meta: JSONObject?) {
        code = .remove
        self.subject = subject
        self.href = href
        self.meta = meta
        content = .none
    }

    init<Target>(
        _ code: AtomicDocument.Operation.Code, _ owner: Node, relationship: String,
        targets: [Resource<Target>], isList: Bool, _ meta: JSONObject?
    ) {
        self.code = code
        subject = owner
        href = nil
        self.meta = meta
        content = .linkage(
            name: relationship,
            targets: targets.map { Resource($0.node, isResolved: $0.isResolved) }, isList: isList)
    }

    /// The resource that the operation creates; nil for other operations.
    var created: Node? {
        if code == .add, case .resource = content { subject } else { nil }
    }
}

/// A resource of any schema, as an operation writes it.
protocol SendableResource {
    var node: Node { get }
    var isResolved: Bool { get }

    func creationObject(
        at place: String, lids: LocalIDs, omitting omitted: Set<String>
    ) throws(DocumentError) -> [UInt8]

    func updateObject(
        full: Bool, at place: String, withID: Bool, lids: LocalIDs
    ) throws(DocumentError) -> [UInt8]

    func hasNews() throws(JSONError) -> Bool

    func confirm(
        _ sent: SentResource, merging response: Node?, isJoining: Bool
    ) throws(JSONError)
}

extension Resource: SendableResource {}
