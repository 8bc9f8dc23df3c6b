// SPDX-License-Identifier: MIT

import Foundation
import VoxMacros

// Structs that are written in less common ways. That they compile, without a warning, is the test.

@Resource("boxes")
struct Box<Value: JSONConvertible> {
    var value: Value
    var list: [Value]?
}

@Resource("secrets")
private struct Secret {
    var number: Int
    fileprivate var reason: String?
    private var note: String = ""
}

@Resource("nothings")
struct Nothing {}

@Resource("constants")
struct Constant {
    var id: String { "one" }
}

@Resource("words")
struct Words {
    var fields: Int
    var resource: String
    var `init`: Bool?
    var first, second: Int
    var address: URL?
    var counts: [String: Int] = [:]
    var nested: [[Int]]?
    var anything: JSONValue?
    var written: Optional<Int>
    var observed: Int = 1 { willSet {} }
    var spelled: Dictionary<String, Swift.Int>?
    @ToMany var list: Array<Circle> = []
    @ToOne var circle: Optional<Circle>
}

@Resource("circles")
struct Circle {
    @ToMany var words: [Words]
}

extension Words {
    @Resource("inner")
    struct Inner {
        enum Kind: String, JSONConvertible { case small }
        var kind: Kind?
    }
}

@Resource("entries")
struct Entry: Codable, Hashable, Sendable {
    var count: Int
    var date: Date?
}

func oddModels() throws {
    _ = Secret(number: 1)
    _ = try Resource(Entry(count: 1))
    _ = try Box<Int>.makeResource(value: 1).value
    _ = Resource<Circle.Schema>().words.first?.circle?.words
}
