// SPDX-License-Identifier: MIT

extension AtomicDocument {
    /// An operation of a request ("Atomic Operations", section "Operation Objects").
    public struct Operation {
        package let node: Node

        /// The code of an operation.
        public enum Code: String, Hashable, Sendable, CaseIterable {
            /// Creates a resource, or adds members to a to-many relationship.
            case add
            /// Updates a resource, or replaces the linkage of a relationship.
            case update
            /// Deletes a resource, or removes members from a to-many relationship.
            case remove
        }

        /// The target of an operation, by its type and its id or local id.
        public struct Reference: Hashable, Sendable {
            /// The type.
            public let type: String
            /// The id.
            public let id: String?
            /// The local id of a resource that an earlier operation creates.
            public let lid: String?
            /// The name of the relationship; nil if the target is the resource itself.
            public let relationship: String?
        }

        /// The whole operation as an untyped view.
        public var json: JSON { JSON(node) }
        /// The code; nil if the code is missing or unknown.
        public var code: Code? { node.member("op")?.string.flatMap { Code(rawValue: $0) } }
        /// The target in `ref`; nil if the operation has no `ref`, or if `ref` has no type.
        public var ref: Reference? {
            guard let ref = node.member("ref"), let type = ref.member("type")?.string else {
                return nil
            }
            return Reference(
                type: type, id: ref.member("id")?.string, lid: ref.member("lid")?.string,
                relationship: ref.member("relationship")?.string)
        }
        /// The target as an address; nil if the operation has no `href`.
        public var href: String? { node.member("href")?.string }
        /// The data: a resource, one identifier, a list of identifiers, or null.
        public var data: JSON { json["data"] }
        /// The resource in the data; nil if the data is linkage, or absent.
        public var resource: Resource<AnyResource>? {
            ref?.relationship == nil ? node.dataResource : nil
        }
        /// Meta information of the operation.
        public var meta: JSON { json["meta"] }
        /// The JSON Pointer of the operation in its document, such as `/atomic:operations/3`.
        public var pointer: String { node.pointer }
    }

    /// The result of an operation ("Atomic Operations", section "Result Objects").
    public struct Result {
        package let node: Node

        /// The whole result as an untyped view.
        public var json: JSON { JSON(node) }
        /// The data: a resource, one identifier, a list of identifiers, or null. The data is absent
        /// if the server stored everything as the client sent it.
        public var data: JSON { json["data"] }
        /// The resource in the data; nil if the data is not a resource.
        public var resource: Resource<AnyResource>? { node.dataResource }
        /// Meta information of the result.
        public var meta: JSON { json["meta"] }
    }
}

extension Node {
    fileprivate var dataResource: Resource<AnyResource>? {
        guard let data = member("data"), data.isObject else { return nil }
        return Resource(data)
    }
}
