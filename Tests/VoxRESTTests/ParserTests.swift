// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import VoxREST
import VoxTesting

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("Answers that are not JSON")
struct ParserTests {
    private func form(_ text: String) throws -> JSON {
        try RESTOptions.Parser.form.parse(Array(text.utf8), headers: [:], options: JSON.Options())
    }

    @Test(
        "MW-122 A form is split before it is decoded.",
        arguments: [
            ("a=1&b=2", #"{"a":"1","b":"2"}"#), ("a=x%26y%3Dz&b=+%2B", #"{"a":"x&y=z","b":" +"}"#),
            ("a=1=2", #"{"a":"1=2"}"#), ("a=&b", #"{"a":"","b":""}"#), ("a=1&", #"{"a":"1"}"#),
            ("&&a=1", #"{"a":"1"}"#), ("", "{}"), ("a=1&a=2&a=3", #"{"a":["1","2","3"]}"#),
            ("%C3%A4=%F0%9F%8E%B5", #"{"ä":"🎵"}"#),
        ])
    func forms(text: String, json: String) throws {
        #expect(try form(text).vox.text() == json)
    }

    @Test("MW-122 A form with a broken encoding is refused.", arguments: ["a=%", "a=%2", "%zz=1"])
    func brokenForms(text: String) {
        #expect(throws: RequestError.self) { try form(text) }
    }

    private struct Token: ObjectSchema {
        let value = Attribute<String>("oauth_token")
        let name = Attribute<String>("screen_name")
    }

    @Test("MW-096 MW-122 Another parser of responses can be plugged in; it says what to accept.")
    func pluggedIn() async throws {
        let log = RequestLog()
        var options = RESTOptions()
        options.responseParser = RESTOptions.Parser.form
        let service = TransportFunction { request in
            request.answer(
                .ok, "oauth_token=a%26b&screen_name=Ada+L",
                [.contentType: "application/x-www-form-urlencoded; charset=utf-8"])
        }
        let api = try client(of: service.with(log), options)
        let token = try await api.post("token", as: TypedObject<Token>.self).result()
        #expect(token.value == "a&b" && token.name == "Ada L")
        #expect(log.requests[0].headers[.accept] == "application/x-www-form-urlencoded")
    }

    private struct Feed: Endpoint {
        typealias Content = [String]
        let path = "feed.xml"
        let acceptedTypes: [String]? = ["application/xml"]
        let keyPath: String? = "feed.title"

        func parse(_ body: [UInt8], headers: HTTPFields) throws -> JSON? {
            try ElementTree.json(of: body)
        }
    }

    @Test("MW-122 A function of the endpoint makes a tree of a response in XML.")
    func xml() async throws {
        let service = TransportFunction { request in
            request.answer(
                .ok, "<feed><title>a</title><title>b &amp; c</title><id>7</id></feed>",
                [.contentType: "application/xml"])
        }
        let titles = try await client(of: service).get(Feed()).result()
        #expect(titles == ["a", "b & c"])
    }

    @Test(
        "A response is read when its type is one that was asked for, whatever its case and parameters.",
        arguments: [
            (["application/json"], "application/json", true),
            (["application/json"], "\tApplication/JSON ; charset=utf-8", true),
            (["application/json"], "application/problem+json", true),
            (["application/json"], "application/jsonp", false),
            (["application/json"], "text/html; a=application/json", false),
            (["application/json"], "", false),
            (["Application/VND.music+json ; q=0.5", "text/*"], "application/vnd.music+json", true),
            (["Application/VND.music+json ; q=0.5", "text/*"], "text/plain;format=flowed", true),
            (["Application/VND.music+json ; q=0.5", "text/*"], "texts/plain", false),
            (["Application/VND.music+json ; q=0.5", "text/*"], "application/json", false),
            (["*/*"], "anything", true), ([], "application/json", false),
        ])
    func mediaTypes(accepted: [String], type: String, isRead: Bool) async throws {
        let service = TransportFunction { $0.answer(.ok, "[1]", [.contentType: type]) }
        let api = try client(of: service).with { $0.acceptedTypes = accepted }
        if isRead {
            #expect(try await api.get("x", as: [Int].self).result() == [1])
        } else {
            let error = try await #require(throws: RequestError.self) {
                _ = try await api.get("x", as: [Int].self).result()
            }
            #expect(error.code == .unexpectedContentType)
        }
    }

    @Test("The bytes of a response are to be had as they came, whatever its type.")
    func bytes() async throws {
        let log = RequestLog()
        let service = TransportFunction { request in
            switch request.url.path {
            case "/v1/none": request.answer(.noContent, "", [:])
            case "/v1/gone": request.answer(.gone, "no more", [.contentType: "text/plain"])
            default: request.answer(.ok, "<a/>", [.contentType: "application/xml", .eTag: "\"1\""])
            }
        }
        let api = try client(of: service.with(log))
        let xml = try await api.get("xml").bytes()
        #expect(xml.content == Array("<a/>".utf8) && xml.headers[.eTag] == "\"1\"")
        #expect(log.requests[0].headers[.accept] == "*/*")
        #expect(try await api.get("none").bytes().content.isEmpty)

        let error = try await #require(throws: RequestError.self) {
            _ = try await api.get("gone").bytes()
        }
        #expect(error.code == .gone && error.body == Array("no more".utf8))

        // Types that were named are asked for, and a limit holds.
        let narrow = try client(of: service.with(log)).with {
            $0.acceptedTypes = ["application/xml"]
            $0.maximumBody = 3
        }
        let large = try await #require(throws: RequestError.self) {
            _ = try await narrow.get("xml").bytes()
        }
        #expect(large.code == .responseTooLarge)
        #expect(log.requests.last?.headers[.accept] == "application/xml")
    }

    @Test(
        "Answers of a type that was not asked for are refused.",
        arguments: [
            ("text/html", false), ("application/json", true), ("Application/JSON; charset=x", true),
            ("application/problem+json", true), ("application/jsonp", false), ("", true),
        ])
    func types(type: String, isTaken: Bool) async throws {
        let service = TransportFunction { request in
            ClientResponse(
                head: HTTPResponse(
                    status: .ok, headerFields: type.isEmpty ? [:] : [.contentType: type]),
                url: request.url, body: ClientResponse.Body(Array("[]".utf8)))
        }
        let request = try client(of: service).get("x")
        if isTaken {
            try await request.result()
        } else {
            let error = try await #require(throws: RequestError.self) {
                _ = try await request.result()
            }
            #expect(error.code == .unexpectedContentType)
            #expect(error.message.contains("\(type), not application/json"))
            #expect(error.message.contains("bytes()"))
        }
    }
}

/// Makes JSON of XML, as far as the test needs it: elements become members, and several of a name a
/// list.
private final class ElementTree: NSObject, XMLParserDelegate {
    private var open: [(name: String, value: JSON, text: String)] = [("", [:], "")]

    static func json(of bytes: [UInt8]) throws -> JSON {
        let tree = ElementTree()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = tree
        guard parser.parse() else {
            throw RequestError(code: .document, message: "the response is no XML")
        }
        return tree.open[0].value
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String] = [:]
    ) {
        open.append((name, [:], ""))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        open[open.count - 1].text += text
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        let (name, children, text) = open.removeLast()
        let around = open[open.count - 1].value
        let value = children.vox.count == 0 ? JSON(stringLiteral: text) : children
        switch around[name].vox.kind {
        case .absent: around[name] = value
        case .array: try? around[name].vox.append(value)
        default:
            let first = around[name]
            around[name] = [first, value] as JSON
        }
    }
}
