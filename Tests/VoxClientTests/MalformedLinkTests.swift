// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// What is said about a link, or a header field, that holds no address.
@Suite("Links that hold no address")
struct MalformedLinkTests {
    private static let reason = "it has a space, a control character or a backslash"

    /// Links, and how they are shown: with their path, and without what their queries hold.
    private static let links = [
        ("/albums list?token=s3cret", "/albums list?[redacted]"),
        ("/albums?token=s3cret here", "/albums?[redacted]"),
        ("/albums?a=b\\s3cret#x", "/albums?[redacted]"), ("/a\\b", "/a\\b"),
        ("/a b#s3cret", "/a b#[redacted]"),
        (
            "https://u:s3cret@api.example.com/a b?s3cret",
            "[redacted]@api.example.com/a b?[redacted]"
        ),
        (
            "/" + String(repeating: "x", count: 300) + " y?s3cret",
            "/" + String(repeating: "x", count: 199) + "?[redacted]"
        ),
    ]

    @Test("A link with a blank is shown with its path, and named as the next one", arguments: links)
    func nextLink(link: String, shown: String) async throws {
        let script = Script { request, _ in
            var document = JSONObject()
            document["data"] = [["type": "albums", "id": "1"]]
            document["links"] = ["next": .string(link)]
            return .document(try JSONValue.object(document).text(), of: request)
        }
        let albums = DataSource<Album>(.path("albums"), client: try script.api())
        let error = try #require(
            await requestError { for try await _ in albums.fetch().pages {} })
        #expect(error.code == .invalidURL)
        #expect(
            error.message
                == #"the link at "/links/next" is not followed: "\#(shown)" is not a valid address: "#
                + "\(Self.reason)")
        #expect(!"\(error)".contains("s3cret"))
        #expect(script.requests.count == 1)
    }

    @Test("A strict client's error about the Location of a creation has the status of the response")
    func creation() async throws {
        let script = Script { request, _ in
            .document(
                #"{"data": {"type": "albums", "id": "1", "links": {"self": "/albums/1"}}}"#, 201,
                [.location: "/albums 1?s3cret"], of: request)
        }
        var api = try script.api()
        api.options.documents.mode = .strict
        let albums = DataSource<Album>(.path("albums"), client: api)
        let error = try #require(
            await requestError { try await albums.create(Resource<Album>()).result() })
        #expect(error.code == .invalidURL)
        #expect(error.status == .created)
        #expect(!"\(error)".contains("s3cret"))
    }

    @Test("So is the Location of a redirect", arguments: links)
    func redirect(location: String, shown: String) async throws {
        let server = Scripted { request, _ in request.answer(302, [.location: location]) }
        let error = try #require(
            await requestError {
                _ = try await server.with(Redirects()).execute(.get("https://a.example/a"))
            })
        #expect(error.code == .invalidURL)
        #expect(
            error.message
                == #"the redirect is not followed: "\#(shown)" is not a valid address: "#
                + Self.reason)
        #expect(!"\(error)".contains("s3cret"))
    }

    @Test("So is the place of a job, and of what came of it")
    func jobs() async throws {
        for (fields, place) in [
            ([.contentLocation: "/jobs/5 x?s3cret"], "the address of the job"),
            ([.contentLocation: "/jobs/5"], "the Location of the result of the job"),
        ] as [(HTTPFields, String)] {
            let script = Script { request, number in
                number == 0
                    ? .document("", 202, fields, of: request)
                    : .document("", 303, [.location: "/jobs/5 x?s3cret"], of: request)
            }
            var api = try script.api()
            api.options.clock = TestClock(jumps: true)
            let albums = DataSource<Album>(.path("albums"), client: api)
            let error = try #require(
                await requestError { try await albums.delete(id: "1").result() })
            #expect(error.code == .invalidURL)
            #expect(
                error.message
                    == #"\#(place) is not followed: "/jobs/5 x?[redacted]" is not a valid address: "#
                    + "\(Self.reason)")
        }
    }

    @Test(
        "A link without an address is named where it is followed",
        arguments: ["\"\"", "7", "{}", "[]"])
    func noAddress(link: String) async throws {
        let script = Script(
            #"{"data": {"type": "albums", "id": "1"}, "links": {"other": \#(link)}}"#)
        let document = try await DataSource<Album>(.path("albums"), client: script.api())
            .fetch(id: "1").result()
        let request = document.fetch(document.links["other"], as: Album.self)
        let error = await requestError { _ = try await request?.result() }
        #expect(error?.code == .malformedLink)
        #expect(error?.message == #"the link at "/links/other" is neither an address nor null"#)
        #expect(script.requests.count == 1)
    }

    @Test("A link to another origin is named, too")
    func otherOrigin() async throws {
        let script = Script(
            #"{"data": [{"type": "albums", "id": "1"}], "links": {"next": "https://b.example/x?s3cret"}}"#
        )
        let albums = DataSource<Album>(.path("albums"), client: try script.api())
        let error = try #require(
            await requestError { for try await _ in albums.fetch().pages {} })
        #expect(error.code == .crossOrigin)
        #expect(
            error.message
                == #"the link at "/links/next" is not followed: it leads to another origin, "#
                + "https://b.example: set allowsOtherOrigins to allow this")
    }
}
