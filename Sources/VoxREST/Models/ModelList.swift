// SPDX-License-Identifier: MIT

/// The models of a list, in order. Each model is a view of an element, and this view is created
/// when the model is accessed.
///
/// If several elements have the same id, the list contains one model for these elements, at the
/// position of the first element and with the values of the last element. ``RESTOptions/Lists`` can
/// keep elements with the same id as separate models.
public struct ModelList<Schema: RESTSchema>: RandomAccessCollection {
    private let list: Node
    private let elements: [OpaquePointer]

    /// One error for each element that was skipped because it is not an object. Each error has the
    /// position and the kind of the element.
    public let skipped: [JSONError]

    /// Creates a view of a list.
    /// - Throws: `JSONError` with code `wrongKind` for a value that is not a list, or for an
    ///   element that is not an object. With ``RESTOptions/Lists/skipsBadElements``, elements that
    ///   are not objects are skipped.
    public init(_ json: JSON, options: RESTOptions.Lists = RESTOptions.Lists()) throws(JSONError) {
        guard let list = json.node, list.isArray else {
            throw json.node == nil
                ? json.missing : JSONError(code: .wrongKind, expected: "an array", found: json)
        }
        self.list = list
        let tree = list.tree
        var elements: [OpaquePointer] = []
        elements.reserveCapacity(list.count)
        var skipped: [JSONError] = []
        var ids = IDOrder()
        // Everything is done in one loop, because the elements of a long list have left the
        // processor's cache before a second loop.
        try list.forEachRawChild { raw throws(JSONError) in
            let element = Node(tree: tree, raw: raw)
            guard element.isObject else {
                let error = JSONError(.wrongKind, expected: "an object", found: element)
                guard options.skipsBadElements else { throw error }
                skipped.append(error)
                return
            }
            elements.append(raw)
            if ids.isStrict, !options.keepsRepeatedIDs {
                let id = element.rawMember(Schema.idName, orNull: false)
                ids.add(id.flatMap { JSON.BorrowedScalar($0, of: tree).integer })
            }
        }
        self.elements =
            options.keepsRepeatedIDs || ids.isStrict ? elements : Self.unified(elements, of: tree)
        self.skipped = skipped
    }

    /// An untyped view of the list, with all of its elements.
    public var json: JSON { JSON(list) }

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The number of models.
    public var endIndex: Int { elements.count }

    /// The model at a position.
    public subscript(position: Int) -> TypedObject<Schema> {
        TypedObject<Schema>(JSON(Node(tree: list.tree, raw: elements[position])))
    }

    /// The model with the given id; nil if the list has no such model. O(count).
    public subscript(id id: String) -> TypedObject<Schema>? {
        first { $0.id.map(ExactText.init) == ExactText(id) }
    }

    /// Returns one element for each id: the last element with the id, at the position of the first
    /// one.
    private static func unified(_ elements: [OpaquePointer], of tree: Tree) -> [OpaquePointer] {
        var places: [ExactText: Int] = [:]
        places.reserveCapacity(elements.count)
        var unified: [OpaquePointer] = []
        unified.reserveCapacity(elements.count)
        for raw in elements {
            if let id = TypedObject<Schema>.idText(of: Node(tree: tree, raw: raw)) {
                let place = places.updateValue(unified.count, forKey: ExactText(id))
                if let place {
                    places[ExactText(id)] = place
                    unified[place] = raw
                    continue
                }
            }
            unified.append(raw)
        }
        return unified
    }
}

/// Checks whether ids are whole numbers that only increase or only decrease, as in most lists. If
/// the check is true, no id occurs twice, so the ids need not be compared with each other.
private struct IDOrder {
    private var last: Int64?
    private var step = 0
    private(set) var isStrict = true

    mutating func add(_ id: Int64?) {
        guard let id else {
            isStrict = false
            return
        }
        if let last {
            let next = id < last ? -1 : id > last ? 1 : 0
            isStrict = next != 0 && (step == 0 || step == next)
            step = next
        }
        last = id
    }
}

extension ModelList: JSONConvertible {
    /// Creates a view of a list with the default options.
    public static func decode(_ json: JSON) throws(JSONError) -> ModelList { try ModelList(json) }

    /// Returns a `JSONValue` array with copies of the models.
    public func encoded() throws(JSONError) -> JSONValue {
        .array(try map { model throws(JSONError) in try model.encoded() })
    }
}

extension ModelList: CustomDebugStringConvertible {
    /// The list as compact JSON, like `JSON.debugDescription`.
    public var debugDescription: String { json.debugDescription }
}
