// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import Vox

/// Error responses in other forms than that of JSON:API.
@Suite("Errors of other forms")
struct OtherErrorFormTests {
    /// The error of a request that the service refuses with a body.
    private func error(
        _ body: String, type: String = "application/json", status: Int = 422
    ) async throws -> RequestError {
        let script = Script { request, _ in
            .document(body, status, [.contentType: type], of: request)
        }
        let album = Resource<Album>()
        album.title = "S"
        album.artist = Resource<Artist>(id: "7")
        let albums = DataSource<Album>(.path("albums"), client: try script.api())
        return try #require(await requestError { try await albums.create(album).result() })
    }

    @Test(
        "MW-126 Every form gives its words",
        arguments: [
            (#"{"errors":["no such album"]}"#, ["no such album"]),
            (#"{"errors":["one","two"],"error_details":[{}]}"#, ["one", "two"]),
            (#"{"errors":"no such album"}"#, ["no such album"]),
            (
                #"{"errors":{"title":["is blank","is short"],"base":["is full"]}}"#,
                ["is full", "is blank", "is short"]
            ),
            (#"{"error":"no such album"}"#, ["no such album"]),
            (#"{"error":{"code":7,"message":"no such album"}}"#, ["no such album"]),
            (
                #"{"error":"invalid_grant","error_description":"the token is old"}"#,
                ["the token is old"]
            ),
            (#"{"message":"no such album"}"#, ["no such album"]),
            (#"{"errors":[{"message":"no such album","code":7}]}"#, ["no such album"]),
            (#"{"errors":[{"title":"T"},"two"]}"#, ["T", "two"]),
            (#"{"type":"https://x.example/e","title":"T","status":422,"detail":"D"}"#, ["D"]),
            (#"{"title":["is blank"]}"#, ["is blank"]),
            (#"{"detail":"not here"}"#, ["not here"]),
        ])
    func forms(body: String, words: [String]) async throws {
        let error = try await error(body)
        #expect(error.errors.map { $0.detail ?? $0.title ?? "" } == words)
        #expect(error.localizedDescription == words.joined(separator: "\n"))
        #expect(error.description.contains(words[0]) && error.description.contains("[see errors]"))
        #expect(error.code == .invalid && Array(error.body) == Array(body.utf8))
    }

    @Test("MW-126 Problem details keep their members, and the object of an error its code")
    func members() async throws {
        let problem = try await error(
            #"{"type":"https://x.example/e","title":"T","status":422,"detail":"D","instance":"/1"}"#,
            type: "application/problem+json")
        #expect(problem.errors.count == 1)
        #expect(problem.errors[0].title == "T" && problem.errors[0].status == "422")
        #expect(problem.errors[0].value["instance"] == "/1")
        let other = try await error(#"{"error":{"code":7,"message":"M","details":["x"]}}"#)
        #expect(other.errors[0].code == "7" && other.errors[0].value["details"] == ["x"])
    }

    @Test("MW-126 Plain text gives itself, and a page its title")
    func text() async throws {
        let plain = try await error("  no such album\n", type: "text/plain; charset=utf-8")
        #expect(plain.errors.map(\.detail) == ["no such album"])
        let page = "<!DOCTYPE html><html><head>\n<TITLE lang=en>\n 502 Bad &amp; Gateway </title>"
        let html = try await error(page, type: "text/html", status: 502)
        #expect(html.errors.map(\.detail) == ["502 Bad & Gateway"])
        #expect(html.localizedDescription == "502 Bad & Gateway")
        for (body, type) in [
            ("<html></html>", "text/html"), ("<title></title>", "text/html"), ("", "text/plain"),
            ("   ", "text/plain"), ("<title>x", "text/html"), ("<title", "text/html"),
            ("\u{0}\u{1}", "application/octet-stream"), ("{}", "application/json"),
            ("[]", "application/json"), (#"{"errors":[]}"#, "application/json"),
            (#"{"errors":[7,null]}"#, "application/json"), ("null", "application/json"),
        ] {
            let error = try await error(body, type: type)
            #expect(error.errors.compactMap(\.detail) == [], "\(body)")
            #expect(error.localizedDescription.contains("422"), "\(body)")
        }
    }

    @Test("MW-126 A hostile body of another form gives bounded words")
    func hostile() async throws {
        let long = String(repeating: "x", count: 1 << 20)
        let deep = String(repeating: "[", count: 100_000)
        for body in [#"{"errors":["\#(long)"]}"#, #"{"message":"\#(long)"}"#, long] {
            let error = try await error(
                body, type: body == long ? "text/plain" : "application/json")
            #expect(error.description.count <= 4096)
            #expect(error.localizedDescription.count <= 5000)
        }
        #expect(try await error(#"{"errors":{"a":\#(deep)"#).errors.isEmpty)
        let many = (0..<5000).map { #""f\#($0)":["no"]"# }.joined(separator: ",")
        #expect(try await error(#"{"errors":{\#(many)}}"#).errors.count == 1000)
        for count in [10, 11] {
            let words = (0..<count).map { "\"w\($0)\"" }.joined(separator: ",")
            let lines = try await error("{\"errors\":[\(words)]}").localizedDescription
            #expect(lines == (0..<10).map { "w\($0)" }.joined(separator: "\n"))
        }
    }

    @Test("MW-126 A program can say how its service reports errors")
    func own() async throws {
        let script = Script { request, _ in
            .document(#"{"fault":"no"}"#, 400, [.contentType: "application/json"], of: request)
        }
        var api = try script.api()
        api.options.errors = ValidationErrors.Decoder { body in
            guard let text = body.json?.fault as String? else { return nil }
            var errors = ValidationErrors()
            errors.add(text, to: "title")
            return errors
        }
        let client = api
        let error = try #require(
            await requestError { _ = try await client.fetch("x", as: [Album].self).result() })
        #expect(error.errors.map(\.detail) == ["no"])
        #expect(error.errors.map(\.pointer) == ["/title"])
    }

    @Test(
        "MW-126 An error is found by its field, however the pointer is written",
        arguments: [
            "/data/attributes/title", "/attributes/title", "/title", "title", "attributes.title",
            "data.attributes.title", "data/attributes/title", "#/data/attributes/title",
            "/data/title", "/data/relationships/title", "/data/0/attributes/title",
        ])
    func nearPointers(pointer: String) async throws {
        let error = try await error(
            #"{"errors":[{"title":"T","source":{"pointer":"\#(pointer)"}},{"title":"other"}]}"#)
        #expect(error.errors(at: \Album.title).map(\.title) == ["T"])
        #expect(error.errors(at: \Album.artist).isEmpty)
        let isExact = pointer == "/data/attributes/title"
        #expect(
            error.nearLocation(of: error.errors[0])
                == (isExact ? nil : .attribute("title", path: "")))
        #expect((error.location(of: error.errors[0]) != nil) == isExact)
        #expect(error.nearLocation(of: error.errors[1]) == nil)
    }

    /// A person whose names are written in another way than in Rails.
    private struct Person: ResourceSchema {
        static let type = "people"
        let firstName = Attribute<String>("first-name")
        let lastName = Attribute<String>("lastName")
        let plain = Attribute<String>("home-page")
        let exact = Attribute<String>("home_page")
        let bestFriend = ToOne<Person>("best-friend")
    }

    @Test("MW-126 An error is found by the name of Rails for a field with another spelling")
    func railsNames() async throws {
        let script = Script { request, _ in
            .document(
                #"{"errors":[{"detail":"F","source":{"pointer":"/data/attributes/first_name"}},{"detail":"L","source":{"pointer":"last_name"}},{"detail":"H","source":{"pointer":"/home_page"}},{"detail":"B","source":{"pointer":"/data/relationships/best_friend"}}]}"#,
                422, of: request)
        }
        let person = Resource<Person>()
        person.firstName = "a"
        person.lastName = "b"
        person.plain = "c"
        person.exact = "d"
        person.bestFriend = Resource<Person>(id: "1")
        let api = try script.api()
        let people = DataSource<Person>(.path("people"), client: api)
        let error = try #require(
            await requestError { _ = try await people.create(person).result() })
        #expect(error.errors(at: \Person.firstName).map(\.detail) == ["F"])
        #expect(error.errors(at: \Person.lastName).map(\.detail) == ["L"])
        #expect(error.errors(at: \Person.exact).map(\.detail) == ["H"])
        #expect(error.errors(at: \Person.plain).isEmpty, "another field has exactly this name")
        #expect(error.errors(at: \Person.bestFriend).map(\.detail) == ["B"])
        let near = error.errors.map { error.nearLocation(of: $0) }
        #expect(
            near == [
                .attribute("first-name", path: ""), .attribute("lastName", path: ""),
                .attribute("home_page", path: ""), .relationship("best-friend", path: ""),
            ])
        // The same in a unit of work.
        let refusing = Script.refusing(
            #"{"detail":"F","source":{"pointer":"/atomic:operations/0/data/attributes/first_name"}},{"detail":"B","source":{"pointer":"/atomic:operations/0/data/relationships/best_friend"}}"#
        )
        let unit = try refusing.api().atomic()
        unit.create(person)
        let failure = try #require(await requestError { try await unit.result() })
        #expect(failure.errors(at: \.firstName, of: person).map(\.detail) == ["F"])
        #expect(failure.errors(at: \.bestFriend, of: person).map(\.detail) == ["B"])
    }

    @Test(
        "MW-126 An error about a relationship is found below the attributes, and by the form of Rails"
    )
    func nearRelationships() async throws {
        let below = try await error(
            #"{"errors":[{"detail":"D","source":{"pointer":"/data/attributes/artist"}}]}"#)
        #expect(below.errors(at: \Album.artist).map(\.detail) == ["D"])
        #expect(
            below.nearLocation(of: below.errors[0]) == .relationship("artist", path: ""))
        let rails = try await error(#"{"errors":{"artist":["is unknown"],"title":["is blank"]}}"#)
        #expect(rails.errors(at: \Album.artist).map(\.detail) == ["is unknown"])
        #expect(rails.errors(at: \Album.title).map(\.detail) == ["is blank"])
        for pointer in [
            "/data", "/data/id", "/data/type", "", "/", "/data/attributes",
            "/data/+0/attributes/title", "/data/00/attributes/title", "/data/-1/attributes/title",
        ] {
            let other = try await error(
                #"{"errors":[{"detail":"D","source":{"pointer":"\#(pointer)"}}]}"#)
            #expect(other.errors(at: \Album.title).isEmpty, "\(pointer)")
            #expect(other.nearLocation(of: other.errors[0]) == nil, "\(pointer)")
        }
    }
}
