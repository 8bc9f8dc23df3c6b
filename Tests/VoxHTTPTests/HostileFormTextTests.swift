// SPDX-License-Identifier: MIT

import Testing
import Vox
import VoxTestSupport

@Suite("Malformed and oversized forms")
struct HostileFormTextTests {
    private func fault(
        _ text: String, type: String? = ReadForm.type,
        limits: MultipartBody.Reader.Limits = MultipartBody.Reader.Limits()
    ) async -> RequestError? {
        do {
            _ = try await ReadForm.parts(text, type: type, limits: limits)
            return nil
        } catch {
            return error as? RequestError
        }
    }

    @Test("A media type without a usable boundary")
    func mediaTypes() async {
        let long = String(repeating: "b", count: 71)
        let types: [(String?, String)] = [
            (nil, "the media type is not multipart/form-data"),
            ("", "the media type is not multipart/form-data"),
            ("multipart/mixed; boundary=B", "the media type is not multipart/form-data"),
            ("multipart/form-data", "the media type has no boundary"),
            ("multipart/form-data; boundary=", "the media type has no boundary"),
            ("multipart/form-data; boundary=\"\"", "the media type has no boundary"),
            (
                "multipart/form-data; boundary=\(long)",
                "the boundary has 71 bytes, but 70 are allowed"
            ),
            (
                "multipart/form-data; boundary=a;boundary=b",
                "the media type is not multipart/form-data"
            ),
            (
                "multipart/form-data; boundary=\"a ",
                "the media type is not multipart/form-data"
            ),
            (
                "multipart/form-data; boundary=\"a \"",
                "the boundary has a character that is not allowed"
            ),
            (
                "multipart/form-data; boundary=a\rb",
                "the boundary has a character that is not allowed"
            ),
            ("multipart/form-data; boundary=é", "the boundary has a character that is not allowed"),
        ]
        for (type, message) in types {
            let error = await fault("--B--", type: type)
            #expect(error?.code == .malformedForm, "\(type ?? "nil")")
            #expect(error?.message == message, "\(type ?? "nil")")
        }
    }

    @Test("Malformed forms, each with what is wrong")
    func malformed() async {
        let a = "Content-Disposition: form-data; name=a"
        let forms: [(String, String)] = [
            ("", "the form is empty"),
            ("text", "the form does not have its boundary"),
            ("--C\n\(a)\n\n1\n--C--", "the form does not have its boundary"),
            ("--B", "the form ends within the line of a boundary"),
            ("--B-", "the form ends within the line of a boundary"),
            ("--B\n", "the form ends within the header fields of part 1"),
            ("--B\n\(a)\n\n1\n", "the form ends within part 1: its final boundary is missing"),
            ("--B\n\(a)\n\n1\n--B", "the form ends within the line of a boundary"),
            ("--B\n\(a)\n\n1\n--Bx\n", "the boundary after part 1 has other text on its line"),
            ("--B x\n\(a)\n\n1\n--B--", "the boundary after part 0 has other text on its line"),
            ("--B --\n", "the boundary after part 0 has other text on its line"),
            ("--B\n\(a)\n\n1\n--B--Q", "the boundary after part 1 has other text on its line"),
            (
                "--B\n\(a)\n\n1\n--B--Q\n--B--",
                "the boundary after part 1 has other text on its line"
            ),
            ("--B\n\(a)\n\n1\n--B-- Q", "the boundary after part 1 has other text on its line"),
            ("--B\n\(a)\n\n1\n--B---\n", "the boundary after part 1 has other text on its line"),
            ("--B--\nx", "the form has text after the final boundary, behind part 0"),
            (
                "--B\n\(a)\n\n1\n--B--\n--B\n\(a)\n\n2\n--B--\n",
                "the form has text after the final boundary, behind part 1"
            ),
            (
                "--B\n\(a)\n\n1\n--B--\n\n\u{0}",
                "the form has text after the final boundary, behind part 1"
            ),
            ("--B--Q and more", "the boundary after part 0 has other text on its line"),
            ("--B--Q", "the boundary after part 0 has other text on its line"),
            (
                "--B\n\(a); filename=\"x%00y\"\n\n1\n--B--",
                "a header field of part 1 has a NUL in a name"
            ),
            ("--B\n\(a)%00\n\n1\n--B--", "a header field of part 1 has a NUL in a name"),
            (
                "--B\n\(a); filename=\"x\u{0}y\"\n\n1\n--B--",
                "a header field of part 1 has a control character"
            ),
            ("--B\n\n1\n--B--", "part 1 needs one Content-Disposition"),
            ("--B\nX: y\n\n1\n--B--", "part 1 needs one Content-Disposition"),
            ("--B\n\(a)\n\(a)\n\n1\n--B--", "part 1 needs one Content-Disposition"),
            ("--B\n\(a)\n\n1\n--B\n\n\n--B--", "part 2 needs one Content-Disposition"),
            ("--B\nContent-Disposition: form-data\n\n1\n--B--", "part 1 has no name"),
            ("--B\nContent-Disposition: form-data; filename=a\n\n\n--B--", "part 1 has no name"),
            ("--B\n\(a)\n--B--", "the form ends within the header fields of part 1"),
            ("--B\n\(a)\n--B--\n\n", "a header field of part 1 has no name"),
            ("--B\nno colon\n\n", "a header field of part 1 has no name"),
            ("--B\n: a\n\n", "a header field of part 1 has no name"),
            ("--B\nA b: c\n\n", "a header field of part 1 has no name"),
            ("--B\n\(a)\u{0}\n\n", "a header field of part 1 has a control character"),
            ("--B\n\(a)\rX: y\n\n", "a header field of part 1 has a control character"),
            (
                "--B\n\(a)\nContent-Type: a/b\nContent-Type: c/d\n\n",
                "a header field of part 1 is repeated"
            ),
            (
                "--B\n\(a)\nContent-Transfer-Encoding: base64\n\nMQ==\n--B--",
                "a header field of part 1 requires decoding, which is not supported"
            ),
        ]
        for (text, message) in forms {
            let error = await fault(text)
            #expect(error?.code == .malformedForm, "\(text)")
            #expect(error?.message.hasPrefix(message) == true, "\(text): \(error?.message ?? "")")
        }
        for disposition in [
            "attachment; name=a", "form-data; name=a; name=b", "form-data; name=\"a",
            "form-data; name=\"a\"b", "form-data; name", "form-data; =a", "form-data; name =a", "",
            "form-data" + (1...40).map { "; p\($0)=1" }.joined() + "; name=a",
        ] {
            let error = await fault("--B\nContent-Disposition: \(disposition)\n\n1\n--B--")
            #expect(
                error?.message == "the Content-Disposition of part 1 is malformed",
                "\(disposition)")
        }
        let latin = ReadForm.bytes("--B\nX: ") + [0xE9] + ReadForm.bytes("\n\(a)\n\n\n--B--")
        let error = await #expect(throws: RequestError.self) { try await ReadForm.parts([latin]) }
        #expect(error?.message == "a header field of part 1 is not UTF-8")
    }

    @Test("A form that is cut off anywhere before its final boundary is refused")
    func cutOff() async throws {
        let form = ReadForm.bytes(
            "preamble\n" + ReadForm.part("a", "1\n--\n") + ReadForm.part("b", "") + "--B--")
        for end in 0..<form.count {
            let error = await #expect(throws: RequestError.self, "the end is at \(end)") {
                try await ReadForm.parts([Array(form[..<end])])
            }
            #expect(error?.code == .malformedForm)
        }
        #expect(try await ReadForm.parts([form]).count == 2)
    }

    @Test("An error is not followed by more parts, or by the end of the form")
    func sticky() async throws {
        let text = ReadForm.part("a", "1") + "--Bx\n" + ReadForm.part("b", "2") + "--B--"
        var parts = try MultipartBody.Reader(
            ClientResponse.Body(ReadForm.bytes(text)), contentType: ReadForm.type
        ).makeAsyncIterator()
        let part = try #require(try await parts.next())
        #expect(try await part.body.bytes() == Array("1".utf8))
        for _ in 0..<3 {
            await #expect(throws: RequestError.self) { try await parts.next() }
        }
    }

    @Test("The limits hold exactly, and name what is too large")
    func limits() async throws {
        let text = ReadForm.part("a", "12345") + ReadForm.part("b", "123456789") + "--B--"
        let size = ReadForm.bytes(text).count
        let head = ReadForm.bytes("\nContent-Disposition: form-data; name=\"a\"").count
        let cases: [(WritableKeyPath<MultipartBody.Reader.Limits, Int>, Int, String)] = [
            (\.parts, 2, "the form has more than 1 parts"),
            (\.headerBytes, head, "the header fields of part 1 are larger than \(head - 1) bytes"),
            (\.partBytes, 9, "part 2 is larger than 8 bytes"),
            (\.bytes, size, "the form is larger than \(size - 1) bytes"),
        ]
        for (limit, least, message) in cases {
            var limits = MultipartBody.Reader.Limits()
            limits[keyPath: limit] = least
            #expect(await fault(text, limits: limits) == nil, "\(message)")
            limits[keyPath: limit] = least - 1
            let error = await fault(text, limits: limits)
            #expect(error?.code == .formTooLarge, "\(message)")
            #expect(error?.message == message)
        }
        var limits = MultipartBody.Reader.Limits()
        limits.partBytes = 5
        limits.partBytesByName = ["b": 9]
        #expect(await fault(text, limits: limits) == nil)
        limits.partBytesByName = ["a": 4, "b": 9]
        #expect(await fault(text, limits: limits)?.message == "part 1 is larger than 4 bytes")
    }

    @Test("What exceeds a limit is refused when the limit is reached, and not at its end")
    func early() async throws {
        let endless: [(String, Int)] = [
            ("x", 64 << 20),  // preamble
            ("--B\nX: ", 16 << 10),
            ("--B ", 64 << 20),
            ("--B\nContent-Disposition: form-data; name=a\n\n", 64 << 20),
            ("--B--\n", 64 << 20),
        ]
        for (start, limit) in endless {
            let filler = [UInt8](
                repeating: ["--B ", "--B--\n"].contains(start) ? 0x20 : 0x78, count: 1 << 16)
            let count = ReadCount()
            let source = AsyncThrowingStream<[UInt8], any Error>(unfolding: {
                count.next() == 0 ? ReadForm.bytes(start) : filler
            })
            let error = await #expect(throws: RequestError.self) {
                for try await part in try MultipartBody.Reader(source, contentType: ReadForm.type) {
                    for try await _ in part.body {}
                }
            }
            #expect(error?.code == .formTooLarge, "\(start)")
            #expect((count.value - 3) * filler.count <= limit, "\(start)")
        }
    }

    @Test(
        "Content of boundary-like text is read in linear time", .timeLimit(.minutes(10)),
        arguments: ["␍", "␍␊", "␍␊-", "␍␊--", "␍␊--BOUNDAR", "--BOUNDARY", "␊--BOUNDARY--"])
    func boundaryLike(_ text: String) async throws {
        let text = text.replacing("␍", with: "\r").replacing("␊", with: "\n")
        let start = "--BOUNDARY\r\nContent-Disposition: form-data; name=a\r\n\r\nx"
        for (count, size) in [(4 << 20, 1 << 16), (1 << 14, 1)] {
            let content = Array(String(repeating: text, count: count / text.utf8.count).utf8)
            let form = Array(start.utf8) + content + Array("\r\n--BOUNDARY--".utf8)
            let reader = try MultipartBody.Reader(
                Chunks(form, size: size), contentType: "multipart/form-data; boundary=BOUNDARY")
            var found = 0
            for try await part in reader {
                for try await chunk in part.body { found += chunk.count }
            }
            #expect(found == content.count + 1)
        }
    }

    @Test("Random damage of a form is read or refused, and never traps or hangs")
    func damage() async throws {
        let seed = Seeded.drawnSeed()
        var random = Seeded(seed)
        let form = ReadForm.bytes(
            ReadForm.part("a", "1\n--\n") + ReadForm.part("b\"; filename=\"c", "") + "--B--\n")
        let bits = ReadForm.bytes("\n--B\n:;=\"\\ ").map { [$0] } + [[], [0], [0xFF]]
        var refused = 0
        for _ in 0..<3000 {
            var damaged = form
            for _ in 0...random.below(3) {
                let index = random.below(damaged.count)
                damaged.replaceSubrange(index..<index + random.below(2), with: random.pick(bits))
            }
            let cut = random.below(damaged.count)
            do {
                _ = try await ReadForm.parts([Array(damaged[..<cut]), Array(damaged[cut...])])
            } catch let error as RequestError {
                #expect(error.code == .malformedForm, "seed \(seed): \(error)")
                refused += 1
            }
        }
        #expect(refused > 300, "seed \(seed)")
    }
}
