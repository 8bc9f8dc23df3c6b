// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer

@Suite("Negotiation of a server")
struct NegotiationTests {
    private let negotiation = ResourceService.Negotiation(
        extensions: ["urn:e"], profiles: ["urn:p"])
    private let name = "application/vnd.api+json"

    private func status(_ body: () throws(ErrorResponse) -> HTTPMediaType) -> (Int, String?) {
        do throws(ErrorResponse) {
            _ = try body()
            return (200, nil)
        } catch {
            return (error.status.code, error.errors.first?.header)
        }
    }

    @Test(
        "A request is refused with 415 for other types, other parameters and unknown extensions",
        arguments: [
            ("", 200), ("; ext=\"urn:e\"", 200), ("; profile=\"urn:unknown\"", 200),
            ("; charset=utf-8", 415), ("; ext=\"urn:e urn:f\"", 415), ("x", 415), ("; q=1", 415),
        ])
    func contentType(suffix: String, expected: Int) {
        let (code, header) = status { () throws(ErrorResponse) in
            try negotiation.requestType(in: [.contentType: name + suffix])
        }
        #expect(code == expected)
        #expect(header == (expected == 415 ? "Content-Type" : nil))
    }

    @Test(
        "T71 A document that is compressed is refused with 415, in whatever way",
        arguments: [
            ("gzip", 415), ("br", 415), ("x-unknown", 415), ("GZIP", 415), ("identity, gzip", 415),
            ("gzip, gzip", 415), ("deflate", 415), ("zstd", 415), ("identity", 200), ("", 200),
            (" Identity ", 200),
        ])
    func contentEncoding(coding: String, expected: Int) async throws {
        let headers: HTTPFields = [.contentType: name, .contentEncoding: coding]
        let (code, header) = status { () throws(ErrorResponse) in
            try negotiation.requestType(in: headers)
        }
        #expect(code == expected)
        #expect(header == (expected == 415 ? "Content-Encoding" : nil))
        // What the service would make of the body does not matter.
        for document in ["\u{1F}\u{8B}", #"{"data":{"type":"artists","attributes":{"name":"x"}}}"#]
        {
            let reply = try await Music.service().send(.post, "/artists", document, headers)
            #expect((reply.status == 415) == (expected == 415))
            #expect((reply.headers[.acceptEncoding] == "identity") == (expected == 415))
        }
    }

    @Test("A request without a media type, or of another, is refused")
    func otherTypes() {
        for headers: HTTPFields in [
            [:], [.contentType: "application/json"], [.contentType: "text/html"],
            [.contentType: ";;;"],
        ] {
            #expect(
                status { () throws(ErrorResponse) in try negotiation.requestType(in: headers) }.0
                    == 415)
        }
    }

    @Test(
        "A response is refused with 406 only when no instance of the media type will do",
        arguments: [
            ("application/vnd.api+json", 200), ("*/*", 200), ("application/*", 200), ("", 200),
            ("application/vnd.api+json; charset=utf-8", 406),
            ("application/vnd.api+json; charset=utf-8, */*", 406),
            ("application/vnd.api+json; charset=utf-8, application/vnd.api+json", 200),
            ("application/vnd.api+json; ext=\"urn:x\"", 406),
            ("application/vnd.api+json; ext=\"urn:x\", application/vnd.api+json; a=b", 406),
            ("application/vnd.api+json; ext=\"urn:e urn:x\"", 406),
            ("application/vnd.api+json; ext=\"urn:e\"", 200),
            ("application/vnd.api+json; profile=\"urn:x\"", 200),
            ("application/vnd.api+json; q=0", 406), ("text/html", 406), ("text/html, */*;q=0", 406),
            ("text/html, */*;q=0.1", 200), ("APPLICATION/VND.API+JSON", 200),
        ])
    func accept(value: String, expected: Int) {
        let headers: HTTPFields = value.isEmpty ? [:] : [.accept: value]
        let (code, header) = status { () throws(ErrorResponse) in
            try negotiation.responseType(for: headers)
        }
        #expect(code == expected)
        #expect(header == (expected == 406 ? "Accept" : nil))
    }

    @Test("The response is of the type the client likes best, without unknown profiles")
    func best() throws {
        let type = try negotiation.responseType(for: [
            .accept:
                "\(name);q=0.5, \(name); ext=\"urn:e\"; profile=\"urn:p urn:q\", \(name); ext=\"urn:z\""
        ])
        #expect(type == .jsonAPI(ext: ["urn:e"], profile: ["urn:p"]))
    }
}

@Suite("Refusals")
struct ErrorResponseTests {
    private func refusal(_ statuses: Int...) -> ErrorResponse {
        ErrorResponse(statuses.map { APIError(status: $0, title: "x") })
    }

    @Test("The status of several errors is the most general one that is true")
    func generalStatus() {
        #expect(refusal(422).status.code == 422)
        #expect(refusal(422, 422).status.code == 422)
        #expect(refusal(422, 403).status.code == 400)
        #expect(refusal(503, 503).status.code == 503)
        #expect(refusal(503, 500).status.code == 500)
        #expect(refusal(422, 503).status.code == 500)
        #expect(refusal().status.code == 500)
        #expect(refusal(200).status.code == 500)
        #expect(ErrorResponse(APIError(.null)).status.code == 500)
    }

    @Test("An error document keeps the rules and says where")
    func document() throws {
        let refusal = ErrorResponse(
            APIError(
                status: 422, title: "Too long", detail: "at most 3", code: "long",
                source: .pointer("/data/attributes/title"), meta: ["limit": 3]))
        let json = try JSON(parsing: refusal.documentBytes)
        #expect(try Validator(profile: .response).findings(in: json).isEmpty)
        let error = refusal.errors[0]
        #expect(error.pointer == "/data/attributes/title")
        #expect(
            (error.status, error.title, error.detail, error.code) == (
                "422", "Too long", "at most 3", "long"
            ))
        #expect(error.meta?["limit"] == 3)
    }

    private func answer(_ text: String, limit: Int = 1000) -> ErrorResponse? {
        var options = DocumentOptions()
        options.limits.maximumSize = limit
        do throws(DocumentError) {
            _ = try Document<AnyResource>(parsing: text, options: options)
            return nil
        } catch {
            return ErrorResponse(error)
        }
    }

    @Test("Faults of a request become 4xx with the place, faults of the service tell nothing")
    func fromErrors() throws {
        #expect(answer("{\"data\": ")?.status.code == 400)
        let shape = try #require(answer(#"{"data": {"type": 1}}"#))
        #expect(shape.status.code == 400)
        #expect(shape.errors[0].pointer == "/data/type")
        #expect(answer(#"{"data": null}"#, limit: 5)?.status.code == 413)
        // No size: a client that sends it again with less in it is refused again.
        let nested = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        let deep = try #require(
            answer(#"{"data": null, "meta": {"x": \#(nested)}}"#, limit: 10_000))
        #expect(deep.status.code == 400)
        #expect(deep.errors[0].pointer?.hasPrefix("/meta/x/0/0") == true)
        let json = try JSON(parsing: #"{"year": "x"}"#)
        do throws(JSONError) {
            _ = try json["year"].vox.value(as: Int.self)
            Issue.record("it must throw")
        } catch {
            #expect(ErrorResponse(error).status.code == 422)
            #expect(ErrorResponse(error).errors[0].pointer == "/year")
        }
        struct Secret: Error { let password = "hunter2" }
        for (error, status) in [(StoreError.exists, 409), (.missing, 404), (.stale, 412)] {
            #expect(ErrorResponse(error).status.code == status)
        }
        let hidden = ErrorResponse(Secret())
        #expect(hidden.status.code == 500)
        #expect(!String(decoding: hidden.documentBytes, as: UTF8.self).contains("hunter2"))
        #expect(ErrorResponse(RequestError(code: .timeout, message: "token=1")).status.code == 504)
        #expect(ErrorResponse(RequestError(code: .status, message: "token=1")).status.code == 502)
        #expect(ErrorResponse(APIError(status: 409, title: "x")).status.code == 409)
    }
}
