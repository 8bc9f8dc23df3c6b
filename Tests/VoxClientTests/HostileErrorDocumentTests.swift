// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// Error documents that are made to cost much more than one would think.
@Suite("Error documents of 100,000 errors")
struct HostileErrorDocumentTests {
    private static let count = 100_000

    private static let text: String = {
        let errors = (0..<count).map {
            #"{"status":"422","title":"No such year \#($0)","source":{"pointer":"/data/attributes/year"}}"#
        }
        return #"{"errors":[\#(errors.joined(separator: ","))]}"#
    }()

    private func error(_ body: String, _ status: Int) async throws -> RequestError {
        let script = Script { request, _ in .document(body, status, of: request) }
        let albums = DataSource<Album>(.path("albums"), client: try script.api())
        let request = albums.fetch(id: "1").header(.authorization, "Bearer s3cret")
            .query("access_token", "s3cret")
        return try #require(await requestError { _ = try await request.result() })
    }

    @Test(
        "T33 Of 100,000 errors the first 1,000 are read, the body is kept in part, and the description is short",
        arguments: [200, 422])
    func manyErrors(status: Int) async throws {
        let error = try await error(Self.text, status)
        #expect(error.errors.count == 1000)
        #expect(error.errors.last?.title == "No such year 999")
        #expect(error.body.count == 65536)
        let text = error.description
        #expect(text.contains("No such year 0") && !text.contains("s3cret"))
        #expect(text.unicodeScalars.count <= 4096)
        // A program that wants all of them reads the document itself.
        let options = DocumentOptions(keepsErrors: true)
        let document = try Document<Album>(parsing: Self.text, options: options)
        #expect(document.json["errors"].vox.elements.count == Self.count)
    }

    @Test("T33 A body of 20 MB that is no document is described in a line")
    func largePage() async throws {
        let page = "<html>" + String(repeating: "a", count: 20_000_000)
        let error = try await error(page, 500)
        #expect(error.code == .server && error.errors.isEmpty)
        #expect(error.description.unicodeScalars.count <= 4096)
        #expect(!error.description.contains("s3cret") && !error.description.contains("aaaa"))
    }

    @Test("T33 A document that reports 100,000 errors throws the first 1,000")
    func parsing() throws {
        let error = try #require(throws: DocumentError.self) {
            try Document<Album>(parsing: Self.text)
        }
        #expect(error.code == .api && error.errors.count == 1000)
        #expect(error.description.unicodeScalars.count <= 4096)
    }
}
