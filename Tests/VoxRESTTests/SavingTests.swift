// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import VoxREST
import VoxTesting

@Suite("Saving models")
struct SavingTests {
    private func post(_ text: String) throws -> TypedObject<BlogPost> {
        TypedObject(try JSON(parsing: text))
    }

    @Test("MW-084 Edits made while a request is under way are kept, and still to be sent.")
    func editsMeanwhile() async throws {
        let post = try post(#"{"id": 1, "title": "a", "views": 1}"#)
        post.title = "b"
        // The edit happens in the transport, between sending and answer: this task waits then.
        nonisolated(unsafe) let shared = post
        let service = TransportFunction { request in
            shared.views = 5
            return request.answer(.ok, #"{"id": 1, "title": "B", "views": 2, "slug": "s"}"#)
        }
        try await client(of: service).models(BlogPost.self).save(post).result()
        #expect(post.title == "B" && post.views == 5 && post.slug == "s")
        #expect(try post.vox.changes().attributes == ["views"])
    }

    @Test("The format of bodies and the encoding of forms are options of the client")
    func formats() async throws {
        var options = RESTOptions()
        options.bodyFormat = .form
        options.formEncoding.lists = .repeated
        let service = TransportFunction { request in
            let text = String(decoding: request.body ?? [], as: UTF8.self)
            let type = request.headers[.contentType] ?? ""
            return request.answer(
                .ok, #"{"id": 1, "title": "\#(type)", "slug": "\#(text)", "views": 2}"#)
        }
        let post = try post(#"{"title": "a"}"#)
        try await client(of: service, options).models(BlogPost.self).save(post).result()
        #expect(post.title?.hasPrefix("application/x-www-form-urlencoded") == true)
        #expect(post.slug == "title=a")
    }

    @Test("MW-084 An update without changes sends nothing and says so; what is sent whole is sent.")
    func unchanged() async throws {
        let log = RequestLog()
        let service = TransportFunction { $0.answer(.noContent) }
        let posts = try client(of: service.with(log)).models(BlogPost.self)
        let post = try post(#"{"id": 1, "title": "a"}"#)
        let response = try await posts.save(post).response()
        #expect(response.isUnchanged && response.status == .noContent)
        #expect(response.url.path == "/v1/posts/1")
        post.title = "b"
        post.title = "a"
        #expect(try await posts.update(post).success().isUnchanged)
        #expect(try await posts.save(post).result().title == "a")
        #expect(log.lines.isEmpty)

        #expect(try await !posts.update(post, full: true).response().isUnchanged)
        let file = MultipartBody.Part("cover", [1], fileName: "a.png", contentType: "image/png")
        #expect(try await !posts.update(post).attaching(file).response().isUnchanged)
        post.title = nil
        #expect(try await !posts.update(post).response().isUnchanged)
        #expect(log.lines == ["PUT /v1/posts/1", "PATCH /v1/posts/1", "PATCH /v1/posts/1"])
    }

    @Test("MW-084 A failure leaves the model as it was, its changes included.")
    func failure() async throws {
        let post = try post(#"{"id": 1, "title": "a"}"#)
        post.title = "b"
        let posts = try client(of: TransportFunction { $0.answer(.internalServerError) })
            .models(BlogPost.self)
        await #expect(throws: RequestError.self) { _ = try await posts.save(post).result() }
        #expect(post.title == "b")
        #expect(try post.vox.changes().attributes == ["title"])
        #expect(post.vox.saveError?.code == .server)
    }

    #if Hummingbird
    @Test("MW-085 Validation errors are told by field and as messages, and gone after a good save.")
    func validation() async throws {
        try await withLoopback(PostService(posts: [["title": "a"]])) { api in
            let posts = api.models(BlogPost.self)
            let post = try await posts.fetch(id: "1").result()
            post.title = ""
            let error = try await #require(throws: RequestError.self) {
                _ = try await posts.save(post).result()
            }
            #expect(error.code == .invalid && error.statusClass == .invalid)
            #expect(error.validation?[\BlogPost.title] == ["can't be blank"])
            #expect("\(error)".contains("can't be blank"))
            let validation = try #require(post.vox.validation)
            #expect(validation["title"] == ["can't be blank"])
            #expect(validation.messages == ["Title can't be blank"])
            #expect(post.vox.isChanged)
            post.title = "b"
            try await posts.save(post).result()
            #expect(post.vox.validation == nil && post.vox.saveError == nil)
        }
    }
    #endif

    @Test("MW-085 Errors of a form of one's own are read by a decoder of one's own.")
    func ownValidation() async throws {
        var options = RESTOptions()
        options.errors = ValidationErrors.Decoder { body in
            guard let text: String = body.json?.problem else { return nil }
            var errors = ValidationErrors()
            errors.add(text)
            return errors
        }
        let service = TransportFunction { $0.answer(.badRequest, #"{"problem": "too late"}"#) }
        let posts = try client(of: service, options).models(BlogPost.self)
        let post = TypedObject<BlogPost>()
        await #expect(throws: RequestError.self) { _ = try await posts.create(post).result() }
        #expect(post.vox.validation?.base == ["too late"])
        #expect(post.vox.validation?.messages == ["too late"])
    }

    @Test("MW-093 A response with another id is reported, and not taken over.")
    func otherID() async throws {
        let post = try post(#"{"id": 1, "title": "a"}"#)
        post.title = "b"
        let service = TransportFunction { $0.answer(.ok, #"{"id": 2, "title": "other"}"#) }
        let posts = try client(of: service).models(BlogPost.self)
        for request in [posts.save(post), posts.refresh(post)] {
            let error = try await #require(throws: RequestError.self) {
                _ = try await request.result()
            }
            #expect(error.code == .unexpectedResponse)
            #expect(post.id == "1" && post.title == "b" && post.vox.isChanged)
        }
    }

    @Test("MW-093 The same id as text and as number is the same.")
    func sameID() async throws {
        let post = try post(#"{"id": 1}"#)
        let service = TransportFunction { $0.answer(.ok, #"{"id": "1", "title": "x"}"#) }
        try await client(of: service).models(BlogPost.self).refresh(post).result()
        #expect(post.title == "x")
    }

    private struct Avatar: RESTSchema, Creatable {
        static let path = "user/avatar"
        static let envelope = Envelope(request: "user_avatar")
        let caption = Attribute<String>("caption")
        let url = Attribute<String>("url").readOnly()
    }

    @Test("MW-095 A model goes as a form with files, and takes over what the service answers.")
    func uploads() async throws {
        let log = RequestLog()
        let service = TransportFunction { request in
            request.answer(.created, #"{"id": 4, "url": "https://cdn.example/4.jpg"}"#)
        }
        let avatars = try client(of: service.with(log)).models(Avatar.self)
        let avatar = TypedObject<Avatar>()
        avatar.caption = "me"
        try await avatars.create(avatar).attaching(
            .init("user_avatar[image]", [1, 2, 3], fileName: "me.jpg", contentType: "image/jpeg")
        ).result()
        #expect(avatar.url == "https://cdn.example/4.jpg" && avatar.id == "4")
        let request = try await #require(log.requests.first).buffered()
        #expect(request.headers[.contentType]?.hasPrefix("multipart/form-data; boundary=") == true)
        let body = String(decoding: try #require(request.body), as: UTF8.self)
        #expect(body.contains(#"name="user_avatar[caption]""#))
        #expect(body.contains(#"name="user_avatar[image]"; filename="me.jpg""#))
        #expect(body.contains("Content-Type: image/jpeg"))
    }

    private struct Whole: RESTSchema, CRUD {
        static let path = "things/<id>"
        static let updateMethod = UpdateMethod.put
        let name = Attribute<String>("name")
        let color = Attribute<String>("color")
        let made = Attribute<String>("made").readOnly()
    }

    @Test(
        "MW-110 An update has null for what is nil, or leaves it out when asked to.",
        arguments: [
            (RESTOptions.Nulls.sent, #"{"title":"b","color":null,"note":null}"#),
            (.omitted, #"{"title":"b"}"#),
        ])
    func nulls(sending: RESTOptions.Nulls, body: String) async throws {
        let log = RequestLog()
        var options = RESTOptions()
        options.nulls = sending
        let things = try client(
            of: TransportFunction { $0.answer(.noContent) }.with(log), options)
        let post = try post(#"{"id": 1, "color": "red", "note": "x", "title": "a"}"#)
        post.vox.json.color = nil
        post.vox.json.note = .null
        if sending == .omitted {
            let response = try await things.models(BlogPost.self).update(post).response()
            #expect(response.isUnchanged && post.vox.isChanged, "there was nothing to say")
        }
        post.title = "b"
        try await things.models(BlogPost.self).save(post).result()
        // Of what was changed, in the order of the model; what was taken out comes last.
        let sent = String(decoding: try #require(log.requests.first?.body), as: UTF8.self)
        #expect(try JSON(parsing: sent).vox.isEqual(to: JSON(parsing: body)), "\(sent)")
        #expect(!post.vox.isChanged)
        let whole = TypedObject<Whole>(try JSON(parsing: #"{"id": 1, "name": "n", "made": "m"}"#))
        try await things.models(Whole.self).save(whole).result()
        #expect(
            String(decoding: try #require(log.requests.last?.body), as: UTF8.self)
                == (sending == .sent
                    ? #"{"id":1,"name":"n","color":null}"# : #"{"id":1,"name":"n"}"#))
        #expect(log.requests.last?.method == .put)
    }

    @Test(
        "MW-111 Every verb has a form that reports success alone, and takes an empty response.",
        arguments: [HTTPResponse.Status.ok, .created, .noContent])
    func successAlone(status: HTTPResponse.Status) async throws {
        let posts = try client(of: TransportFunction { $0.answer(status) }).models(BlogPost.self)
        let post = try post(#"{"id": 1, "title": "a"}"#)
        post.title = "b"
        #expect(try await posts.update(post).success().status == status)
        #expect(!post.vox.isChanged)
        #expect(try await posts.create(TypedObject<BlogPost>()).success().statusClass == .success)
        try await posts.fetch().success()
        try await posts.fetch(id: "1").success()
        try await posts.refresh(post).success()
        try await posts.delete(post).success()
        try await posts.delete(id: "1").result()
        try await posts.save(post).result()
        let html = TransportFunction { $0.answer(.ok, "<p>Done", [.contentType: "text/html"]) }
        try await client(of: html).models(BlogPost.self).create(TypedObject<BlogPost>()).success()
        await #expect(throws: RequestError.self) {
            try await client(of: TransportFunction { $0.answer(.conflict) }).models(BlogPost.self)
                .delete(id: "1").success()
        }
    }

    @Test(
        "MW-084 A response makes no values where the same are, and leaves views of them alone.")
    func answersInPlace() async throws {
        @Sendable func text(_ title: String) -> String {
            #"{"id": 1, "title": "\#(title)", "tags": ["x", "\u00e9"], "author": {"name": "Ida"}}"#
        }
        let post = try post(text("a"))
        let author = post.vox.json.author
        let values = post.vox.json.vox.memory.values
        for title in ["b", "a", "b", "a"] {
            let service = TransportFunction { $0.answer(.ok, text(title)) }
            let posts = try client(of: service).models(BlogPost.self)
            try await posts.refresh(post).result()
            #expect(post.title == title && !post.vox.isChanged)
            post.title = "c"
            try await posts.save(post).result()
            #expect(post.title == title && !post.vox.isChanged)
        }
        #expect(post.vox.json.vox.memory.values == values)
        author.name = "Eva"
        #expect(try post.vox.changes().paths == ["/author/name"])
    }

    @Test(
        "MW-084 A response brings its order and its spelling along.",
        arguments: [
            #"{"h": 2.0, "w": 1}"#, #"{"w": 1, "h": 2}"#, #"{"w": 1, "h": 2.0, "d": 3}"#,
            #"{"w": 1, "h": [2.0]}"#, #"{"w": 1, "i": 2.0}"#, #"[{"w": 1, "h": 2.0}]"#,
            #"{"w": 1}"#, "{}", "[]", "null", #""{}""#, "2.0",
        ])
    func answersBringSpelling(size: String) async throws {
        let post = try post(#"{"id": 1, "size": {"w": 1, "h": 2.0}}"#)
        let service = TransportFunction { $0.answer(.ok, #"{"id": 1, "size": \#(size)}"#) }
        try await client(of: service).models(BlogPost.self).refresh(post).result()
        #expect(
            try post.vox.json.size.vox.text(style: .compact)
                == JSON(parsing: size).vox.text(style: .compact))
        #expect(!post.vox.isChanged)
    }

    @Test("MW-112 Reading gives another model and leaves the one at hand alone.")
    func readingLeavesAlone() async throws {
        let post = try post(#"{"id": 1, "title": "mine"}"#)
        let service = TransportFunction { $0.answer(.ok, #"{"id": 1, "title": "theirs"}"#) }
        let posts = try client(of: service).models(BlogPost.self)
        let other = try await posts.fetch(id: "1").result()
        #expect(other.title == "theirs" && post.title == "mine" && other != post)
    }

    @Test("A write that failed stops every save until the failure is cleared, and no deletion.")
    func failedWrites() async throws {
        struct Measure: RESTSchema, CRUD {
            static let path = "measures/<id>"
            let value = Attribute<Double>("value")
            let name = Attribute<String>("name")
        }
        let log = RequestLog()
        let measures = try client(of: TransportFunction { $0.answer(.noContent) }.with(log))
            .models(Measure.self)
        let measure = TypedObject<Measure>(try JSON(parsing: #"{"id": 1, "value": 1}"#))
        measure.value = .infinity
        measure.name = "x"
        let error = try await #require(throws: RequestError.self) {
            _ = try await measures.update(measure, full: true).result()
        }
        #expect(error.code == .unsendable)
        // The name alone is not saved either, because the program would take the value as saved.
        let part = try await #require(throws: RequestError.self) {
            _ = try await measures.update(measure).success()
        }
        #expect(part.code == .unsendable)
        #expect(log.requests.isEmpty)
        try await measures.delete(measure).result()
        measure.vox.failure = nil
        try await measures.update(measure).result()
        #expect(log.lines == ["DELETE /v1/measures/1", "PATCH /v1/measures/1"])
    }
}
