// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport

@Suite("Forms that are read part by part")
struct MultipartReaderTests {
    @Test("What MultipartBody writes is read back, in chunks of any size")
    func roundTrips() async throws {
        let seed = Seeded.drawnSeed()
        var random = Seeded(seed)
        let bits: [[UInt8]] = [
            [], [13, 10], [13], [10], [45, 45], Array("\r\n--".utf8), Array("--\r\n".utf8), [0],
            [0xFF, 0xC3], Array("Content-Type: x\r\n\r\n".utf8), Array("é".utf8),
        ]
        let names = [
            "a", "user[tags][]", "日本 é😀", "a\"b", "x\"; filename=\"y", "back\\", "\\\"", "a; b=c",
            "",
            "two\nlines", "a:b",
        ]
        for round in 0..<200 {
            var form = MultipartBody()
            var expected: [ReadPart] = []
            for _ in 0..<random.below(6) {
                var bytes = (0..<random.below(12)).flatMap { _ in random.pick(bits) }
                if random.chance(10) { bytes += [UInt8](repeating: 45, count: 4000) }
                let name = random.pick(names)
                let file = random.chance(50) ? random.pick(names) : nil
                let type = random.chance(50) ? "x/y; z=\"1\"" : nil
                form.append(
                    .init(name, ClientRequest.Body(bytes, contentType: type), fileName: file))
                // Line ends in names become CR LF, as in HTML.
                expected.append(
                    ReadPart(
                        name.replacing("\n", with: "\r\n"), file: file,
                        type: type ?? (file == nil ? nil : "application/octet-stream"), bytes))
            }
            let body = try form.body(using: &random)
            var rest = try await body.collected()[...]
            // A part in memory does not have the boundary, but may have the beginning of it.
            var chunks: [[UInt8]] = []
            let largest = random.pick([1, 3, 40, 70, 5000, 100_000])
            while !rest.isEmpty {
                let chunk = rest.prefix(1 + random.below(largest))
                chunks.append(Array(chunk))
                rest = rest.dropFirst(chunk.count)
            }
            let found = try await ReadForm.parts(chunks, type: body.contentType)
            #expect(found == expected, "seed \(seed), round \(round)")
        }
    }

    @Test("A form is read alike wherever it is cut into two chunks or more")
    func cuts() async throws {
        let form = ReadForm.bytes(
            "before\n" + ReadForm.part("a", "1\n--\n--A\n--b\n\r\r\n-") + ReadForm.part("b", "")
                + "--B--\n\n \n")
        let expected = [
            ReadPart("a", ReadForm.bytes("1\n--\n--A\n--b\n\r\r\n-")), ReadPart("b", ""),
        ]
        for cut in 0...form.count {
            let found = try await ReadForm.parts([Array(form[..<cut]), Array(form[cut...])])
            #expect(found == expected, "cut at \(cut)")
        }
        for size in 1...20 {
            let chunks = stride(from: 0, to: form.count, by: size).map {
                Array(form[$0..<min($0 + size, form.count)])
            }
            #expect(try await ReadForm.parts(chunks) == expected, "chunks of \(size)")
        }
    }

    @Test(
        "Preamble, blank lines at the end, spaces after a boundary, and parts without content are allowed"
    )
    func grammar() async throws {
        let a = "Content-Disposition: form-data; name=a"
        let forms: [(String, [ReadPart])] = [
            ("--B--", []), ("--B--\n", []), ("--B-- \t\n \n\n", []), ("preamble --B\n\n--B--", []),
            (ReadForm.part("a", "1") + "--B--", [ReadPart("a", "1")]),
            ("\n" + ReadForm.part("a", "1") + "--B--", [ReadPart("a", "1")]),
            ("--B \t \n\(a)\n\n1\n--B--", [ReadPart("a", "1")]),
            ("--B\n\(a)\n\n\n--B--", [ReadPart("a", "")]),
            // The empty line may be the line end before the boundary.
            ("--B\n\(a)\n\n--B\n\(a)\n\n--B--", [ReadPart("a", ""), ReadPart("a", "")]),
            ("--B\n\(a)\n\n-B--B\n --B\n--B--", [ReadPart("a", "-B--B\r\n --B")]),
            (
                "--B\ncontent-DISPOSITION:form-data ;\n NAME=a\nX: y\n\n1\n--B--",
                [ReadPart("a", "1")]
            ),
        ]
        for (text, expected) in forms {
            #expect(try await ReadForm.parts(text) == expected, "\(text)")
        }
        let part = ReadForm.part("a", "1")
        for type in [
            "Multipart/Form-Data;boundary=\"B\"", "multipart/form-data; charset=utf-8; Boundary=B",
            "multipart/form-data ; ; boundary=B ;",
        ] {
            #expect(try await ReadForm.parts(part + "--B--", type: type) == [ReadPart("a", "1")])
        }
        let longest = String(repeating: "b", count: 70)
        let long = part.replacing("--B", with: "--" + longest) + "--\(longest)--"
        let found = try await ReadForm.parts(long, type: "multipart/form-data; boundary=\(longest)")
        #expect(found == [ReadPart("a", "1")])
    }

    @Test("Names are read as browsers, RFC 7578 and older clients write them")
    func names() async throws {
        let dispositions: [(String, String, String?)] = [
            (#"name="a b"; filename="c d.png""#, "a b", "c d.png"),
            (#"filename=c.png; name=a"#, "a", "c.png"),
            (#"name="a%22b%0D%0ac%25""#, "a\"b\r\nc%25", nil),
            (#"name="C:\new\""#, #"C:\new\"#, nil),
            (#"name="a"; filename="say \"hi\" now""#, "a", #"say "hi" now"#),
            (#"name="a;b"; filename="#, "a;b", ""),
            (#"name="a"; filename*=UTF-8''evil; filename="good""#, "a", "good"),
            (#"name="a"; filename*=UTF-8''evil"#, "a", nil),
            (
                #"name="../../etc/passwd"; filename="/etc/passwd""#, "../../etc/passwd",
                "/etc/passwd"
            ),
        ]
        for (disposition, name, file) in dispositions {
            let found = try await ReadForm.parts(
                "--B\nContent-Disposition: form-data; \(disposition)\n\n\n--B--")
            #expect(found == [ReadPart(name, file: file, [])], "\(disposition)")
        }
    }

    @Test("A part has its media type and all its header fields")
    func fields() async throws {
        let form = ReadForm.bytes(
            "--B\nContent-Disposition: form-data; name=a\nContent-Type: image/png\nX-A: 1\nX-A: é\tè\n\n"
                + "1\n--B--")
        let reader = try MultipartBody.Reader(
            ClientResponse.Body(form), contentType: ReadForm.type)
        var parts = reader.makeAsyncIterator()
        let part = try #require(try await parts.next())
        #expect(part.contentType == "image/png")
        #expect(part.headers[values: HTTPField.Name("X-A") ?? .accept] == ["1", "é\tè"])
        #expect(try await parts.next() == nil)
        #expect(try await parts.next() == nil)
    }

    // MARK: Reading

    @Test("A form without limits of its own has the limits that the pages name")
    func limits() {
        let limits = MultipartBody.Reader.Limits()
        #expect(limits.parts == 1000 && limits.headerBytes == 16 << 10)
        #expect(limits.partBytes == 64 << 20 && limits.bytes == 64 << 20)
        #expect(limits.partBytesByName.isEmpty)
    }

    @Test("A chunk is read when it is needed, and never more than one ahead")
    func flow() async throws {
        let content = String(repeating: "x", count: 100_000)
        let chunks = Chunks(
            ReadForm.bytes(ReadForm.part("a", content) + ReadForm.part("b", content) + "--B--"),
            size: 1000)
        let reader = try MultipartBody.Reader(chunks, contentType: ReadForm.type)
        #expect(chunks.read == 0)
        var parts = reader.makeAsyncIterator()
        let first = try #require(try await parts.next())
        #expect(chunks.read == 1000)
        var count = 0
        for try await chunk in first.body {
            count += chunk.count
            #expect(chunk.count <= 1000)
            #expect(chunks.read - count < 2200)
        }
        #expect(count == 100_000)
    }

    @Test("The rest of a part is skipped, and cannot be read later")
    func skipping() async throws {
        let chunks = Chunks(
            ReadForm.bytes(
                ReadForm.part("a", String(repeating: "x", count: 5000)) + ReadForm.part("b", "2")
                    + ReadForm.part("c", "3") + "--B--"), size: 100)
        var parts = try MultipartBody.Reader(chunks, contentType: ReadForm.type).makeAsyncIterator()
        let first = try #require(try await parts.next())
        for try await _ in first.body { break }
        let second = try #require(try await parts.next())
        #expect(second.name == "b")
        let stale = await #expect(throws: RequestError.self) { try await first.body.bytes() }
        #expect(stale?.message.contains("was skipped") == true)
        #expect(try await second.body.bytes() == Array("2".utf8))
        let again = await #expect(throws: RequestError.self) { try await second.body.bytes() }
        #expect(again?.message == "the part can be read only once")
        let last = try #require(try await parts.next())
        #expect(last.name == "c")
        #expect(try await parts.next() == nil)
        let late = await #expect(throws: RequestError.self) { try await last.body.bytes() }
        #expect(late?.message == "the part can be read only once")
    }

    @Test("Two tasks cannot read a form at the same time")
    func tasks() async throws {
        let (requests, request) = AsyncStream<Void>.makeStream()
        let (chunks, chunk) = AsyncStream<[UInt8]>.makeStream()
        let source = AsyncThrowingStream<[UInt8], any Error>(unfolding: {
            request.yield()
            for await chunk in chunks { return chunk }
            return nil
        })
        let reader = try MultipartBody.Reader(source, contentType: ReadForm.type)
        let waiting = Task {
            var parts = reader.makeAsyncIterator()
            return try await parts.next()?.name
        }
        for await _ in requests { break }
        var parts = reader.makeAsyncIterator()
        let error = await #expect(throws: RequestError.self) { try await parts.next() }
        #expect(error?.message == "the form is read by two tasks at the same time")
        chunk.yield(ReadForm.bytes(ReadForm.part("a", "1") + "--B--"))
        chunk.finish()
        #expect(try await waiting.value == "a")
    }

    @Test("The error of the chunks ends the form, and is thrown again")
    func sourceErrors() async throws {
        struct Lost: Error {}
        let source = AsyncThrowingStream<[UInt8], any Error> { continuation in
            continuation.yield(ReadForm.bytes("--B\nContent-Disposition: form-data; name=a\n\n1"))
            continuation.finish(throwing: Lost())
        }
        var parts = try MultipartBody.Reader(source, contentType: ReadForm.type).makeAsyncIterator()
        let part = try #require(try await parts.next())
        await #expect(throws: Lost.self) { try await part.body.bytes() }
        await #expect(throws: Lost.self) { try await parts.next() }
        await #expect(throws: Lost.self) { try await parts.next() }
    }
}
