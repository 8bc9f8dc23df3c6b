// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer

/// Extensions and profiles of a program's own, from the request to the document.
@Suite("Extensions and profiles")
struct ExtensionTests {
    private static let bulk = Validator.Extension(
        extension: "https://example.com/bulk", namespace: "bulk"
    ) { document in
        let data = document["bulk:data"] as JSON
        return data.vox.kind == .array
            ? [] : [Validator.Finding("must be a list", at: data, severity: .warning)]
    }
    private static let timestamps = Validator.Extension(profile: "https://example.com/timestamps")

    @Test("MW-137 The header fields name extensions and profiles, and the document what applies")
    func applied() async throws {
        let text = #"{"data":[],"bulk:data":[]}"#
        let script = Script { request, number in
            .document(
                text, 200,
                [
                    .contentType: number == 0
                        ? #"application/vnd.api+json; ext="https://example.com/bulk"; profile="https://example.com/timestamps https://example.com/other""#
                        : #"application/vnd.api+json; ext="https://example.com/bulk""#
                ], of: request)
        }
        var api = try script.api()
        api.options.apply(Self.bulk)
        api.options.apply(Self.timestamps)
        let first = try await api.fetch("notes", as: [AnyResource].self).result()
        #expect(first.vox.extensions == ["https://example.com/bulk"])
        #expect(
            first.vox.profiles
                == ["https://example.com/timestamps", "https://example.com/other"])
        #expect(Self.bulk.member("data", of: first.json).vox.kind == .array)
        #expect(
            script.requests[0].headers[.accept]
                == #"application/vnd.api+json; ext="https://example.com/bulk"; profile="https://example.com/timestamps""#
        )
        let second = try await api.fetch("notes", as: [AnyResource].self).result()
        #expect(second.vox.profiles.isEmpty)
        let local = try Document<[AnyResource]>(parsing: text)
        #expect(local.vox.extensions.isEmpty && local.vox.profiles.isEmpty)
    }

    @Test("MW-137 A response without a required extension is refused, one without a profile not")
    func missing() async throws {
        let script = Script { request, _ in .document(#"{"data":[]}"#, of: request) }
        var api = try script.api()
        api.options.apply(Self.timestamps)
        _ = try await api.fetch("notes", as: [AnyResource].self).result()
        api.options.apply(Self.bulk)
        let error = await requestError {
            _ = try await api.fetch("notes", as: [AnyResource].self).result()
        }
        #expect(error?.code == .unsupportedExtension)
    }

    @Test("MW-137 A service refuses an extension that it does not support, and ignores a profile")
    func service() async throws {
        var service = ResourceService(
            serving: MemoryStore([StoredResource(type: "notes", id: "1")]))
        var api = try APIClient("https://x.example", transport: service)
        api.options.apply(Self.timestamps)
        let ignored = try await api.fetch("notes", as: [AnyResource].self).result()
        #expect(ignored.vox.profiles.isEmpty)
        service.negotiation.profiles.insert(Self.timestamps.uri)
        api.transport = service
        let applied = try await api.fetch("notes", as: [AnyResource].self).result()
        #expect(applied.vox.profiles == [Self.timestamps.uri])
        api.options.apply(Self.bulk)
        let error = await requestError {
            _ = try await api.fetch("notes", as: [AnyResource].self).result()
        }
        #expect(error?.code == .notAcceptable)
    }

    @Test("MW-137 The rules of an extension are checked behind those of JSON:API")
    func findings() throws {
        let good = try JSON(parsing: #"{"data":[],"bulk:data":[]}"#)
        #expect(try Self.bulk.findings(in: good).isEmpty)
        #expect(try !Validator().findings(in: good).isEmpty)
        let bad = try JSON(parsing: #"{"data":{"type":"a","id":1},"bulk:data":{}}"#)
        let findings = try Self.bulk.findings(in: bad, by: Validator(profile: .response))
        #expect(findings.map(\.code) == ["JA-016", "own"])
        #expect(findings.last?.pointer == "/bulk:data" && findings.last?.severity == .warning)
        #expect(findings.last?.position.column == 41)
    }

    @Test("MW-137 A document and its media type that disagree are told")
    func disagreements() throws {
        let document = try Document<AnyResource>(
            parsing: #"{"data":null,"jsonapi":{"ext":["b","a"],"profile":["p"]}}"#)
        let agreeing = HTTPMediaType.jsonAPI(ext: ["a", "b"], profile: ["p"])
        #expect(document.disagreements(with: agreeing).isEmpty)
        #expect(
            document.disagreements(with: .jsonAPI).map(\.pointer)
                == ["/jsonapi/ext", "/jsonapi/profile"])
        let silent = try Document<AnyResource>(parsing: #"{"data":null}"#)
        #expect(silent.disagreements(with: agreeing).isEmpty)
    }
}
