// SPDX-License-Identifier: MIT

import Vox

/// A library in SAFRS. Its types are named as its classes, its addresses end in slashes, its links have
/// neither scheme nor host. Linkage is told of what is included only: elsewhere it is null or empty. It
/// is written at its endpoints alone: what a resource that is created relates to, the server would make.
struct SAFRSLibrary {
    struct Author: ResourceSchema {
        static let type = "Author"
        let name = Attribute<String>("name")
        let books = ToMany<Book>("books")
    }

    struct Subject: ResourceSchema {
        static let type = "Subject"
        let name = Attribute<String>("name")
    }

    struct Book: ResourceSchema {
        static let type = "Book"
        let title = Attribute<String>("title")
        let pages = Attribute<Int>("pages")
        let author = ToOne<Author>("author")
        let subjects = ToMany<Subject>("subjects")
    }

    /// Where the server has what it serves; relationships have links of their own.
    struct Addresses: ResourceRouter {
        let list: String

        func fetch(type: String) -> String { "\(list)/" }
        func fetch(id: String, type: String) -> String { "\(list)/<id>/" }
        func create(_ resource: Resource<AnyResource>) -> String { "\(list)/" }
        func update(_ resource: Resource<AnyResource>) -> String { "\(list)/<id>/" }
        func delete(id: String, type: String) -> String { "\(list)/<id>/" }
    }

    let checks: Checks
    let books: DataSource<Book>
    let authors: DataSource<Author>
    let subjects: DataSource<Subject>

    init(_ client: APIClient, _ checks: Checks) {
        self.checks = checks
        books = DataSource(.router(Addresses(list: "books")), client: client)
        authors = DataSource(.router(Addresses(list: "authors")), client: client)
        subjects = DataSource(.router(Addresses(list: "subjects")), client: client)
    }

    func run() async {
        await readLists()
        await walkPages()
        await write()
    }

    private func readLists() async {
        await checks.check("lists with include and sparse fields") {
            let page = try await books.fetch().include(\.author, \.subjects)
                .fields(Book.self, \.title, \.author, \.subjects).result()
            try expect("the titles", page.data.count, is: 5)
            let book = page.data[0]
            try expect("the author", book.author?.name, is: "Mara Lind")
            let subjects = book.subjects.compactMap(\.name).sorted()
            try expect("the subjects", subjects, is: ["maps", "tides"])
            try expect("a field that was not asked for", book.pages, is: nil)
            try expect("the total", page.meta.total as Int?, is: 5)
        }
        await checks.check("sorts") {
            let page = try await books.fetch().sort(.descending(\.pages)).result()
            try expect("the pages", page.data.compactMap(\.pages), is: [180, 160, 140, 120, 100])
        }
        await checks.check("filters") {
            let page = try await books.fetch().filter(\.title, "Salt").result()
            try expect("the titles", page.data.compactMap(\.title), is: ["Salt"])
        }
        await checks.check("reads one, and follows the links of its relationships") {
            let book = try need("book", try await books.fetch(id: "1").result().data)
            let author = try await books.relationship(\.author, of: book).fetch().result()
            try expect("the author", author.data?.name, is: "Mara Lind")
            let subjects = try await books.relationship(\.subjects, of: book).fetch().result()
            try expect("the subjects", subjects.data.count, is: 2)
        }
    }

    /// The server leaves out the link from the last page but one to the last, but names the last.
    private func walkPages() async {
        await checks.check("walks pages, and notes that the server links to the last by no other") {
            let request = books.fetch().sort(.ascending(\.title)).paginate(.offset(0, limit: 2))
            var titles: [String] = []
            var end: Document<[Book]>?
            for try await page in request.pages {
                titles += page.data.compactMap(\.title)
                end = page
            }
            try expect("what was linked to", titles, is: ["Ebb", "Lanterns", "North", "Salt"])
            try expect("the notes", end?.pageNotes.map(\.code), is: [.endsBeforeLast])
            let last = try await need("last page", end?.last).result()
            try expect("the last page", last.data.compactMap(\.title), is: ["The Quay"])
        }
    }

    private func write() async {
        let book = Resource<Book>()
        await checks.check("creates") {
            book.title = "Undertow"
            book.pages = 212
            try await books.create(book).result()
            try expect("the id", book.id, is: "6")
        }
        await checks.check("updates attributes at the self link") {
            book.title = "Undertow (revised)"
            try await books.update(book).include(\.author, \.subjects).result()
            let there = try await read(book)
            try expect("the title", there.title, is: "Undertow (revised)")
            try expect("the pages", there.pages, is: 212)
        }
        await checks.check("replaces a to-one at its endpoint, and empties it") {
            let jon = try await authors.fetch(id: "2").result().data
            try await books.relationship(\.author, of: book).replace(with: jon).result()
            try expect("the author there", try await read(book).author?.name, is: "Jon Teal")
            try await books.relationship(\.author, of: book).replace(with: nil).result()
            try expect("the author there", try await read(book).author, is: nil)
        }
        await checks.check("replaces a to-many at its endpoint, adds and removes") {
            let all = Array(try await subjects.fetch().result().data)
            let endpoint = books.relationship(\.subjects, of: book)
            try await endpoint.replace(with: [all[0]]).result()
            try expect("after replacing", try await subjects(of: book), is: ["tides"])
            try await endpoint.add([all[1], all[2]]).result()
            let added = try await subjects(of: book)
            try expect("after adding", added, is: ["maps", "tides", "winter"])
            try await endpoint.remove([all[0]]).result()
            try expect("after removing", try await subjects(of: book), is: ["maps", "winter"])
            try expect("those here", book.subjects.compactMap(\.id), is: ["2", "3"])
        }
        await fail(book)
        await checks.check("deletes, and meets 404") {
            try await books.delete(book).result()
            let error = try await requestError {
                _ = try await books.fetch(id: book.id ?? "").result()
            }
            try expect("the code", error.code, is: .notFound)
            try expect("the errors", error.errors.count, is: 1)
        }
    }

    private func fail(_ book: Resource<Book>) async {
        await checks.check("reads a validation error, which points nowhere") {
            book.pages = 0
            let error = try await requestError { try await books.update(book).result() }
            try expect("the status", error.status?.code, is: 400)
            let problem = try need("error", error.errors.first)
            try expect(
                "the words", problem.title, is: "Validation Error: a book has at least one page")
            try expect("the place", error.location(of: problem), is: nil)
            try expect("what is left to send", try book.vox.changes().attributes.count, is: 1)
        }
    }

    private func read(_ book: Resource<Book>) async throws -> Resource<Book> {
        let document = try await books.fetch(id: book.id ?? "").include(\.author, \.subjects)
            .result()
        return try need("book", document.data)
    }

    private func subjects(of book: Resource<Book>) async throws -> [String] {
        try await read(book).subjects.compactMap(\.name).sorted()
    }
}
