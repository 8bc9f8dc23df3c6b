// SPDX-License-Identifier: MIT

import Vox
import VoxTestSupport

// The documents that scripts begin with, and the schemas they are edited through.

protocol Kind: Sendable {
    static var name: String { get }
}

enum Books: Kind { static let name = "books" }
enum People: Kind { static let name = "people" }
enum Tags: Kind { static let name = "tags" }

/// The same attributes for each type.
struct Item<K: Kind>: ResourceSchema {
    static var type: String { K.name }
    let title = Attribute<String>("title")
    let count = Attribute<Int>("count")
    let tags = Attribute<[String]>("tags")
    let extra = Attribute<JSON>("extra")
    let one = ToOne<AnyResource>("one")
    let many = ToMany<AnyResource>("many")
}

/// Random values for scripts: few names and few values, so that they meet again.
struct ScriptValues {
    var random: Seeded

    static let names = ["title", "count", "tags", "extra", "a/b~c", "\u{E9}", "e\u{301}", "x y"]
    static let inner = ["a", "b", "c", "\u{E9}", "d/e"]
    static let texts = ["", "A", "B", "two\nlines", "\"q\\", "\u{E9}", "\u{1F600}", "null"]

    mutating func text() -> Plain { .text(random.pick(Self.texts)) }

    mutating func number() -> Plain { .number(random.pick(random.pick(Plain.numbers))) }

    mutating func value(depth: Int = 3) -> Plain {
        switch random.below(depth > 0 ? 8 : 5) {
        case 0: return .null
        case 1: return .bool(random.chance(50))
        case 2, 3: return number()
        case 4: return text()
        case 5:
            return .array((0..<random.below(4)).map { _ in value(depth: depth - 1) })
        default:
            var object = Plain.object([])
            for _ in 0..<random.below(4) {
                object[random.pick(Self.inner)] = value(depth: depth - 1)
            }
            return object
        }
    }

    /// An attribute as its declared type wants it, or anything.
    mutating func attribute(_ name: String) -> Plain {
        switch name {
        case "title": text()
        case "tags": .array((0..<random.below(3)).map { _ in text() })
        default: value()
        }
    }

    mutating func relationship(_ targets: [Plain]) -> Plain {
        var relationship = Plain.object([])
        if random.chance(40) {
            relationship["links"] = .object([("related", .text("/r"))])
        }
        switch random.below(5) {
        case 0: relationship["data"] = .null
        case 1:
            var target = random.pick(targets)
            if random.chance(40) { target["meta"] = .object([("since", number())]) }
            relationship["data"] = target
        case 2: relationship["data"] = .array([])
        case 3:
            relationship["data"] = .array(
                (0...random.below(3)).map { _ in random.pick(targets) })
        default: relationship["meta"] = .object([("n", number())])
        }
        return relationship
    }

    mutating func resource(_ identifier: Plain, relatedTo targets: [Plain]) -> Plain {
        var resource = identifier
        if random.chance(80) {
            var attributes = Plain.object([])
            for name in Self.names where random.chance(50) { attributes[name] = attribute(name) }
            if random.chance(5) { attributes = .null }
            // What is empty when it is read stays; what edits have emptied goes.
            if attributes.isNull || !attributes.members.isEmpty {
                resource["attributes"] = attributes
            }
        }
        if random.chance(70) {
            var relationships = Plain.object([])
            for name in ["one", "many", "other"] where random.chance(60) {
                relationships[name] = relationship(targets)
            }
            if !relationships.members.isEmpty { resource["relationships"] = relationships }
        }
        if random.chance(30) { resource["meta"] = .object([("seen", .bool(true))]) }
        if random.chance(30) { resource["links"] = .object([("self", .text("/s"))]) }
        return resource
    }

    /// White space as one document has it: none, or anything anywhere.
    mutating func layout() -> () -> String {
        if random.chance(40) { return { "" } }
        let source = Spaces(random: Seeded(random.next()))
        return { source.next() }
    }

    private final class Spaces {
        var random: Seeded

        init(random: Seeded) { self.random = random }

        func next() -> String {
            random.chance(60) ? "" : random.pick([" ", "\n", "\n    ", "\t", " \r\n", "  "])
        }
    }
}
