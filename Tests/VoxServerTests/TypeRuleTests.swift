// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer

/// What a program says about a type besides its schema.
@Suite("Rules of a served type")
struct TypeRuleTests {
    struct Entry: ResourceSchema {
        static let type = "entries"
        static let keyStrategy = KeyStrategy.snakeCase
        let label = Attribute<String>("label").required()
        let madeAt = Attribute<Int?>("madeAt")
        let secret = Attribute<String?>("secret").required()
        let city = Attribute<String>(at: "address.city")
        let book = ToOne<Book>("book")
        let owner = ToOne<Book>("owner")
    }
    struct Book: ResourceSchema {
        static let type = "books"
        let title = Attribute<String>("title")
        let entries = ToMany<Entry>("entries")
    }

    private let store = MemoryStore([
        StoredResource(
            type: "entries", id: "1",
            attributes: ["label": "a", "made_at": 2, "secret": "s"],
            relationships: [
                "book": .one(.init(type: "books", id: "1")),
                "owner": .one(.init(type: "books", id: "2")),
            ]),
        StoredResource(type: "entries", id: "2", attributes: ["label": "b", "made_at": 1]),
        StoredResource(type: "books", id: "1", attributes: ["title": "t"]),
        StoredResource(type: "books", id: "2"),
    ])

    private func service(_ rules: ServedType.Rule<Entry>...) -> ResourceService {
        Atomic.service(store, types: [ServedType(Entry.self, rules: rules), ServedType(Book.self)])
    }

    private static func entry(_ attributes: String) -> String {
        #"{"data":{"type":"entries","attributes":{\#(attributes)}}}"#
    }

    @Test("Only the named fields, by their JSON names, and the id sort and filter")
    func fields() async throws {
        let limited = service(
            .sortable(\.madeAt), .sortable(), .filterable(\.label, \.book), .filterable(\.city))
        let open = service()
        for (query, status) in [
            ("sort=made_at", 200), ("sort=-id", 200), ("sort=label", 400),
            ("filter[label]=a", 200), ("filter[book]=1", 200), ("filter[address.city]=x", 200),
            ("filter[id]=1", 200), ("filter[owner]=1", 400), ("filter[made_at]=1", 400),
        ] {
            #expect(try await limited.send(.get, "/entries?\(query)").status == status, "\(query)")
            #expect(try await open.send(.get, "/entries?\(query)").status == 200, "\(query)")
        }
    }

    @Test("A hidden field does not exist for clients, at any door")
    func hidden() async throws {
        let service = service(.hidden(\.secret), .hidden(\.owner), .hidden(\.city))
        let read = try await service.send(.get, "/entries/1")
        #expect(read.json.data.attributes.label == "a")
        #expect(read.json.data.attributes.secret.vox.state == .absent)
        #expect(read.json.data.relationships.owner.vox.state == .absent)
        for (target, status) in [
            ("/entries?sort=secret", 400), ("/entries?filter[secret]=s", 400),
            ("/entries?filter[owner]=2", 400), ("/entries?filter[address.city]=x", 400),
            ("/entries/1/owner", 404), ("/entries/1/relationships/owner", 404),
            ("/entries/1?include=owner", 400),
        ] {
            #expect(try await service.send(.get, target).status == status, "\(target)")
        }
        let sparse = try await service.send(.get, "/entries/1?fields[entries]=secret,label")
        #expect(sparse.json.data.attributes.secret.vox.state == .absent)
        // The field is not required, either.
        let made = try await service.send(.post, "/entries", Self.entry(#""label":"c""#))
        #expect(made.status == 201)
        for attribute in [#""secret":"x""#, #""address":{"city":"x"}"#] {
            let refused = try await service.send(
                .post, "/entries", Self.entry(#""label":"c",\#(attribute)"#))
            #expect(refused.status == 422, "\(attribute)")
        }
        let text = try service.openAPI().text()
        #expect(!text.contains("secret") && !text.contains("owner") && !text.contains("address"))
    }

    @Test("The functions that validate have views of the schema, and all their errors are told")
    func validation() async throws {
        let service = service(
            .validate { write in
                try write.new.label == "no"
                    ? [APIError(status: 422, title: "First", source: .field(\Entry.label))] : []
            },
            .validate { write in
                guard write.changes(\.madeAt), (write.new.madeAt ?? nil) == 0 else { return [] }
                // What a function changes is a copy.
                write.new.label = "changed"
                return [APIError(status: 409, title: "Second", source: .field(\Entry.madeAt))]
            })
        let both = try await service.send(
            .post, "/entries", Self.entry(#""label":"no","made_at":0,"secret":null"#))
        #expect((400..<500).contains(both.status))
        #expect(both.json.errors.vox.elements.map { $0.title ?? "" } == ["First", "Second"])
        let made = try await service.send(
            .post, "/entries", Self.entry(#""label":"yes","made_at":1,"secret":null"#))
        #expect(made.status == 201 && made.json.data.attributes.label == "yes")
    }

    @Test("A function finds resources by key paths, also by fields that clients cannot filter by")
    func lists() async throws {
        let service = service(
            .filterable(),
            .validate { write in
                let label: String = try write.new.label
                let same = try await write.list(Entry.self, where: \.label == label)
                let others = try await write.list(Entry.self, where: \.book.title == "t")
                let first = try await write.list(Entry.self, limit: 1)
                let books = try await write.list(Book.self)
                let names =
                    "\(same.compactMap(\.id)) \(others.compactMap(\.id)) "
                    + "\(first.count) \(books.compactMap(\.title))"
                return [APIError(status: 422, title: names)]
            })
        let reply = try await service.send(
            .post, "/entries", Self.entry(#""label":"b","secret":null"#))
        #expect(reply.json.errors[0].title == #"["2"] ["1"] 1 ["t"]"#)
        let wrong = self.service(
            .hidden(\.owner),
            .validate { write in
                do {
                    _ = try await write.list(Entry.self, where: \.owner.id == "1")
                    return []
                } catch let error as FilterExpression.Failure {
                    return [APIError(status: 422, title: "\(error)")]
                }
            })
        let refused = try await wrong.send(
            .post, "/entries", Self.entry(#""label":"b","secret":null"#))
        #expect(refused.status == 422)
    }

    @Test("A type that is only read refuses every write, also by the other side of a relationship")
    func readOnly() async throws {
        let service = service(.options { $0.isReadOnly = true })
        let entry = #"{"type":"entries","id":"1"}"#
        for (method, target) in [
            ("POST", "/entries"), ("PATCH", "/entries/1"), ("DELETE", "/entries/1"),
            ("PATCH", "/entries/1/relationships/book"),
        ] {
            let reply = try await service.send(
                .init(method) ?? .get, target, #"{"data":\#(entry)}"#)
            #expect(reply.status == 405, "\(method) \(target)")
            #expect(reply.headers[.allow] == "GET, HEAD")
        }
        let operation = try await service.operate(#"{"op":"remove","ref":\#(entry)}"#)
        #expect(operation.status == 403)
        #expect(try await service.send(.get, "/entries/1").status == 200)
        #expect(try await service.send(.delete, "/books/2").status == 409)
        #expect(store.resources(of: "books").count == 2)
        let description = service.openAPI()
        guard case .object(let paths)? = description["paths"] else {
            Issue.record("no paths")
            return
        }
        let methods = paths.filter { $0.name.hasPrefix("/entries") }.flatMap { path -> [String] in
            guard case .object(let item) = path.value else { return [] }
            return item.names
        }
        #expect(!methods.contains { ["post", "patch", "delete"].contains($0) })
        #expect(methods.contains("get"))
    }
}
