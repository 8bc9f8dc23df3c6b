// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// What just fits into a form, its parts and its header fields.
@Suite("Limits of forms")
struct FormLimitTests {
    private func reason(
        _ text: String, type: String = ReadForm.type,
        limits: MultipartBody.Reader.Limits = MultipartBody.Reader.Limits()
    ) async -> String? {
        await requestError { _ = try await ReadForm.parts(text, type: type, limits: limits) }?
            .message
    }

    private func form(_ head: String, _ content: String = "1") -> String {
        "--B\n\(head)\n\n\(content)\n--B--"
    }

    private let named = "Content-Disposition: form-data; name=a"

    @Test("A form may have 1000 parts if nothing else is said")
    func parts() async throws {
        let part = ReadForm.part("a", "1")
        let most = String(repeating: part, count: 1000)
        #expect(try await ReadForm.parts(most + "--B--").count == 1000)
        #expect(await reason(most + part + "--B--") == "the form has more than 1000 parts")
    }

    @Test("The header fields of a part may have 16 KiB, and so may the spaces behind a boundary")
    func heads() async throws {
        let rest = "\(named)\nX: "
        let room = (16 << 10) - ReadForm.bytes("\n" + rest).count
        let x = String(repeating: "x", count: room)
        #expect(try await ReadForm.parts(form(rest + x)).count == 1)
        let message = "the header fields of part 1 are larger than 16384 bytes"
        #expect(await reason(form(rest + x + "x")) == message)
        for (count, fault) in [(16 << 10, nil), ((16 << 10) + 1, message)] as [(Int, String?)] {
            let spaces = String(repeating: " ", count: count)
            #expect(await reason("--B\(spaces)\n\(named)\n\n1\n--B--") == fault)
        }
    }

    @Test("A part may be as large as a form, 64 MiB, if nothing else is said")
    func sizes() {
        let limits = MultipartBody.Reader.Limits()
        #expect(limits.partBytes == 64 << 20 && limits.bytes == 64 << 20)
        #expect(limits.partBytesByName.isEmpty)
    }

    @Test("Parts of up to 16 KiB are copied together, and larger ones are sent as they are")
    func joined() async throws {
        for (count, chunks) in [(0, 1), (16 << 10, 1), ((16 << 10) + 1, 3)] {
            let bytes = [UInt8](repeating: 1, count: count)
            let body = try MultipartBody([.init("a", bytes, fileName: "b")]).body()
            #expect((body.bytes != nil) == (chunks == 1), "\(count)")
            var found = 0
            for try await chunk in try await body.open() { found += chunk.isEmpty ? 0 : 1 }
            #expect(found == chunks, "\(count)")
        }
    }

    @Test("A boundary has at most 70 characters, of those that are allowed")
    func boundaries() async throws {
        let longest = String(repeating: "b", count: 70)
        for boundary in [longest, "09AZaz'()+_,-./:=?", "a b", "x"] {
            let text = "--\(boundary)\n\(named)\n\n1\n--\(boundary)--"
            let type = "Multipart/Form-Data; boundary=\"\(boundary)\""
            #expect(try await ReadForm.parts(text, type: type).count == 1, "\(boundary)")
        }
        for boundary in ["a@b", "a[b", "a`b", "a{b", "a*b", "a;b", "a!b", "a\"b"] {
            let type = "multipart/form-data; boundary=\"\(boundary.replacing("\"", with: "\\\""))\""
            #expect(
                await reason("", type: type) == "the boundary has a character that is not allowed")
        }
    }

    @Test("A header field has at most 32 parameters")
    func parameters() async throws {
        let others = { (count: Int) in (0..<count).map { "; p\($0)=1" }.joined() }
        #expect(try await ReadForm.parts(form(named + others(31))).map(\.name) == ["a"])
        #expect(
            await reason(form(named + others(32)))
                == "the Content-Disposition of part 1 is malformed")
    }

    @Test("Of the control characters only tabs stand in the fields of a part")
    func controls() async throws {
        for byte in UInt8(0)..<128 where byte != 10 && byte != 13 {
            let text = form("\(named)\nX: a\(String(Unicode.Scalar(byte)))b")
            let isAllowed = byte == 9 || byte >= 32 && byte < 127
            let expected = isAllowed ? nil : "a header field of part 1 has a control character"
            #expect(await reason(text) == expected, "\(byte)")
        }
    }

    @Test("A line that begins with a space or a tab continues the one before")
    func folding() async throws {
        for blank in [" ", "\t"] {
            let text = form("Content-Disposition: form-data;\n\(blank)name=a;\n\(blank)filename=b")
            let part = try #require(try await ReadForm.parts(text).first)
            #expect(part.name == "a" && part.file == "b")
        }
    }

    @Test("Names are decoded where a browser has encoded them, and nowhere else")
    func names() async throws {
        for (text, name) in [
            ("a%22b", "a\"b"), ("%0D%0a", "\r\n"), ("%0d%0A", "\r\n"), ("%41", "%41"),
            ("%", "%"), ("%2", "%2"), ("%%22", "%\""), ("%222", "\"2"),
        ] {
            let parts = try await ReadForm.parts(
                form("Content-Disposition: form-data; name=\"\(text)\"; filename=\"\(text)\""))
            #expect(parts.map(\.name) == [name] && parts.map(\.file) == [name], "\(text)")
        }
    }

    @Test("The encodings that change nothing may be named")
    func encodings() async throws {
        for encoding in ["7bit", "8BIT", "Binary", ""] {
            let text = form("\(named)\nContent-Transfer-Encoding: \(encoding)")
            #expect(try await ReadForm.parts(text).count == 1, "\(encoding)")
        }
    }

    @Test("Parts of at most 16 KiB are sent together, larger ones by themselves")
    func segments() async throws {
        let small = MultipartBody([
            .init("a", [UInt8](repeating: 1, count: 16 << 10), fileName: "f")
        ])
        let together = try small.body()
        #expect(together.bytes != nil)
        let large = MultipartBody([
            .init("a", [UInt8](repeating: 1, count: (16 << 10) + 1), fileName: "f")
        ])
        let apart = try large.body()
        #expect(apart.bytes == nil)
        var sizes: [Int] = []
        for try await chunk in try await apart.open() { sizes.append(chunk.count) }
        #expect(sizes.count == 3 && sizes[1] == (16 << 10) + 1)
        #expect(apart.length == sizes.reduce(0, +))
        #expect(try await together.collected().count == apart.length.map { $0 - 1 })
    }

    @Test("The type of a part is that of its content, and of a file without one that of bytes")
    func types() async throws {
        let text = ClientRequest.Body([1])
        let typed = ClientRequest.Body([1], contentType: "a/b")
        let body = try MultipartBody([
            .init("a", text), .init("b", text, fileName: "f"), .init("c", typed),
            .init("d", typed, fileName: "f"), .init("e", [1], fileName: "f"), .init("f", "1"),
        ]).body()
        let parts = try await ReadForm.parts([body.bytes ?? []], type: body.contentType)
        let bytes = "application/octet-stream"
        #expect(parts.map(\.type) == [nil, bytes, "a/b", "a/b", bytes, nil])
        #expect(parts.map(\.file) == [nil, "f", nil, "f", "f", nil])
    }

    @Test("A form of fields encodes all but letters, digits and four marks; a space is a plus")
    func fields() {
        for byte in UInt8(32)..<127 {
            let text = String(Unicode.Scalar(byte))
            let isKept =
                byte == 42 || "-._".contains(text) || text.first?.isLetter == true
                || text.first?.isNumber == true
            let hex = "%" + String(byte, radix: 16, uppercase: true)
            let expected = byte == 32 ? "+" : isKept ? text : hex
            #expect(FormBody([.init("n", text)]).text == "n=" + expected, "\(byte)")
        }
        var form: FormBody = ["a": "1"]
        form.append("b c", "")
        #expect(form.text == "a=1&b+c=")
        #expect(form.body().contentType == "application/x-www-form-urlencoded")
    }
}
