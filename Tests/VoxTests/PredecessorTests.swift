// SPDX-License-Identifier: MIT

import Testing
import Vox
import VoxCompatibility
import VoxTestSupport

/// The predecessor's own documents, and one of the same build that is always at hand.
@Suite("Documents of the predecessor")
struct PredecessorTests {
    /// An article of ours, with everything that the fixtures have.
    private static let own = """
        {"type": "articles", "id": "a1", "meta": {"hint": "see below"},
         "attributes": {"title": "On views", "description": "Short", "customObject": {"old": "x"},
           "keywords": ["k", "l"], "customObject": {"new": "y"}},
         "relationships": {"author": {"data": {"type": "persons", "id": "p1"}},
           "coauthors": {"data": [{"type": "persons", "id": "p2"}, {"type": "persons",
             "id": "p3"}]}}}
        """

    private static let ownIncluded = """
        [{"type": "persons", "id": "p3", "attributes": {"name": "Cy"}},
         {"type": "persons", "id": "p1", "attributes": {"name": "Ann"}, "relationships":
           {"favoriteArticle": {"data": {"type": "articles", "id": "a1"}}}},
         {"type": "persons", "id": "p2", "attributes": {"name": "Ben"}}]
        """

    private func checkOwn(_ article: Resource<Article<NoSuffix>>) {
        #expect(article.id == "a1")
        #expect(article.title == "On views")
        #expect(article.descriptionText == "Short")
        #expect(article.keywords == ["k", "l"])
        #expect(article.customObject == ["new": "y"])
        #expect(article.meta.hint == "see below")
        #expect(article.author?.name == "Ann")
        #expect(article.author?.favorite == article)
        #expect(article.coauthors.map(\.name) == ["Ben", "Cy"])
        #expect(article.vox.failure == nil)
    }

    private func checkFixture<Ending>(_ article: Resource<Article<Ending>>) {
        #expect(article.id == "id")
        #expect(article.type == "articles" + Ending.text)
        #expect(article.title == "Title")
        #expect(article.descriptionText == "Desc")
        #expect(article.keywords == ["key1", "key2"])
        #expect(article.meta.hint == "Hint")
        #expect(article.author?.id == "123123")
        #expect(article.author?.name == "Aron")
        #expect(article.author?.favorite == article)
        #expect(article.coauthors.map(\.id) == ["35124", "35125"])
        #expect(article.coauthors.compactMap(\.name).count == 2)
        #expect(article.coauthors.allSatisfy { $0.favorite == article })
        #expect(article.fans.isEmpty)
        #expect(article.vox.failure == nil)
    }

    @Test("MW-027 a single document yields the typed resource, its author and two co-authors")
    func single() throws {
        let text = #"{"data":"# + Self.own + #","included":"# + Self.ownIncluded + "}"
        let document = try Deserializer.Single<Article<NoSuffix>>().deserialize(
            data: Array(text.utf8))
        checkOwn(try #require(document.data))
        #expect(document.included.count == 3)
    }

    @Test(
        "MW-027 the predecessor's single document",
        .enabled(if: Corpora.arePresent, Corpora.missing))
    func singleFixture() throws {
        let bytes = try Corpora.bytes("predecessors/Article.json")
        let document = try Deserializer.Single<Article<One>>().deserialize(data: bytes)
        checkFixture(try #require(document.data))
        #expect(Array(try document.documentData()) == bytes)
    }

    @Test("MW-028 a collection document yields the typed list with the same detail")
    func collection() throws {
        let text = #"{"data":["# + Self.own + #"],"included":"# + Self.ownIncluded + "}"
        let document = try Deserializer.Collection<Article<NoSuffix>>().deserialize(
            data: Array(text.utf8))
        #expect(document.data.count == 1)
        checkOwn(document.data[0])
    }

    @Test(
        "MW-028 the predecessor's collection documents",
        .enabled(if: Corpora.arePresent, Corpora.missing))
    func collectionFixtures() throws {
        let two = try Corpora.bytes("predecessors/Articles.json")
        let numbered = try Deserializer.Collection<Article<Two>>().deserialize(data: two)
        #expect(numbered.data.count == 1)
        checkFixture(numbered.data[0])
        #expect(Array(try numbered.documentData()) == two)

        let plain = try Corpora.bytes("predecessors/DeserializerCollectionSpec.json")
        let collection = try Document<[Article<NoSuffix>]>(parsing: plain)
        #expect(collection.data.count == 1)
        checkFixture(collection.data[0])

        let page = try Document<[Article<Three>]>(
            parsing: Corpora.bytes("predecessors/Pagination1.json"))
        checkFixture(page.data[0])
        #expect(page.links.map(\.name) == ["self", "first", "prev", "next", "last"])
    }

    @Test("MW-029 a polymorphic document yields weapon and shield, and that very shield")
    func polymorphic() throws {
        let document = try Document<Player<NoSuffix>>(
            parsing: """
                {"data": {"type": "Player", "id": "p", "attributes": {"titles": ["a"]},
                  "relationships":
                  {"items": {"data": [{"type": "Weapon", "id": "w"}, {"type": "Shield",
                    "id": "s"}]}}},
                 "included": [{"type": "Shield", "id": "s", "attributes": {"name": "round"}},
                  {"type": "Weapon", "id": "w", "attributes": {"hint": "sharp"}, "relationships":
                    {"shield": {"data": {"type": "Shield", "id": "s"}}}}]}
                """)
        let player = try #require(document.data)
        let weapon = try #require(player.items.first?.as(Weapon<NoSuffix>.self))
        let shield = try #require(player.items.last?.as(Shield<NoSuffix>.self))
        #expect(weapon.hint == "sharp")
        #expect(shield.name == "round")
        #expect(weapon.shield == shield)
        #expect(player.items.first?.as(Shield<NoSuffix>.self) == nil)
    }

    private func checkPlayer<Ending>(_ bytes: [UInt8], _ ending: Ending.Type) throws
    where Ending: Suffix {
        let player = try #require(try Document<Player<Ending>>(parsing: bytes).data)
        #expect(player.id == "player123")
        #expect(player.titles == ["hello", "world"])
        #expect(player.items.count == 2)
        let weapon = try #require(player.items[0].as(Weapon<Ending>.self))
        let shield = try #require(player.items[1].as(Shield<Ending>.self))
        #expect(weapon.hint == "A hint")
        #expect(shield.name == "A name")
        #expect(weapon.shield == shield)
        #expect(weapon.shield?.id == "ardor")
    }

    @Test(
        "MW-029 the predecessor's polymorphic documents",
        .enabled(if: Corpora.arePresent, Corpora.missing))
    func polymorphicFixtures() throws {
        try checkPlayer(Corpora.bytes("predecessors/Player.json"), NoSuffix.self)
        try checkPlayer(
            Corpora.bytes("predecessors/DeserializerSinglePolymorphic.json"), Plural.self)
    }

    @Test(
        "MW-036 the predecessor's type of two spaces",
        .enabled(if: Corpora.arePresent, Corpora.missing))
    func typeOfTwoSpaces() throws {
        let document = try Document<[AnyResource]>(
            parsing: Corpora.bytes("predecessors/Pagination2.json"))
        let odd = try #require(document.resource(type: "  ", id: "35126"))
        #expect(odd.type == "  ")
        #expect(document.included[1] == odd)
        // Its linkage says another type, so there it stays what the linkage says.
        let article = try #require(document.data[0].as(Article<Three>.self))
        #expect(article.coauthors.map(\.type) == ["persons3", "persons3"])
        #expect(article.coauthors.map(\.vox.isResolved) == [false, true])
    }

    @Test(
        "MW-043 the predecessor's repeated member: the last counts",
        .enabled(if: Corpora.arePresent, Corpora.missing))
    func repeatedMember() throws {
        let bytes = try Corpora.bytes("predecessors/Article.json")
        let article = try #require(try Document<Article<One>>(parsing: bytes).data)
        #expect(article.customObject == ["property": "value"])
        #expect(
            article.attributes.vox.members.map(\.name) == [
                "title", "description", "keywords", "customObject",
            ])
        let strict = #expect(throws: DocumentError.self) {
            try Document<Article<One>>(parsing: bytes, options: DocumentOptions(mode: .strict))
        }
        #expect(strict?.code == .json)
        #expect(strict?.json?.code == .duplicateName)
    }
}
