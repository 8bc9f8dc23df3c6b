// SPDX-License-Identifier: MIT

import CVox
import Foundation

/// The document of `VoxList`, built by the C core out of the same values: what it costs without Swift's
/// resources around it.
struct CoreList {
    private let tree: OpaquePointer
    private var status = VOX_OK

    /// A document with all articles, which the closure gets, and which is freed then.
    static func with<Result>(
        _ values: ListValues, _ body: (_ tree: OpaquePointer) throws -> Result
    ) throws -> Result {
        var made: OpaquePointer?
        guard vox_tree_new(nil, &made) == VOX_OK, let tree = made else { throw Unexpected.shape }
        defer { vox_tree_free(tree) }
        var list = CoreList(tree: tree)
        list.build(values)
        guard list.status == VOX_OK else { throw Unexpected.shape }
        return try body(tree)
    }

    static func build(_ values: ListValues) throws -> Int64 {
        try with(values) { tree in
            let list = vox_object_get(tree, vox_tree_root(tree), name("data"))
            return Int64(vox_node_count(tree, list))
        }
    }

    static func write(_ values: ListValues) throws -> Data {
        try with(values) { tree in
            var buffer = vox_buffer()
            buffer.allocator = vox_allocator_default()
            defer { vox_buffer_free(&buffer) }
            guard
                vox_write_buffer(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, &buffer) == VOX_OK,
                let bytes = buffer.bytes
            else { throw Unexpected.shape }
            return Data(bytes: bytes, count: buffer.length)
        }
    }

    private init(tree: OpaquePointer) { self.tree = tree }

    private mutating func build(_ values: ListValues) {
        let root = vox_tree_root(tree)
        status = vox_node_set(tree, root, vox_value_object())
        let data = set(root, "data", vox_value_array())
        let included = set(root, "included", vox_value_array())
        var people: Set<Int> = []
        var tags: Set<Int> = []
        for row in values.articles {
            let article = add(to: data, "articles", row.id)
            let attributes = set(article, "attributes", vox_value_object())
            set(attributes, "title", row.title)
            set(attributes, "body", row.body)
            set(attributes, "views", vox_value_int64(Int64(row.views)))
            set(attributes, "rating", vox_value_double(row.rating))
            set(attributes, "published", vox_value_boolean(row.isPublished))
            let relationships = set(article, "relationships", vox_value_object())
            let person = values.people[row.author]
            let author = set(relationships, "author", vox_value_object())
            identify(set(author, "data", vox_value_object()), "people", person.id)
            let linkage = set(
                set(relationships, "tags", vox_value_object()), "data", vox_value_array())
            for number in row.tags { add(to: linkage, "tags", values.tags[number].id) }
            if people.insert(row.author).inserted {
                let resource = add(to: included, "people", person.id)
                let attributes = set(resource, "attributes", vox_value_object())
                set(attributes, "name", person.name)
                set(attributes, "email", person.email)
            }
            for number in row.tags where tags.insert(number).inserted {
                let resource = add(to: included, "tags", values.tags[number].id)
                let attributes = set(resource, "attributes", vox_value_object())
                set(attributes, "name", values.tags[number].name)
            }
        }
    }

    @discardableResult
    private mutating func add(to list: OpaquePointer?, _ type: StaticString, _ id: String)
        -> OpaquePointer?
    {
        var element: OpaquePointer?
        if status == VOX_OK {
            status = vox_array_append(tree, list, vox_value_object(), &element)
        }
        identify(element, type, id)
        return element
    }

    private mutating func identify(_ object: OpaquePointer?, _ type: StaticString, _ id: String) {
        set(object, "type", vox_value_string(Self.name(type)))
        set(object, "id", id)
    }

    @discardableResult
    private mutating func set(_ object: OpaquePointer?, _ name: StaticString, _ value: vox_value)
        -> OpaquePointer?
    {
        var member: OpaquePointer?
        if status == VOX_OK {
            status = vox_object_set(tree, object, Self.name(name), value, &member)
        }
        return member
    }

    private mutating func set(_ object: OpaquePointer?, _ name: StaticString, _ text: String) {
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                let string = vox_string(bytes: $0.baseAddress, length: $0.count)
                _ = set(object, name, vox_value_string(string))
            }
        }
    }

    private static func name(_ text: StaticString) -> vox_string {
        vox_string(bytes: c(text), length: text.utf8CodeUnitCount)
    }
}
