// SPDX-License-Identifier: MIT

/// An operation of a unit of work, before it is written. It is a class, because it never changes and
/// is passed to many functions.
final class UnitOperation {
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
            targets: targets.withoutRepeats().map {
                Resource($0.node, isResolved: $0.isResolved)
            }, isList: isList)
    }

    /// True if the operation sends all fields of its resource.
    var sendsAllFields: Bool {
        if case .resource(_, isFull: true) = content { true } else { false }
    }

    /// True if the operation sends a resource object.
    var sendsResource: Bool {
        if case .resource = content { true } else { false }
    }

    /// The type and the id of the resource for messages, after a comma: `, albums 1`.
    var subjectText: String {
        let names = [subject?.typeText, subject?.idText].compactMap(\.self)
        return names.isEmpty ? "" : ", \(names.joined(separator: " ").excerpt(120))"
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

    func writeCreation(
        to output: inout [UInt8], at place: String, lids: LocalIDs, omitting omitted: Set<String>
    ) throws(DocumentError)

    func writeUpdate(
        to output: inout [UInt8], full: Bool, at place: String, withID: Bool, lids: LocalIDs
    ) throws(DocumentError)

    func hasNews() throws(JSONError) -> Bool

    func confirm(
        _ sent: SentResource, merging response: Node?, isJoining: Bool
    ) throws(JSONError)
}

extension Resource: SendableResource {}
