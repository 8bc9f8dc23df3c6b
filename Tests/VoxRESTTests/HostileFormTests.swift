// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import VoxREST
import VoxTestSupport

/// Forms and bodies that are built to be read otherwise than they were meant.
@Suite("Hostile forms")
struct HostileFormTests {
    private func text(_ value: JSONValue, nulls: FormEncoding.Blank = .sent) throws -> String {
        var encoding = FormEncoding()
        encoding.nulls = nulls
        return try encoding.fields(of: value).map { "\($0.name)=\($0.value)" }
            .joined(separator: "&")
    }

    @Test("MW-095 A null that is left out does not join the objects on its two sides")
    func omittedNulls() throws {
        let list: JSONValue = ["items": [["x": 1], nil, ["y": 2]]]
        #expect(try text(list) == "items[][x]=1&items[]=&items[][y]=2")
        let error = #expect(throws: RequestError.self) { try text(list, nulls: .omitted) }
        #expect(error?.code == .unsendable)
        #expect(
            try text(["items": [["x": 1], nil, ["x": 2]]], nulls: .omitted)
                == "items[][x]=1&items[][x]=2")
        #expect(
            try text(["items": [["x": 1], "a", nil, ["y": 2]]], nulls: .omitted)
                == "items[][x]=1&items[]=a&items[][y]=2")
    }

    @Test("MW-095 The fields of a list of objects are made in linear time")
    func longLists() throws {
        func list(_ count: Int) -> JSONValue {
            ["items": .array((0..<count).map { ["x": .string("\($0)"), "y": ["z": 1]] })]
        }
        let (short, long) = (list(2_000), list(8_000))
        #expect(try FormEncoding().fields(of: long).count == 16_000)
        try expectCost(below: 8) {
            _ = try FormEncoding().fields(of: short)
        } of: {
            _ = try FormEncoding().fields(of: long)
        }
    }

    @Test("MW-095 Names that differ in their bytes alone tell no objects apart")
    func equivalentNames() throws {
        let error = #expect(throws: RequestError.self) {
            try text(["items": [["\u{E9}": 1], ["e\u{301}": 2]]])
        }
        #expect(error?.code == .unsendable)
        #expect(
            try text(["items": [["\u{E9}": 1], ["\u{E9}": 2]]])
                == "items[][\u{E9}]=1&items[][\u{E9}]=2")
    }

    @Test(
        "A length that no body can have ends the request and not the program", arguments: [-5, 0])
    func impossibleLength(length: Int) async throws {
        let body = ClientRequest.Body(length: length) { Chunks(rest: ["abc"]) }
        #expect(body.length == 0)
        let error = await #expect(throws: RequestError.self) { try await body.collected() }
        #expect(error?.code == .unsendable)
        #expect(try await ClientRequest.Body(length: length) { Chunks(rest: []) }.collected() == [])
    }

    @Test("A form whose length is no number goes without one")
    func overflowingLength() async throws {
        let body = ClientRequest.Body(length: .max) { Chunks(rest: ["abc"]) }
        let form = try MultipartBody([.init("a", body), .init("b", body)]).body()
        #expect(form.length == nil)
        let error = await #expect(throws: RequestError.self) { try await form.collected() }
        #expect(error?.code == .unsendable)
    }

    private struct Chunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
        typealias Element = [UInt8]
        typealias Failure = any Error

        var rest: [String]

        func makeAsyncIterator() -> Chunks { self }

        mutating func next() async throws -> [UInt8]? {
            rest.isEmpty ? nil : Array(rest.removeFirst().utf8)
        }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> [UInt8]? {
            rest.isEmpty ? nil : Array(rest.removeFirst().utf8)
        }
    }
}
