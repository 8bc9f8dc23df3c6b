// SPDX-License-Identifier: MIT

import Vox

/// The example of djangorestframework-jsonapi: blogs with entries, their authors and comments, and
/// companies with projects of two types. Names are in camel case, types singular, paths plural.
struct DjangoExample {
    struct Blog: ResourceSchema {
        static let type = "blog"
        let name = Attribute<String>("name")
    }

    struct Entry: ResourceSchema {
        static let type = "entry"
        let headline = Attribute<String>("headline")
        let text = Attribute<String>("bodyText")
        let published = Attribute<String>("pubDate")
        let blog = ToOne<Blog>("blog")
        let authors = ToMany<Author>("authors")
        let comments = ToMany<Comment>("comments")
        /// Links alone: no linkage.
        let linkedComments = ToMany<Comment>("commentsHyperlinked")
    }

    struct Author: ResourceSchema {
        static let type = "author"
        let name = Attribute<String>("name")
        let email = Attribute<String>("email")
        let entries = ToMany<Entry>("entries")
    }

    struct Comment: ResourceSchema {
        static let type = "comment"
        let body = Attribute<String>("body")
        let entry = ToOne<Entry>("entry")
        let author = ToOne<Author>("author")
    }

    struct Company: ResourceSchema {
        static let type = "company"
        let name = Attribute<String>("name")
        let currentProject = ToOne<AnyResource>("currentProject")
        let futureProjects = ToMany<AnyResource>("futureProjects")
    }

    struct ArtProject: ResourceSchema {
        static let type = "artProject"
        let topic = Attribute<String>("topic")
        let artist = Attribute<String>("artist")
    }

    struct ResearchProject: ResourceSchema {
        static let type = "researchProject"
        let topic = Attribute<String>("topic")
        let supervisor = Attribute<String>("supervisor")
    }

    let checks: Checks
    let client: APIClient
    let entries: DataSource<Entry>
    let blogs: DataSource<Blog>
    let authors: DataSource<Author>

    init(_ client: APIClient, _ checks: Checks) {
        self.checks = checks
        self.client = client
        entries = DataSource(.path("entries/<id>"), client: client)
        blogs = DataSource(.path("blogs/<id>"), client: client)
        authors = DataSource(.path("authors/<id>"), client: client)
    }

    func run() async {
        await readLists()
        await walkPages()
        await readOne()
        await write()
        await fail()
        await mixTypes()
    }

    private func readLists() async {
        await checks.check("lists with include, sparse fields and a page size") {
            let page = try await entries.fetch().include(\.authors, \.comments)
                .fields(Entry.self, \.headline, \.authors, \.comments)
                .fields(Author.self, \.name)
                .paginate(.page(number: 1, size: 2)).result()
            try expect("the count", page.data.count, is: 2)
            let entry = try need("entry", page.data.first)
            try expect("the id", entry.id, is: "1")
            try expect("the author", entry.authors.first?.name, is: "Alice")
            try expect("a field that was not asked for", entry.text, is: nil)
            try expect("the pages", page.meta.pagination.pages as Int?, is: 6)
        }
        let unpaged = DataSource<Entry>(.path("nopage-entries/<id>"), client: client)
        await checks.check("sorts") {
            let found = try await unpaged.fetch().sort(.descending(\.headline)).result()
            let headlines = found.data.compactMap(\.headline)
            try expect("the count", headlines.count, is: 12)
            try expect("the headlines", headlines, is: headlines.sorted(by: >))
        }
        await checks.check("filters by a lookup, and by words") {
            let found = try await unpaged.fetch().filter("headline.contains", "ANTH").result()
            try expect("the ids", found.data.compactMap(\.id), is: ["4", "7"])
            let words = try await unpaged.fetch().filter("search", "mafia movies").result()
            try expect("the ids", words.data.compactMap(\.id), is: ["8"])
        }
        await checks.check("is told of a filter that there is not") {
            let error = try await requestError {
                _ = try await unpaged.fetch().filter("nothing", "1").result()
            }
            try expect("the status", error.status?.code, is: 400)
            try expect("the errors", error.errors.count, is: 1)
        }
    }

    private func walkPages() async {
        await checks.check("walks pages by their links, and back from the last") {
            let pages = entries.fetch().fields(Entry.self, \.headline).pages
            var ids: [String] = []
            for try await page in pages { ids += page.data.compactMap(\.id) }
            try expect("the ids", ids, is: (1...12).map(String.init))
            let first = try await entries.fetch().result()
            let last = try await need("last page", first.last).result()
            try expect("the ids of the last page", last.data.compactMap(\.id), is: ["11", "12"])
            let previous = try await need("page before", last.previous).result()
            try expect("the count of the page before", previous.data.count, is: 5)
        }
        await checks.check("streams a list") {
            var ids: [String] = []
            let stream = try await entries.fetch().paginate(.page(size: 12)).stream()
            for try await entry in stream { ids.append(entry.id ?? "") }
            try expect("the ids", ids, is: (1...12).map(String.init))
        }
    }

    private func readOne() async {
        await checks.check("reads one, and what is included without being asked for") {
            let entry = try need("entry", try await entries.fetch(id: "1").result().data)
            try expect("the date", entry.published, is: "2015-01-01")
            try expect("the comment", entry.comments.first?.body, is: "Love this article!")
            try expect("the meta", entry.meta.bodyFormat as String?, is: "text")
        }
        await checks.check("follows related links, and linkage without links") {
            let entry = try need("entry", try await entries.fetch(id: "1").result().data)
            let comments = try await entries.related(\.linkedComments, of: entry).result()
            try expect("the comments", comments.data.compactMap(\.id), is: ["1"])
            let blog = try await entries.related(\.blog, of: entry).result()
            try expect("the blog", blog.data?.name, is: "Personal")
            let author = try need("author", try await authors.fetch(id: "1").result().data)
            let written = try await authors.related(\.entries, of: author).result()
            try expect("entries of the author", written.data.count, is: author.entries.count)
        }
        await checks.check("reads one through a path of two relationships") {
            let comments = DataSource<Comment>(.path("comments/<id>"), client: client)
            let document = try await comments.fetch(id: "1").include(\.entry.authors).result()
            try expect("the author", document.data?.entry?.authors.first?.name, is: "Alice")
        }
    }

    private func write() async {
        let entry = Resource<Entry>()
        await checks.check("creates, and takes over what the server adds") {
            entry.headline = "Written from afar"
            entry.published = "2026-01-31"
            entry.blog = try await blogs.fetch(id: "1").result().data
            entry.authors = [try need("author", try await authors.fetch(id: "1").result().data)]
            try await entries.create(entry).result()
            try expect("the id", entry.id, is: "13")
            try expect("the meta", entry.meta.bodyFormat as String?, is: "text")
            try expect("what is left to send", try entry.vox.changes().isEmpty, is: true)
        }
        await checks.check("updates attributes, to null too") {
            entry.headline = "Written again"
            entry.published = .null
            try await entries.update(entry).result()
            let there = try await read(entry)
            try expect("the headline", there.headline, is: "Written again")
            try expect("the date", there.vox.state(\.published), is: .null)
        }
        await checks.check("updates a to-one and a to-many with the resource") {
            entry.blog = try await blogs.fetch(id: "2").result().data
            let found = try await authors.fetch().result()
            entry.authors = Array(found.data)
            try await entries.update(entry).result()
            let there = try await read(entry)
            try expect("the blog", there.blog?.id, is: "2")
            try expect("the authors", there.authors.compactMap(\.id).sorted(), is: ["1", "2"])
        }
        await changeRelationships(of: entry)
        await checks.check("refreshes, and keeps what was changed here") {
            entry.headline = "Not sent yet"
            try await entries.refresh(entry).result()
            try expect("the headline", entry.headline, is: "Not sent yet")
            try entry.vox.revert()
        }
        await checks.check("deletes, and meets 404") {
            try await entries.delete(entry).result()
            let error = try await requestError {
                _ = try await entries.fetch(id: entry.id ?? "").result()
            }
            try expect("the code", error.code, is: .notFound)
            try expect("the status in the document", error.errors.first?.status, is: "404")
        }
    }

    private func changeRelationships(of entry: Resource<Entry>) async {
        await checks.check("replaces a to-one at its endpoint") {
            let blog = try await blogs.fetch(id: "3").result().data
            try await entries.relationship(\.blog, of: entry).replace(with: blog).result()
            try expect("the blog here", entry.blog?.id, is: "3")
            try expect("the blog there", try await read(entry).blog?.id, is: "3")
        }
        await checks.check("removes from a to-many at its endpoint, adds, and replaces") {
            let endpoint = entries.relationship(\.authors, of: entry)
            let bob = try need("author", try await authors.fetch(id: "2").result().data)
            try await endpoint.remove([bob]).result()
            try expect("those left", try await linkage(of: entry), is: ["1"])
            try await endpoint.add([bob]).result()
            try expect("those after adding", try await linkage(of: entry), is: ["1", "2"])
            try await endpoint.replace(with: [bob]).result()
            try expect("those after replacing", try await linkage(of: entry), is: ["2"])
            try expect("those here", entry.authors.compactMap(\.id), is: ["2"])
        }
    }

    private func fail() async {
        await checks.check("reads validation errors and where they belong") {
            let entry = Resource<Entry>()
            entry.headline = ""
            entry.published = "yesterday"
            let error = try await requestError { try await entries.create(entry).result() }
            try expect("the status", error.status?.code, is: 400)
            try expect("errors about the headline", error.errors(at: \Entry.headline).count, is: 1)
            let date = try need("error about the date", error.errors(at: \Entry.published).first)
            try expect("the pointer", date.pointer, is: "/data/attributes/pubDate")
            try expect("the code", date.code, is: "invalid")
            try expect("the place", error.location(of: date), is: .attribute("pubDate", path: ""))
            try expect("whether it is still new", entry.id, is: nil)
        }
        await checks.check("reads the error about another type than the address is for") {
            let blog = try Resource<AnyResource>(type: Blog.type)
            let misled = DataSource<AnyResource>(.path("entries/<id>"), client: client)
            let error = try await requestError { try await misled.create(blog).result() }
            try expect("the code", error.code, is: .conflict)
        }
    }

    /// Projects of two types behind one address, and relationships that lead to both.
    private func mixTypes() async {
        let art = Resource<ArtProject>()
        let research = Resource<ResearchProject>()
        let projects = DataSource<AnyResource>(.path("projects/<id>"), client: client)
        await checks.check("creates resources of two types at one address, and lists them") {
            art.topic = "Murals"
            art.artist = "Ada Holt"
            try await DataSource<ArtProject>(.path("projects/<id>"), client: client).create(art)
                .result()
            research.topic = "Tides"
            research.supervisor = "Jon Teal"
            try await DataSource<ResearchProject>(.path("projects/<id>"), client: client)
                .create(research).result()
            let all = try await projects.fetch().result()
            try expect("the types", all.data.map(\.type), is: ["artProject", "researchProject"])
            try expect("the artist", all.data[0].as(ArtProject.self)?.artist, is: "Ada Holt")
        }
        await checks.check("relates resources of mixed types, and reads them included") {
            let company = Resource<Company>()
            company.name = "Holt & Teal"
            company.currentProject = art.as(AnyResource.self)
            company.futureProjects = [art.as(AnyResource.self), research.as(AnyResource.self)]
                .compactMap(\.self)
            let companies = DataSource<Company>(.path("companies/<id>"), client: client)
            try await companies.create(company).result()
            let there = try await companies.fetch(id: company.id ?? "")
                .include(\.currentProject, \.futureProjects).result().data
            let current = there?.currentProject?.as(ArtProject.self)
            try expect("the current project", current?.artist, is: "Ada Holt")
            let future = there?.futureProjects.compactMap { $0.as(ResearchProject.self) } ?? []
            try expect("the research", future.first?.supervisor, is: "Jon Teal")
        }
    }

    private func read(_ entry: Resource<Entry>) async throws -> Resource<Entry> {
        try need("entry", try await entries.fetch(id: entry.id ?? "").result().data)
    }

    private func linkage(of entry: Resource<Entry>) async throws -> [String] {
        let linkage = try await entries.relationship(\.authors, of: entry).fetch().result()
        return linkage.data.compactMap(\.id).sorted()
    }
}
