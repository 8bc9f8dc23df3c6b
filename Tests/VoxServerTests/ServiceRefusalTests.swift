// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer

/// Every refusal names what was wrong, and its place in the request.
@Suite("The words and the places of refusals")
struct ServiceRefusalTests {
    private struct Person: ResourceSchema {
        static let type = "people"
        let name = Attribute<String>("name")
    }

    private struct Note: ResourceSchema {
        static let type = "notes"
        let text = Attribute<String>("text").required()
        let n = Attribute<Int>("n")
        let stamp = Attribute<String>("stamp").readOnly()
        let code = Attribute<String>("code").writeOnce()
        let owner = ToOne<Person>("owner")
        let readers = ToMany<Person>("readers")
    }

    private var service: ResourceService {
        let store = MemoryStore([
            StoredResource(
                type: "notes", id: "1", attributes: ["text": "a", "n": 1, "code": "c"],
                relationships: ["owner": .one(nil), "readers": .many([])]),
            StoredResource(type: "people", id: "1", attributes: ["name": "b"]),
        ])
        var notes = ServedType(Note.self)
        notes.allowsReplacement = false
        var people = ServedType(Person.self)
        people.acceptsClientIDs = false
        var service = ResourceService([notes, people], store: store)
        service.operationsPath = "operations"
        service.maximumBodySize = 4096
        service.maximumOperations = 2
        return service
    }

    private static let jsonAPI = "application/vnd.api+json"

    /// A request with its status, the place of the error, and a part of its detail.
    private struct Refused {
        var method: HTTPRequest.Method = .get
        var target: String
        var body: String?
        var headers: HTTPFields = [:]
        var status = 400
        /// A pointer, the name of a parameter or of a header field; nil if the error has no source.
        var place: String?
        let words: String
    }

    private func check(_ refusals: [Refused]) async throws {
        for refusal in refusals {
            var headers = refusal.headers
            if refusal.body != nil, headers[.contentType] == nil {
                headers[.contentType] =
                    refusal.target.hasPrefix("/operations") ? Atomic.mediaType : Self.jsonAPI
            }
            let reply = try await service.send(
                refusal.method, refusal.target, refusal.body, headers)
            let name: Comment =
                "\(refusal.method) \(refusal.target) \(refusal.body ?? "") \(headers)"
            #expect(reply.status == refusal.status, name)
            let error = reply.json.errors[0]
            let source = error.source
            let place: String? = source.pointer ?? source.parameter ?? source.header
            #expect(place == refusal.place, name)
            let detail: String = error.detail ?? ""
            #expect(detail.contains(refusal.words), name)
            #expect(error.title.vox.kind == .string, name)
        }
    }

    @Test("Addresses, methods and negotiation")
    func addresses() async throws {
        try await check([
            Refused(
                target: "/nothing", status: 404, words: "the type \"nothing\" does not exist"),
            Refused(
                target: "/notes/1/a/b/c", status: 404, words: "the service has no such address"),
            Refused(target: "/notes/%zz", status: 404, words: "the service has no such address"),
            Refused(
                target: "/notes/%00", status: 404, words: "no resource can have the id"),
            Refused(target: "/notes/9", status: 404, words: "the resource does not exist"),
            Refused(
                target: "/notes/1/nothing", status: 404,
                words: "notes has no relationship \"nothing\""),
            Refused(
                target: "/notes/1/relationships/nothing", status: 404,
                words: "notes has no relationship \"nothing\""),
            Refused(
                method: .put, target: "/notes/1", status: 405,
                words: "does not support PUT, only GET, HEAD, PATCH, DELETE"),
            Refused(
                target: "/notes", headers: [.accept: "text/html"], status: 406, place: "Accept",
                words: "Accept must allow application/vnd.api+json"),
            Refused(
                target: "/notes", headers: [.accept: #"\#(Self.jsonAPI); ext="x:y""#], status: 406,
                place: "Accept", words: "without unsupported parameters"),
        ])
    }

    @Test("Parameters")
    func parameters() async throws {
        try await check([
            Refused(target: "/notes?fooBar=1", place: "fooBar", words: "is not supported"),
            Refused(target: "/notes?%zz=1", words: "invalid percent encoding"),
            Refused(
                target: "/notes?include=nothing", place: "include",
                words: "notes has no relationship path \"nothing\""),
            Refused(
                target: "/notes?fields=text", place: "fields",
                words: "the name of the parameter \"fields\" has the wrong form"),
            Refused(
                target: "/notes?sort=nothing", place: "sort",
                words: "notes cannot be sorted by \"nothing\""),
            Refused(
                target: "/notes?sort=n,n", place: "sort",
                words: "the field \"n\" occurs more than once"),
            Refused(
                target: "/notes?sort=n&sort=text", place: "sort", words: "occurs more than once"),
            Refused(
                target: "/notes?sort=n,,text", place: "sort",
                words: "not a list of names separated by commas"),
            Refused(
                target: "/notes?filter[nothing]=1", place: "filter[nothing]",
                words: "notes cannot be filtered by \"nothing\""),
            Refused(
                target: "/notes?filter[n]=x", place: "filter[n]",
                words: "\"x\" is not a value of \"n\""),
            Refused(
                target: "/notes?filter[owner.nothing]=x", place: "filter[owner.nothing]",
                words: "people cannot be filtered by \"nothing\""),
            Refused(
                target: "/notes?page[size]=x", place: "page[size]",
                words: "must be a number from 0 to 1000"),
            Refused(
                target: "/notes?page[size]=1001", place: "page[size]",
                words: "must be a number from 0 to 1000"),
            Refused(
                target: "/notes?page[offset]=-1", place: "page[offset]", words: "must be a number"),
            Refused(
                target: "/notes?page[start]=1", place: "page[start]",
                words: "must be number and size, offset and limit"),
            Refused(
                target: "/notes?page[size]=1&page[limit]=1", place: "page[limit]",
                words: "must be number and size, offset and limit"),
            Refused(
                target: "/notes?page[cursor]=x", place: "page[cursor]",
                words: "the cursor is invalid"),
            Refused(
                target: "/notes?page[after]=x", place: "page[after]",
                words: "must be a cursor that the server returned for this list"),
            Refused(
                target: "/notes?page[after]=x&page[number]=1", place: "page[number]",
                words: "can be combined only with page[size]"),
            Refused(
                target: "/notes/1?page[size]=1", place: "page[size]",
                words: "the response is not a list"),
            Refused(
                target: "/notes/1/owner?sort=name", place: "sort",
                words: "the response is not a list"),
            Refused(
                target: "/notes/1/relationships/readers?include=owner", place: "include",
                words: "the path \"owner\" does not begin with the relationship"),
            Refused(
                target: "/notes/1/relationships/readers?sort=name", place: "sort",
                words: "linkage cannot be sorted or filtered"),
            Refused(
                method: .delete, target: "/notes/1?include=owner", place: "include",
                words: "the response has no document"),
        ])
    }

    private static func note(_ members: String) -> String {
        #"{"data":{"type":"notes",\#(members)}}"#
    }

    @Test("Documents")
    func documents() async throws {
        let note = Self.note(#""attributes":{"text":"x"}"#)
        func refusal(
            _ members: String, _ status: Int, _ place: String, _ words: String,
            _ method: HTTPRequest.Method = .post
        ) -> Refused {
            Refused(
                method: method, target: method == .post ? "/notes" : "/notes/1",
                body: Self.note(members), status: status, place: place, words: words)
        }
        try await check([
            Refused(method: .post, target: "/notes", words: "the request has no document"),
            Refused(
                method: .post, target: "/notes", body: note,
                headers: [.contentType: "application/json"], status: 415, place: "Content-Type",
                words: "the media type of the document must be application/vnd.api+json"),
            Refused(
                method: .post, target: "/notes", body: note,
                headers: [.contentType: "\(Self.jsonAPI); charset=utf-8"], status: 415,
                place: "Content-Type", words: "has the parameter \"charset\""),
            Refused(
                method: .post, target: "/notes", body: note,
                headers: [.contentType: #"\#(Self.jsonAPI); ext="x:y""#], status: 415,
                place: "Content-Type", words: "the extension \"x:y\" is not supported"),
            Refused(
                method: .post, target: "/notes", body: note,
                headers: [.contentType: Self.jsonAPI, .contentEncoding: "gzip"], status: 415,
                place: "Content-Encoding", words: "must not be compressed"),
            Refused(
                method: .post, target: "/notes", body: String(repeating: " ", count: 4097),
                status: 413, words: "the document is larger than 4096 bytes"),
            Refused(
                method: .post, target: "/notes", body: #"{"data":"#, place: "",
                words: "line 1"),
            refusal(#""id":1"#, 400, "/data/id", "string"),
            Refused(
                method: .post, target: "/notes", body: #"{"data":{"type":"people"}}"#, status: 409,
                place: "/data/type", words: "the type must be notes"),
            refusal(
                #""id":"1","attributes":{"text":"x"}"#, 409, "/data/id",
                "a resource with this type and id already exists"),
            refusal(
                #""id":"\#(String(repeating: "x", count: 257))","attributes":{"text":"x"}"#, 422,
                "/data/id", "at most 256 bytes"),
            refusal(
                #""attributes":{"n":1}"#, 422, "/data/attributes",
                #"the attribute "text" is required"#),
            refusal(
                #""attributes":{"text":"x","n":"y"}"#, 422, "/data/attributes/n",
                "expected an integer, found a string"),
            refusal(
                #""attributes":{"text":"x","m":1}"#, 422, "/data/attributes/m",
                "notes has no such attribute"),
            refusal(
                #""attributes":{"text":"x","stamp":"y"}"#, 403, "/data/attributes/stamp",
                "the attribute is read-only"),
            refusal(
                #""attributes":{"text":"x"},"relationships":{"a":{"data":null}}"#, 422,
                "/data/relationships/a", "notes has no such relationship"),
            refusal(
                #""attributes":{"text":"x"},"relationships":{"owner":{"data":{"type":"notes","id":"1"}}}"#,
                422, "/data/relationships/owner/data/type",
                "expected a resource of type \"people\", found one of type \"notes\""),
            refusal(
                #""attributes":{"text":"x"},"relationships":{"owner":{"data":[]}}"#, 422,
                "/data/relationships/owner/data", "expected one resource identifier"),
            refusal(
                #""attributes":{"text":"x"},"relationships":{"owner":{"data":{"type":"people","id":"9"}}}"#,
                404, "/data/relationships/owner/data", "the related resource does not exist"),
            refusal(
                #""id":"2""#, 409, "/data/id", "the id differs from the id of the target", .patch),
            refusal(
                #""id":"1","attributes":{"code":"d"}"#, 403, "/data/attributes/code",
                "the attribute is write-once", .patch),
            refusal(
                #""id":"1","relationships":{"readers":{"data":[]}}"#, 403,
                "/data/relationships/readers", "cannot be replaced", .patch),
            Refused(
                method: .post, target: "/people",
                body: #"{"data":{"type":"people","id":"2","attributes":{}}}"#, status: 403,
                place: "/data/id", words: "the server assigns ids; omit the id"),
            Refused(
                method: .patch, target: "/notes/1", body: Self.note(#""id":"1""#),
                headers: [.ifMatch: "\"x\""], status: 412, place: "If-Match",
                words: "the condition in If-Match is false"),
            Refused(
                method: .delete, target: "/notes/1", headers: [.ifNoneMatch: "*"], status: 412,
                place: "If-None-Match", words: "the condition in If-None-Match is false"),
        ])
    }

    @Test("Operations")
    func operations() async throws {
        func refusal(
            _ operation: String, _ place: String, _ words: String, _ status: Int = 400
        ) -> Refused {
            Refused(
                method: .post, target: "/operations",
                body: #"{"atomic:operations":[\#(operation)]}"#, status: status,
                place: "/atomic:operations\(place)", words: words)
        }
        try await check([
            Refused(
                method: .post, target: "/operations", body: "{}", place: "",
                words: "the document has no \"atomic:operations\""),
            Refused(
                method: .post, target: "/operations", body: "[]", place: "",
                words: "the document must be an object"),
            Refused(
                method: .post, target: "/operations", body: "{}",
                headers: [.contentType: Self.jsonAPI], status: 415, place: "Content-Type",
                words: "the media type of the document must have the extension"),
            refusal("", "", "at least one operation"),
            refusal("1,2,3", "", "at most 2 operations", 413),
            refusal("1", "/0", "an operation must be an object"),
            refusal(#"{"op":"put"}"#, "/0/op", "the op must be \"add\", \"update\" or \"remove\""),
            refusal(#"{"op":"add"}"#, "/0", "the data must be a resource object"),
            refusal(#"{"op":"remove"}"#, "/0", "a removal must have a ref or an href"),
            refusal(
                #"{"op":"remove","ref":{"type":"notes"}}"#, "/0/ref",
                "the ref must have an id or a lid"),
            refusal(
                #"{"op":"remove","ref":{"type":"notes","id":"1"},"href":"/notes/1"}"#, "/0/href",
                "must not have both ref and href"),
            refusal(
                #"{"op":"remove","ref":{"type":"nothing","id":"1"}}"#, "/0/ref/type",
                "the type \"nothing\" does not exist", 404),
            refusal(
                #"{"op":"remove","ref":{"type":"notes","id":"9"}}"#, "/0/ref",
                "the resource does not exist", 404),
            refusal(
                #"{"op":"remove","href":"/notes"}"#, "/0/href", "the href must lead to a resource"),
            refusal(
                #"{"op":"remove","href":"http://other.example/notes/1"}"#, "/0/href",
                "the href must be an address of this service"),
            refusal(
                #"{"op":"update","ref":{"type":"notes","id":"1","relationship":"a"},"data":null}"#,
                "/0/ref/relationship", "notes has no relationship \"a\"", 404),
            refusal(
                #"{"op":"add","ref":{"type":"notes","id":"1","relationship":"owner"},"data":null}"#,
                "/0/op", "a to-one relationship supports only the op \"update\""),
            refusal(
                #"{"op":"remove","ref":{"type":"notes","lid":"a"}}"#, "/0/ref/lid",
                "no earlier operation creates a resource with this lid"),
            refusal(
                #"{"op":"add","data":{"type":"notes","lid":"a","attributes":{"text":"x"}}},{"op":"add","data":{"type":"notes","lid":"a"}}"#,
                "/1/data/lid", "an earlier operation has the same lid"),
            refusal(
                #"{"op":"add","data":{"type":"notes","attributes":{"text":1}}}"#,
                "/0/data/attributes/text", "expected a string", 422),
        ])
    }

    @Test("Hosts and targets")
    func hosts() throws {
        let base = ResourceService.Address.base(try HTTPURL("https://music.example"))
        let cases: [(ResourceService.Address, [String], String, words: String, isOfHost: Bool)] = [
            (.loopback, [], "/", "Host is missing", true),
            (.loopback, ["a", "b"], "/", "Host occurs more than once", true),
            (.loopback, ["a b"], "/", "Host is malformed", true),
            (.loopback, ["a"], "/", "the server does not serve the host \"a\"", true),
            (.hosts("b"), ["a"], "/", "the server does not serve the host \"a\"", true),
            (.loopback, ["localhost"], "http://u@b/", "the host of the request target", false),
            (.loopback, ["localhost"], "http:///x", "the host of the request target", false),
            (.loopback, ["localhost"], "http://b/", "does not serve the host \"b\"", false),
            (base, ["localhost"], "http://b/", "does not serve the host \"b\"", false),
            (.loopback, ["localhost"], "/#x", "the request target has a fragment", false),
            (.loopback, ["localhost"], "*", "the request target must be a path", false),
        ]
        for (address, hosts, target, words, isOfHost) in cases {
            let error = #expect(throws: ErrorResponse.self) {
                try address.url(hosts: hosts, target: target)
            }
            let detail = error?.errors.first?.detail ?? ""
            #expect(detail.contains(words), "\(hosts) \(target): \(detail)")
            #expect((error?.errors.first?.header == "Host") == isOfHost, "\(hosts) \(target)")
        }
        #expect(throws: ErrorResponse.self) {
            try ResourceService.Address.check(hosts: ["localhost"], target: "http://u@b/")
        }
    }
}
