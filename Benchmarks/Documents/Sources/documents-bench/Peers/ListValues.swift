// SPDX-License-Identifier: MIT

/// What a service has out of a database: 25 articles, the people who wrote them, and their tags.
struct ListValues: Sendable {
    struct Article: Sendable {
        let id: String
        let title: String
        let body: String
        let views: Int
        let rating: Double
        let isPublished: Bool
        let author: Int
        let tags: [Int]
    }

    struct Person: Sendable {
        let id: String
        let name: String
        let email: String
    }

    struct Tag: Sendable {
        let id: String
        let name: String
    }

    let articles: [Article]
    let people: [Person]
    let tags: [Tag]

    init(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        people = (0..<8).map {
            Person(id: "\($0)", name: random.words(bytes: 16), email: "person\($0)@example.com")
        }
        tags = (0..<10).map { Tag(id: "\($0)", name: random.words(bytes: 7)) }
        articles = (0..<25).map { number in
            Article(
                id: "\(1000 + number)", title: random.words(bytes: 20 + random(20)),
                body: random.words(bytes: 200 + random(100)), views: random(100_000),
                rating: Double(random(5)) + 0.5, isPublished: random(3) > 0, author: number % 8,
                tags: [number % 10, (number + 3) % 10])
        }
    }
}
