// SPDX-License-Identifier: MIT

import Testing
import VoxREST
import VoxTesting

@Suite("Models")
struct ModelTests {
    private func post(_ text: String) throws -> TypedObject<BlogPost> {
        TypedObject(try JSON(parsing: text))
    }

    @Test("MW-093 Ids are text, of numbers too.", arguments: [#"7"#, #""7""#])
    func idsAreText(id: String) throws {
        let post = try post(#"{"id": \#(id), "title": "a"}"#)
        #expect(post.id == "7")
        #expect(!post.vox.isNew)
    }

    @Test(
        "MW-093 What is no id is none: null, an object, nothing.", arguments: ["null", "{}", "[]"])
    func noIDs(id: String) throws {
        #expect(try post(#"{"id": \#(id)}"#).id == nil)
        #expect(try post("{}").vox.isNew)
    }

    @Test("MW-084 A local id counts as none.")
    func localIDs() throws {
        let post = TypedObject<BlogPost>()
        #expect(post.vox.localID == nil)
        let id = try #require(post.vox.assignLocalID())
        #expect(id.hasPrefix("local-") && post.id == id)
        #expect(post.vox.assignLocalID() == id)
        #expect(post.vox.isNew)
        post.id = "9"
        #expect(post.vox.localID == nil && post.vox.assignLocalID() == nil)
    }

    @Test("An id may have another name.")
    func otherIDNames() throws {
        struct Avatar: RESTSchema {
            static let path = "avatars/<user_id>"
            static let idName: StaticString = "user_id"
        }
        let avatar = TypedObject<Avatar>(try JSON(parsing: #"{"user_id": 3, "id": 4}"#))
        #expect(avatar.id == "3")
    }

    @Test("MW-084 Changes are told from what was read; written and set back is none.")
    func changes() throws {
        let post = try post(#"{"id": 1, "title": "a", "contents": "b", "views": 3}"#)
        #expect(!post.vox.isChanged)
        post.title = "x"
        post.views = nil
        post.contents = "c"
        post.contents = "b"
        let changes = try post.vox.changes()
        #expect(changes.attributes == ["title", "views"])
        #expect(changes.removed == ["views"])
        #expect(changes.paths == ["/title", "/views"])
        #expect(try post.vox.isChanged(\.title))
        #expect(try !post.vox.isChanged(\.contents))
        try post.vox.revert()
        #expect(post.title == "a" && post.views == 3)
        #expect(!post.vox.isChanged)
    }

    @Test("MW-084 Merging keeps what was changed here, and takes over the rest.")
    func merging() throws {
        let mine = try post(#"{"id": 1, "title": "a", "views": 1}"#)
        mine.title = "mine"
        try mine.vox.merge(try post(#"{"id": 1, "title": "theirs", "views": 2, "slug": "s"}"#))
        #expect(mine.title == "mine" && mine.views == 2 && mine.slug == "s")
        #expect(try mine.vox.changes().attributes == ["title"])
        try mine.vox.revert()
        #expect(mine.title == "theirs")
    }

    @Test("What is written once is refused in a model that the service knows.")
    func writeOnce() throws {
        let known = try post(#"{"id": 1, "slug": "a"}"#)
        known.slug = "b"
        #expect(known.slug == "a")
        #expect(known.vox.failures.firstWrite?.code == .readOnly)
        let new = TypedObject<BlogPost>()
        new.slug = "b"
        #expect(new.slug == "b" && new.vox.failures.isEmpty)
    }

    // MARK: Lists

    private func list(
        _ text: String, _ change: (inout RESTOptions.Lists) -> Void = { _ in }
    ) throws -> ModelList<BlogPost> {
        var options = RESTOptions.Lists()
        change(&options)
        return try ModelList(JSON(parsing: text), options: options)
    }

    @Test(
        "MW-092 The same id twice is one model, at the place of the first, with the last values.",
        arguments: [
            #"[{"id": 1, "title": "a"}, {"id": 2, "title": "b"}, {"id": 1, "title": "c"}]"#,
            #"[{"id": "1", "title": "a"}, {"id": "x", "title": "b"}, {"id": 1, "title": "c"}]"#,
            #"[{"id": 1, "title": "a"}, {"id": 1, "title": "c"}, {"id": 2, "title": "b"}]"#,
            #"[{"id": 2, "title": "z"}, {"id": 1, "title": "a"}, {"id": 2, "title": "y"}]"#,
        ])
    func repeatedIDs(text: String) throws {
        let list = try list(text)
        #expect(list.count == 2)
        #expect(Set(list.map(\.id)).count == 2)
        #expect(list[id: "1"]?.title == (text.contains("z") ? "a" : "c"))
        #expect(try self.list(text) { $0.keepsRepeatedIDs = true }.count == 3)
    }

    @Test("MW-092 In whatever order ids come, each is one model.")
    func orderOfIDs() throws {
        var lists: [[Int]] = [[]]
        for _ in 0..<4 {
            lists += lists.flatMap { list in (1...3).map { list + [$0] } }
        }
        for ids in Set(lists) {
            let elements = ids.enumerated().map { #"{"id": \#($1), "title": "\#($0)"}"# }
            let list = try list("[\(elements.joined(separator: ","))]")
            var firsts: [Int] = []
            for id in ids where !firsts.contains(id) { firsts.append(id) }
            #expect(list.map(\.id) == firsts.map { "\($0)" }, "\(ids)")
            let lasts = firsts.map { id in ids.lastIndex(of: id).map { "\($0)" } }
            #expect(list.map(\.title) == lasts, "\(ids)")
        }
    }

    @Test("MW-092 Models without ids are all kept.")
    func withoutIDs() throws {
        #expect(try list(#"[{"title": "a"}, {"title": "a"}, {"id": 1}]"#).count == 3)
    }

    @Test("MW-092 A bad element refuses the list, or is skipped and told.")
    func badElements() throws {
        let text = #"[{"id": 1}, null, {"id": 2}, "x"]"#
        let error = #expect(throws: JSONError.self) { try list(text) }
        #expect(error?.code == .wrongKind && error?.pointer == "/1")
        let rest = try list(text) { $0.skipsBadElements = true }
        #expect(rest.map(\.id) == ["1", "2"])
        #expect(rest.skipped.map(\.pointer) == ["/1", "/3"])
    }

    @Test("MW-092 What is no list is none.", arguments: ["{}", "null", "3"])
    func noLists(text: String) throws {
        #expect(throws: JSONError.self) { try list(text) }
    }

    @Test("Models of a list are views: writing one writes the list.")
    func listsAreViews() throws {
        let list = try list(#"[{"id":1,"title":"a"},{"id":2}]"#)
        list[1].title = "b"
        list.first?.title = nil
        #expect(try list.json.vox.text() == #"[{"id":1},{"id":2,"title":"b"}]"#)
    }
}
