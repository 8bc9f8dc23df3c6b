// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxJSON
import VoxTestSupport

/// Types that try one kind after another, as many do for JSON of any kind: each try that fails makes an
/// error with the way to the value.
@Suite("The way to a value that does not decode")
struct CodingPathTests {
    private enum Anything: Decodable {
        case list([Anything])
        case number(Int)
        case text(String)

        init(from decoder: any Decoder) throws {
            if var elements = try? decoder.unkeyedContainer() {
                var list: [Anything] = []
                while !elements.isAtEnd { list.append(try elements.decode(Anything.self)) }
                self = .list(list)
                return
            }
            let value = try decoder.singleValueContainer()
            self = try (try? .number(value.decode(Int.self))) ?? .text(value.decode(String.self))
        }

        var count: Int { if case .list(let elements) = self { elements.count } else { 1 } }
    }

    private struct Way: Decodable {
        let words: String

        init(from decoder: any Decoder) throws {
            words = decoder.codingPath.map { $0.intValue.map { "#\($0)" } ?? $0.stringValue }
                .joined(separator: " ")
        }
    }

    @Test("has the positions of elements and the names of members")
    func path() throws {
        let json = try JSON(
            parsing: #"{"a": [\#((0..<40).map { #"{"b": [\#($0)]}"# }.joined(separator: ","))]}"#)
        struct Outer: Decodable { let a: [Inner] }
        struct Inner: Decodable { let b: [Way] }
        let read = try json.vox.decode(Outer.self)
        #expect(read.a.map { $0.b[0].words } == (0..<40).map { "a #\($0) b #0" })
    }

    @Test("takes time in proportion to the list, whatever fails in it")
    func linear() throws {
        func list(_ count: Int) throws -> JSON {
            try JSON(
                parsing: "[" + Array(repeating: #""x""#, count: count).joined(separator: ",") + "]")
        }
        let (small, large) = (try list(500), try list(8000))
        #expect(try large.vox.decode(Anything.self).count == 8000)
        // 16 times the elements; were it quadratic, 256 times the cost.
        try expectCost(below: 64) {
            _ = try small.vox.decode(Anything.self)
        } of: {
            _ = try large.vox.decode(Anything.self)
        }
    }

    private final class Link: Encodable {
        var next: Link?

        init(_ next: Link?) { self.next = next }
    }

    @Test("Values that are nested without end are refused, and not encoded to the end of the stack")
    func deep() throws {
        var first = Link(nil)
        for _ in 0..<100_000 { first = Link(first) }
        let error = try #require(throws: JSONError.self) { try JSONValue(encoding: first) }
        #expect(error.code == .depthExceeded)
        // Not freed by recursion.
        while let next = first.next {
            first.next = nil
            first = next
        }
    }
}
