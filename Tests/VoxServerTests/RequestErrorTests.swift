// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxServer

/// What is printed of a request that failed.
@Suite("What errors of requests say")
struct RequestErrorTests {
    private func error(
        _ status: Int, _ body: String, _ type: String = "application/vnd.api+json",
        reason: String = ""
    ) async throws -> RequestError {
        let script = Script { request, _ in
            var answer = ClientResponse.document(body, status, [.contentType: type], of: request)
            answer.head.status = .init(code: status, reasonPhrase: reason)
            return answer
        }
        let albums = DataSource<Album>(.path("albums/<id>"), client: try script.api())
        let album = Resource<Album>()
        album.title = "x"
        return try #require(
            await requestError {
                try await albums.create(album).query(exactly: "token", "s3cret").result()
            })
    }

    @Test("title, detail and place of the first errors, and what to look at")
    func reported() async throws {
        let error = try await error(
            422,
            #"""
            {"errors": [
              {"title": "Empty", "detail": "A title is needed.", "source": {"pointer": "/data/attributes/title"}},
              {"title": "Too long", "source": {"pointer": "/data/attributes/label"}},
              {"code": "E7", "source": {"parameter": "sort"}},
              {"detail": "And another."}, {}]}
            """#, reason: "Unprocessable Content")
        #expect(
            "\(error)"
                == #"invalid: the server responded with 422 Unprocessable Content (POST https://api.example.com/v1/albums?[redacted]): Empty: A title is needed. (at "/data/attributes/title"); Too long (at "/data/attributes/label"); E7 (parameter sort); … 2 more [see errors]"#
        )
        #expect(
            (error as any Error).localizedDescription
                == "A title is needed.\nToo long\nAnd another.")
        #expect(!"\(error)".contains("s3cret"))
        var dumped = ""
        dump(error, to: &dumped)
        #expect(!dumped.contains("s3cret"))
    }

    @Test("a response that reports nothing is pointed at")
    func body() async throws {
        let error = try await error(502, "<html>Bad Gateway</html>", "text/html; charset=utf-8")
        #expect(
            "\(error)"
                == "server: the server responded with 502 (POST https://api.example.com/v1/albums?[redacted]) [see body: 24 bytes of text/html]"
        )
        #expect(error.localizedDescription == "the server responded with 502")
        let empty = try await self.error(404, "")
        #expect(
            "\(empty)"
                == "notFound: the server responded with 404 (POST https://api.example.com/v1/albums?[redacted])"
        )
    }

    @Test("a response that is no such document says what is wrong with it, and the status")
    func document() async throws {
        let error = try await error(200, #"{"data": [{"type": "albums", "id": "1"}]}"#)
        #expect(
            "\(error)"
                == #"document: the response is not a document of the expected form: expected one resource, found an array of 1 element (line 1, column 10 (offset 9), at "/data"); the server carried out the request, so do not send it again (POST https://api.example.com/v1/albums?[redacted]), status 200 [see body: 41 bytes of application/vnd.api+json]"#
        )
    }

    @Test("a POST that a redirect makes a GET is no success", arguments: [301, 302])
    func redirected(status: Int) async throws {
        let scripted = Scripted { request, _ in
            request.method == .post
                ? request.answer(status, [.location: "/v1/albums/"])
                : request.answer(
                    200, [.contentType: "application/vnd.api+json"],
                    #"{"data":{"type":"albums","id":"1"}}"#)
        }
        let api = try APIClient("https://api.example.com/v1", transport: scripted)
        let albums = DataSource<Album>(.path("albums/<id>"), client: api)
        let album = Resource<Album>()
        album.title = "x"
        let error = await requestError { try await albums.create(album).result() }
        #expect(error?.code == .redirects && album.id == nil)
        #expect(
            error?.message
                == "the redirect to https://api.example.com/v1/albums/ is not followed: \(status) turns a POST into a GET, which writes nothing; send the request to that address, or let the server respond with 308"
        )
        let track = Resource<Track>()
        track.id = "1"
        album.id = "1"
        let linking = await requestError {
            try await albums.relationship(\.tracks, of: album).add([track]).result()
        }
        #expect(linking?.code == .redirects)
        #expect(scripted.requests.allSatisfy { $0.method == .post })
    }

    @Test("303 says that the POST was carried out; 308 sends it on")
    func followed() async throws {
        for status in [303, 308] {
            let scripted = Scripted { request, number in
                number == 0
                    ? request.answer(status, [.location: "/v1/albums/7"])
                    : request.answer(
                        200, [.contentType: "application/vnd.api+json"],
                        #"{"data":{"type":"albums","id":"7"}}"#)
            }
            let api = try APIClient("https://api.example.com/v1", transport: scripted)
            let album = Resource<Album>()
            album.title = "x"
            try await DataSource<Album>(.path("albums/<id>"), client: api).create(album).result()
            #expect(album.id == "7")
            #expect(scripted.requests[1].method == (status == 303 ? .get : .post))
        }
    }

    @Test("a refusal of a service prints its status and its errors")
    func refusal() {
        let refusal = ErrorResponse(.notFound, "There is no album 7.")
        #expect("\(refusal)" == "404: Not Found: There is no album 7.")
        #expect((refusal as any Error).localizedDescription == "There is no album 7.")
    }
}
