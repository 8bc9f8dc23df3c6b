// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxSQL

extension EveryDoorTests {
    private static let profile: HTTPFields = [
        .accept: #"application/vnd.api+json;profile="#
            + #""https://jsonapi.org/profiles/ethanresnick/cursor-pagination""#
    ]

    @Test(
        "A hidden name is refused like an unknown one, wherever it can be written",
        arguments: TestDatabase.all)
    func hiddenNames(on kind: TestDatabase) async throws {
        try await withService(on: kind) { service, _ in
            let lists = ["/accounts", "/tags/t/accounts"]
            let queries = [
                "sort=NAME", "sort=-NAME,id", "sort=name,NAME", "filter[NAME][null]=false",
                "filter[NAME][ne]=x", "filter[NAME][gt]=a", "filter[NAME][contains]=S",
                "filter[owner.NAME]=x", "filter[notes.account.NAME]=x", "filter[NAME.id]=7",
                "include=NAME", "include=notes.account.NAME", "sort=NAME&page[size]=1",
            ]
            var attempts: [(HTTPRequest.Method, String, String?)] = lists.flatMap { list in
                queries.map { (.get, "\(list)?\($0)", nil) }
            }
            attempts += [
                (.get, "/notes?sort=account.NAME", nil),
                (.get, "/notes/1/account?include=NAME", nil),
                (.get, "/tags/t/relationships/accounts?include=accounts.NAME", nil),
                (.get, "/accounts/1/NAME?include=x", nil),
                (.delete, "/accounts/1/relationships/NAME", #"{"data": []}"#),
                (
                    .post, "/accounts",
                    #"{"data": {"type": "accounts", "attributes": {"NAME": "x"}}}"#
                ),
            ]
            for operation in [
                #"{"op": "update", "data": \#(Self.account), "attributes": {"NAME": "x"}}}"#,
                #"{"op": "update", "ref": \#(Self.account), "relationship": "NAME"}, "data": null}"#,
                #"{"op": "add", "data": {"type": "NAME"}}"#,
                #"{"op": "remove", "ref": {"type": "NAME", "id": "7"}}"#,
                #"{"op": "remove", "href": "/NAME/7"}"#,
            ] {
                attempts.append(
                    (.post, "/operations", #"{"atomic:operations": [\#(operation)]}"#))
            }
            for (method, target, body) in attempts {
                for headers in [HTTPFields(), target.contains("page") ? Self.profile : [:]] {
                    func reply(_ name: String) async throws -> String {
                        let reply = try await Self.send(
                            method, target.replacing("NAME", with: name),
                            body?.replacing("NAME", with: name), headers: headers, to: service)
                        return "\(reply.status) \(reply.text.replacing(name, with: "NAME"))"
                    }
                    let unknown = try await reply("nothing")
                    #expect(unknown.hasPrefix("4"), "\(method) \(target): \(unknown)")
                    for name in ["secret", "hidden", "internal", "internals"] {
                        #expect(try await reply(name) == unknown, "\(method) \(target)")
                    }
                }
            }
        }
    }

    @Test(
        "A row of another tenant and a deleted row are refused like a missing one",
        arguments: TestDatabase.all)
    func hiddenRows(on kind: TestDatabase) async throws {
        try await withService(on: kind) { service, database in
            let account = #"{"type": "accounts", "id": "NUMBER""#
            var attempts: [(HTTPRequest.Method, String, String?)] = [
                (.get, "/accounts/NUMBER", nil), (.get, "/accounts/NUMBER/notes", nil),
                (.get, "/accounts/NUMBER/relationships/tags", nil),
                (.delete, "/accounts/NUMBER", nil),
                (.patch, "/accounts/NUMBER", #"{"data": \#(account)}}"#),
                (.patch, "/accounts/NUMBER/relationships/owner", #"{"data": null}"#),
                (.patch, "/accounts/NUMBER/relationships/tags", #"{"data": []}"#),
                (.delete, "/accounts/NUMBER/relationships/tags", #"{"data": []}"#),
                (.patch, "/notes/1/relationships/account", #"{"data": \#(account)}}"#),
                (.post, "/tags/t/relationships/accounts", #"{"data": [\#(account)}]}"#),
                (.patch, "/tags/t/relationships/accounts", #"{"data": [\#(account)}]}"#),
                (
                    .post, "/notes",
                    #"{"data": {"type": "notes", "relationships": {"account": {"data": "#
                        + #"\#(account)}}}}}"#
                ),
            ]
            for operation in [
                #"{"op": "update", "data": \#(account), "attributes": {"name": "x"}}}"#,
                #"{"op": "remove", "ref": \#(account)}}"#,
                #"{"op": "update", "ref": \#(account), "relationship": "owner"}, "data": null}"#,
                #"{"op": "update", "ref": \#(account), "relationship": "tags"}, "data": []}"#,
                #"{"op": "remove", "href": "/accounts/NUMBER"}"#,
                #"{"op": "update", "ref": {"type": "notes", "id": "1", "relationship": "account"}, "#
                    + #""data": \#(account)}}"#,
            ] {
                attempts.append(
                    (.post, "/operations", #"{"atomic:operations": [\#(operation)]}"#))
            }
            for (method, target, body) in attempts {
                func reply(_ id: String) async throws -> String {
                    // The ids are sent, and an id may come back.
                    let reply = try await Self.send(
                        method, target.replacing("NUMBER", with: id),
                        body?.replacing("NUMBER", with: id), to: service)
                    return "\(reply.status) \(reply.text.replacing(id, with: "NUMBER"))"
                }
                let missing = try await reply("99")
                #expect(missing.hasPrefix("404"), "\(method) \(target): \(missing)")
                for id in ["2", "3"] {
                    let hidden = try await reply(id)
                    #expect(
                        hidden.prefix(3) == missing.prefix(3)
                            && hidden.count == missing.count, "\(method) \(target): \(hidden)")
                }
            }
            let rows = try await database.run(
                "SELECT id, name, owner_id FROM account WHERE id > 1 ORDER BY id")
            #expect(
                rows == [
                    [.integer(2), .text("GONE"), .integer(7)],
                    [.integer(3), .text("BLUE"), .integer(7)],
                ])
            #expect(
                try await database.run("SELECT count(*) FROM account_tag WHERE account > 1")
                    == [[.integer(2)]])
        }
    }

    @Test("No cursor contains a hidden value", arguments: TestDatabase.all)
    func cursors(on kind: TestDatabase) async throws {
        try await withService(on: kind) { service, _ in
            for target in [
                "/accounts", "/accounts?sort=-name", "/tags/t/accounts?sort=name",
                "/tags/t/relationships/accounts", "/accounts/1/tags", "/notes?sort=body",
                "/accounts?sort=name&fields[accounts]=secret",
            ] {
                let reply = try await Self.send(.get, target, headers: Self.profile, to: service)
                #expect(reply.status == 200)
                var rest = reply.text[...]
                var count = 0
                while let start = rest.range(of: #""cursor":""#) {
                    rest = rest[start.upperBound...]
                    let cursor = rest.prefix { $0 != "\"" }
                        .replacing("-", with: "+").replacing("_", with: "/")
                    let padding = String(repeating: "=", count: (4 - cursor.utf8.count % 4) % 4)
                    let bytes = try #require(Data(base64Encoded: cursor + padding))
                    let text = String(decoding: bytes, as: UTF8.self)
                    for value in Self.values {
                        #expect(!text.contains(value), "\(target): \(text)")
                    }
                    count += 1
                }
                #expect(count > 0, "\(target): \(reply)")
            }
        }
    }
}

#endif
