// SPDX-License-Identifier: MIT

import Foundation
import VoxREST

/// The record shop in Django REST framework (servers/rest_shop.py).
struct RESTShop {
    struct Artist: RESTSchema, CRUD {
        static let path = "artists/<id>/"
        static let envelope = Envelope(list: "results")
        let name = Attribute<String>("name")
        let city = Attribute<String>(at: "home.city")
        let country = Attribute<String>(at: "home.country")
    }

    struct Album: RESTSchema, CRUD {
        static let path = "albums/<id>"
        static let envelope = Envelope(list: "results")
        let title = Attribute<String>("title")
        let year = Attribute<Int>("year")
        let notes = Attribute<String>("notes")
        let price = Attribute<String>("price")
        let artist = Attribute<Int>("artist")
        let genres = Attribute<[Int]>("genres")
        let changedAt = Attribute<Date>("changed_at").readOnly()
    }

    struct Play: RESTSchema, Enumerable {
        static let path = "plays/<id>/"
        static let envelope = Envelope(list: "results")
        let album = Attribute<Int>("album")
        let at = Attribute<Date>("at")
    }

    struct Genre: RESTSchema, Enumerable, Readable {
        static let path = "genres/<id>/"
        let name = Attribute<String>("name")
    }

    struct Label: RESTSchema, CRUD {
        static let path = "labels/<id>/"
        static let envelope = Envelope.named("label", plural: true)
        let name = Attribute<String>("name")
    }

    struct Photo: RESTSchema, Readable, Deletable {
        static let path = "photos/<id>/"
        let caption = Attribute<String>("caption")
        let name = Attribute<String>("name")
        let mediaType = Attribute<String>("media_type")
        let size = Attribute<Int>("size")
    }

    let checks: Checks
    let client: RESTClient
    let albums: ModelSource<Album>
    let artists: ModelSource<Artist>

    init(_ client: RESTClient, _ checks: Checks) {
        self.checks = checks
        self.client = client
        albums = client.models(Album.self)
        artists = client.models(Artist.self)
    }

    func run() async {
        await walkPages()
        await readLists()
        let album = TypedObject<Album>()
        await create(album)
        await refuse()
        await update(album)
        await upload()
        await delete(album)
    }

    private func walkPages() async {
        await checks.check("walks pages by number, to the total") {
            var names: [String] = []
            for try await artist in artists.fetch().models(by: .number(total: "count")) {
                names.append(artist.name ?? "")
            }
            try expect("the names", names, is: (1...10).map { "Artist \($0)" })
        }
        await checks.check("walks pages by number, by their links") {
            var sizes: [Int] = []
            let request = artists.fetch().query("page_size", "3")
            for try await page in request.pages(by: .next()) { sizes.append(page.count) }
            try expect("the sizes", sizes, is: [3, 3, 3, 1])
        }
        await checks.check("walks pages by limit and offset") {
            var ids: [String] = []
            let request = albums.fetch().query("limit", "3")
            for try await album in request.models(by: .next()) { ids.append(album.id ?? "") }
            try expect("the ids", ids, is: (1...8).map(String.init))
        }
        await checks.check("walks pages by cursor, one ahead") {
            var times: [Date] = []
            let request = client.models(Play.self).fetch()
            for try await play in request.models(by: .next(), prefetching: true) {
                times.append(try need("time", play.at))
            }
            try expect("the count", times.count, is: 16)
            try expect("the times", times, is: times.sorted(by: >))
        }
    }

    private func readLists() async {
        await checks.check("reads a bare list") {
            let genres = try await client.models(Genre.self).fetch().result()
            try expect("the names", genres.compactMap(\.name), is: ["dub", "folk", "jazz"])
        }
        await checks.check("reads and writes what is in an envelope") {
            let labels = client.models(Label.self)
            try expect("the count", try await labels.fetch().result().count, is: 2)
            let label = TypedObject<Label>()
            label.name = "Lantern"
            try await labels.create(label).result()
            let there = try await labels.fetch(id: try need("id", label.id)).result()
            try expect("the name", there.name, is: "Lantern")
            label.name = "Lantern & Co"
            try await labels.save(label).result()
            try await labels.refresh(there).result()
            try expect("the name", there.name, is: "Lantern & Co")
        }
        await checks.check("shows one, its date among others") {
            let album = try await albums.fetch(id: "1").result()
            try expect("the title", album.title, is: "Album 1")
            try expect("the genres", album.genres, is: [1, 2])
            let changed = try need("date", album.changedAt)
            let age = -changed.timeIntervalSinceNow
            try expect("whether it is new", (0...3600).contains(age), is: true)
            try expect("the notes", album.vox.state(\.notes), is: .null)
        }
    }

    private func create(_ album: TypedObject<Album>) async {
        await checks.check("creates, and takes over what the server adds") {
            album.title = "Undertow"
            album.year = 2020
            album.artist = 1
            let response = try await albums.save(album).response()
            try expect("the status", response.status.code, is: 201)
            try expect("the id", album.id, is: "9")
            try expect("the price", album.price, is: "9.90")
            try expect("whether something is left to send", album.vox.isChanged, is: false)
        }
    }

    private func refuse() async {
        await checks.check("reads validation errors by field") {
            let album = TypedObject<Album>()
            album.title = ""
            album.year = 1492
            album.artist = 77
            let error = try await requestError { try await albums.create(album).result() }
            try expect("the status", error.status?.code, is: 400)
            let errors = try need("validation errors", album.vox.validation)
            try expect("the fields", errors.fields.map(\.name), is: ["title", "year", "artist"])
            try expect(
                "those about the title", errors[\Album.title], is: ["This field may not be blank."])
            try expect("whether it is still new", album.vox.isNew, is: true)
            album.title = "Ebb"
            album.year = 2021
            album.artist = 1
            try await albums.save(album).result()
            try expect("what is left of the errors", album.vox.validation, is: nil)
            try await albums.delete(album).result()
        }
        await checks.check("reads validation errors about the whole, and inside of an object") {
            let album = TypedObject<Album>()
            album.title = "Ebb"
            album.notes = "Ebb"
            album.year = 2020
            album.artist = 1
            _ = try await requestError { try await albums.create(album).result() }
            try expect(
                "the messages", album.vox.validation?.base, is: ["The notes repeat the title."])
            let artist = TypedObject<Artist>()
            artist.name = "Nobody"
            artist.city = ""
            _ = try await requestError { try await artists.create(artist).result() }
            try expect("the fields", artist.vox.validation?.fields.map(\.name), is: ["home.city"])
            try expect("those of the city", artist.vox.validation?[\Artist.city].count, is: 1)
        }
    }

    private func update(_ album: TypedObject<Album>) async {
        await checks.check("sends what was changed and nothing else") {
            try await forgetBodies()
            album.title = "Undertow (revised)"
            album.notes = "Second edition"
            try await albums.save(album).result()
            album.notes = .null
            try await albums.save(album).result()
            try expect(
                "what was sent", try await bodies(),
                is: [
                    #"PATCH {"title":"Undertow (revised)","notes":"Second edition"}"#,
                    #"PATCH {"notes":null}"#,
                ])
            let there = try await albums.fetch(id: album.id ?? "").result()
            try expect("the title", there.title, is: "Undertow (revised)")
            try expect("the year", there.year, is: 2020)
        }
        await checks.check("changes a member of an object, and none outside of it") {
            let artist = try await artists.fetch(id: "2").result()
            try await forgetBodies()
            artist.city = "Abuja"
            try await artists.save(artist).result()
            let sent = try await bodies()
            try expect("how much was sent", sent.count, is: 1)
            try expect("whether the name was", sent.joined().contains("name"), is: false)
            let there = try await artists.fetch(id: "2").result()
            try expect("the city", there.city, is: "Abuja")
            try expect("the country", there.country, is: "Nigeria")
        }
        await checks.check("replaces the whole with PUT") {
            try await forgetBodies()
            album.year = 2022
            try await albums.update(album, full: true).result()
            let sent = try await bodies().joined()
            try expect("the method", sent.hasPrefix("PUT "), is: true)
            try expect("whether the title was sent", sent.contains("\"title\""), is: true)
            try expect("what is the server's own", sent.contains("changed_at"), is: false)
            try expect("the year", album.year, is: 2022)
        }
    }

    private func upload() async {
        var photo: TypedObject<Photo>?
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 >> 3) }
        await checks.check("uploads a file from disk, with its name and type") {
            let file = FileManager.default.temporaryDirectory
                .appendingPathComponent("interop-\(UUID().uuidString)")
            try Data(bytes).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let form = MultipartBody([
                MultipartBody.Part("caption", "Grüße & \"Küsse\""),
                try MultipartBody.Part(
                    "file", file: file.path, fileName: "grüße 1.bin",
                    contentType: "application/x-sleeve"),
            ])
            let made = try await client.post(
                "photos/", body: .multipart(form), as: TypedObject<Photo>.self
            ).result()
            try expect("the caption", made.caption, is: "Grüße & \"Küsse\"")
            try expect("the media type", made.mediaType, is: "application/x-sleeve")
            try expect("the size", made.size, is: bytes.count)
            try expect("the name", made.name, is: "grüße 1.bin")
            photo = made
        }
        await checks.check("reads back the bytes that were uploaded") {
            let id = try need("photo", photo?.id)
            let url = try HTTPURL("\(client.base.text)photos/\(id)/file/")
            let answer = try await client.transport.execute(ClientRequest(method: .get, url: url))
            try expect("the status", answer.status.code, is: 200)
            let found = try await answer.body.bytes()
            try expect("whether the bytes are the same", found == bytes, is: true)
        }
        await checks.check("is told of a field that an upload lacks") {
            let form = MultipartBody([MultipartBody.Part("caption", "Nothing")])
            let error = try await requestError {
                try await client.post("photos/", body: .multipart(form)).result()
            }
            try expect("the fields", error.validation?.fields.map(\.name), is: ["file"])
        }
    }

    private func delete(_ album: TypedObject<Album>) async {
        await checks.check("deletes, and meets 404") {
            try await albums.delete(album).result()
            let error = try await requestError {
                _ = try await albums.fetch(id: album.id ?? "").result()
            }
            try expect("the code", error.code, is: .notFound)
        }
    }

    // MARK: What the server was sent

    private func forgetBodies() async throws { try await client.delete("bodies/").success() }

    private func bodies() async throws -> [String] {
        let list = try await client.get("bodies/").result()
        return list.vox.elements.map { sent in
            "\(sent.method as String? ?? "") \(sent.body as String? ?? "")"
        }
    }
}
