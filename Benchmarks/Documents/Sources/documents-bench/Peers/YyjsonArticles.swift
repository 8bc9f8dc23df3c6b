// SPDX-License-Identifier: MIT

import CYyjson
import Foundation

/// The Swift jobs on yyjson, driven by hand: raw pointers, names of known length, no String but those
/// that are asked for, and `included` in a dictionary whose keys are slices of the document.
enum YyjsonArticles {
    private typealias Value = UnsafeMutablePointer<yyjson_val>

    static func read(_ text: Data, every step: Int) throws -> Int64 {
        try withRoot(of: text) { root in
            let index = index(of: root)
            var figure = Figure()
            each(member(root, "data")) { position, article in
                guard position % step == 0 else { return }
                add(three: member(article, "attributes"), to: &figure)
                let person = author(of: article, in: index)
                figure.add(author: string(member(member(person, "attributes"), "lastName")))
            }
            return figure.value
        }
    }

    /// Three attributes of a document with one article.
    static func readOne(_ text: Data) throws -> Int64 {
        try withRoot(of: text) { root in
            var figure = Figure()
            add(three: member(member(root, "data"), "attributes"), to: &figure)
            return figure.value
        }
    }

    /// Five attributes of each article of a list, and the name of its author.
    static func readList(_ text: Data) throws -> Int64 {
        try withRoot(of: text) { root in
            let index = index(of: root)
            var figure = Figure()
            each(member(root, "data")) { _, article in
                let attributes = member(article, "attributes")
                add(three: attributes, to: &figure)
                figure.add(
                    string(member(attributes, "body")),
                    Int(yyjson_get_real(member(attributes, "rating"))), false)
                let person = author(of: article, in: index)
                figure.add(author: string(member(member(person, "attributes"), "name")))
            }
            return figure.value
        }
    }

    private static func withRoot(of text: Data, _ body: (Value?) -> Int64) throws -> Int64 {
        let document = text.withUnsafeBytes {
            yyjson_read($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, 0)
        }
        guard let document else { throw Unexpected.shape }
        defer { yyjson_doc_free(document) }
        return body(yyjson_doc_get_root(document))
    }

    private static func index(of root: Value?) -> [Identity: Value] {
        let included = member(root, "included")
        var index: [Identity: Value] = [:]
        index.reserveCapacity(yyjson_arr_size(included))
        each(included) { _, resource in
            if let identity = Identity(resource) { index[identity] = resource }
        }
        return index
    }

    private static func author(of article: Value?, in index: [Identity: Value]) -> Value? {
        let author = member(member(article, "relationships"), "author")
        return Identity(member(author, "data")).flatMap { index[$0] }
    }

    private static func add(three attributes: Value?, to figure: inout Figure) {
        figure.add(
            string(member(attributes, "title")),
            Int(yyjson_get_sint(member(attributes, "views"))),
            yyjson_get_bool(member(attributes, "published")))
    }

    private static func each(_ array: Value?, _ body: (Int, Value) -> Void) {
        var next = yyjson_arr_get_first(array)
        for position in 0..<yyjson_arr_size(array) {
            guard let value = next else { return }
            body(position, value)
            next = unsafe_yyjson_get_next(value)
        }
    }

    private static func member(_ object: Value?, _ name: StaticString) -> Value? {
        name.withUTF8Buffer { buffer in
            buffer.withMemoryRebound(to: CChar.self) {
                yyjson_obj_getn(object, $0.baseAddress, $0.count)
            }
        }
    }

    private static func string(_ value: Value?) -> String {
        String(decoding: slice(value), as: UTF8.self)
    }

    private static func slice(_ value: Value?) -> UnsafeBufferPointer<UInt8> {
        let text = UnsafeRawPointer(yyjson_get_str(value))
        return UnsafeBufferPointer(
            start: text?.assumingMemoryBound(to: UInt8.self), count: yyjson_get_len(value))
    }

    private struct Identity: Hashable {
        let type: UnsafeBufferPointer<UInt8>
        let id: UnsafeBufferPointer<UInt8>

        init?(_ object: Value?) {
            guard let object else { return nil }
            type = slice(member(object, "type"))
            id = slice(member(object, "id"))
        }

        static func == (left: Identity, right: Identity) -> Bool {
            same(left.id, right.id) && same(left.type, right.type)
        }

        private static func same(
            _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
        ) -> Bool {
            guard left.count == right.count else { return false }
            guard let one = left.baseAddress, let other = right.baseAddress else { return true }
            return memcmp(one, other, left.count) == 0
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(bytes: UnsafeRawBufferPointer(type))
            hasher.combine(bytes: UnsafeRawBufferPointer(id))
        }
    }
}
