// SPDX-License-Identifier: MIT

import Testing
import VoxJSON
import VoxTestSupport

@Suite("Values from chunks")
struct JSONSequenceTests {
    /// The values as compact text, and the error behind them.
    private func read(
        _ text: String, size: Int, of form: JSON.Sequence<Chunks>.Form = .values,
        options: JSON.Options = JSON.Options(), upTo limit: Int? = nil
    ) async throws -> (values: [String], error: JSONError?) {
        let sequence = JSON.Sequence(
            Chunks(text.utf8, size: size), of: form, options: options, upTo: limit)
        var values: [String] = []
        var iterator = sequence.makeAsyncIterator()
        do {
            while let value = try await iterator.next() {
                values.append(try value.vox.text(style: .compact))
            }
            return (values, nil)
        } catch let error as JSONError {
            let after = try await iterator.next()
            #expect(after == nil)
            return (values, error)
        }
    }

    @Test("Lines come one by one, however they are cut", arguments: [1, 2, 3, 7, 1000])
    func lines(size: Int) async throws {
        let text = "{\"n\":1}\n[\"é\", 2]\n\n \"a\\n\"\r\n3\n"
        let (values, error) = try await read(text, size: size)
        #expect(values == [#"{"n":1}"#, #"["é",2]"#, #""a\n""#, "3"])
        #expect(error == nil)
        #expect(try await read("", size: size).values.isEmpty)
    }

    @Test("A fault ends the values, at its place in the whole text", arguments: [1, 5, 1000])
    func fault(size: Int) async throws {
        let (values, error) = try await read("{\"n\":1}\n{\"n\":{\"a\":tru}}\n3", size: size)
        #expect(values == [#"{"n":1}"#])
        #expect(error?.code == .invalidLiteral)
        #expect(error?.position == .init(offset: 21, line: 2, column: 14))
        #expect(error?.pointer == "/n/a")
    }

    @Test(
        "A document without a list of elements is an error",
        arguments: [
            #"{"errors":[{"status":"500"}]}"#, "{}", #"{"data":{"a":[1]}}"#, #"{"data":null}"#, "3",
            #"{"included":[1]}"#,
        ])
    func noElements(text: String) async throws {
        for size in [1, 1000] {
            let (values, error) = try await read(text, size: size, of: .elements)
            #expect(values.isEmpty)
            #expect(error?.code == .wrongKind)
        }
        for empty in ["[]", #"{"data":[]}"#] {
            let (values, error) = try await read(empty, size: 1000, of: .elements)
            #expect(values.isEmpty && error == nil)
        }
    }

    @Test("The elements of an array or of data", arguments: [1, 4, 1000])
    func elements(size: Int) async throws {
        for text in ["[1, [2], {}]", #"{"data": [1, [2], {}], "included": [0], "meta": 1}"#] {
            let (values, error) = try await read(text, size: size, of: .elements)
            #expect(values == ["1", "[2]", "{}"])
            #expect(error == nil)
        }
        let (values, error) = try await read(
            #"{"data":[1,{"a":[2 3]}]}"#, size: size, of: .elements)
        #expect(values == ["1"])
        #expect(error?.code == .syntax)
        #expect(error?.pointer == "/data/1/a")
        #expect(error?.position?.offset == 19)
    }

    @Test("A value is handed out before the next one is read")
    func pulls() async throws {
        let chunks = Chunks("1\n2\n3\n".utf8, size: 2)
        var iterator = JSON.Sequence(chunks).makeAsyncIterator()
        #expect(chunks.read == 0)
        for read in [2, 4, 6] {
            _ = try #require(try await iterator.next())
            #expect(chunks.read == read)
        }
    }

    @Test("Values count one by one for the limits, the whole text only where a limit is given")
    func limits() async throws {
        var options = JSON.Options()
        options.maximumSize = 8
        options.maximumValues = 4
        let text = String(repeating: "[1,2]\n", count: 100)
        #expect(try await read(text, size: 3, options: options).values.count == 100)
        let long = try await read("[1]\n[1,2,3,4,5]", size: 1, options: options)
        #expect(long.error?.code == .documentTooLarge)
        #expect(long.error?.position?.offset == 12)
        let elements = try await read(
            "[1,2,3,4,5,[1,2,3,4]]", size: 3, of: .elements, options: options)
        #expect(elements.values == ["1", "2", "3", "4", "5"])
        #expect(elements.error?.code == .documentTooLarge)
        #expect(elements.error?.pointer == "/5")
        let list = try await read("[1,2,3,4,5]", size: 3, of: .elements, upTo: 8)
        #expect(list.values == ["1", "2", "3"])
        #expect(list.error?.code == .documentTooLarge)
        #expect(list.error?.position?.offset == 8)
        let lines = try await read("1 2 3 4 5", size: 3, upTo: 8)
        #expect(lines.values == ["1", "2", "3", "4"])
        #expect(lines.error?.position?.offset == 8)
    }

    /// The same bytes again and again.
    private struct Repeated: AsyncSequence, AsyncIteratorProtocol {
        let bytes: [UInt8]
        var left: Int

        mutating func next() async -> [UInt8]? {
            left -= 1
            return left >= 0 ? bytes : nil
        }

        func makeAsyncIterator() -> Repeated { self }
    }

    @Test("A list longer than any document may be, of more values", arguments: [false, true])
    func longer(asLines: Bool) async throws {
        let text = "\"\(String(repeating: "x", count: 1 << 20))\"\(asLines ? "\n" : ",")"
        let chunks = Repeated(bytes: Array(text.utf8), left: 80)
        let start = asLines ? "" : "["
        let whole = Joined(first: Array(start.utf8), rest: chunks)
        var options = JSON.Options()
        options.maximumValues = 10
        var count = 0
        var iterator =
            JSON.Sequence(whole, of: asLines ? .values : .elements, options: options)
            .makeAsyncIterator()
        while count < 80, try await iterator.next() != nil { count += 1 }
        #expect(count == 80)
    }

    /// One piece, and others behind it.
    private struct Joined: AsyncSequence, AsyncIteratorProtocol {
        var first: [UInt8]?
        var rest: Repeated

        mutating func next() async -> [UInt8]? {
            defer { first = nil }
            if let first { return first }
            return await rest.next()
        }

        func makeAsyncIterator() -> Joined { self }
    }

    @Test("Chunks that fail end the values with their error")
    func failingChunks() async throws {
        struct Broken: Error {}
        let chunks = AsyncThrowingStream<[UInt8], any Error> { chunks in
            chunks.yield(Array("1\n2".utf8))
            chunks.finish(throwing: Broken())
        }
        var iterator = JSON.Sequence(chunks).makeAsyncIterator()
        #expect(try await iterator.next().map { $0 == 1 } == true)
        await #expect(throws: Broken.self) { _ = try await iterator.next() == nil }
    }

    @Test("A cancelled wait for chunks is no end of the text", arguments: ["1\n", "[1,"])
    func cancellation(text: String) async throws {
        let (chunks, input) = AsyncStream<[UInt8]>.makeStream()
        let (values, output) = AsyncStream<Void>.makeStream()
        let reader = Task {
            for try await _ in JSON.Sequence(chunks, of: text == "1\n" ? .values : .elements) {
                output.yield()
            }
        }
        input.yield(Array(text.utf8))
        for await _ in values { break }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        input.finish()
    }

    @Test("Values outlive the sequence, and can be edited")
    func values() async throws {
        var kept: [JSON] = []
        for try await value in JSON.Sequence(Chunks(#"{"a":1}{"#.utf8.dropLast(), size: 3)) {
            value.b = 2
            kept.append(value)
        }
        #expect(try kept.map { try $0.vox.text() } == [#"{"a":1,"b":2}"#])
    }
}
