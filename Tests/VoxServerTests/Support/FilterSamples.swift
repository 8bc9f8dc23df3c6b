// SPDX-License-Identifier: MIT

import Synchronization
import Vox
import VoxServer
import VoxTestSupport

/// The schemas that the tests of filters use, with fields of every kind.
enum Filtered {
    enum Medium: String, JSONConvertible { case vinyl, tape }

    struct Album: ResourceSchema {
        static let type = "albums"
        let title = Attribute<String>("title")
        let year = Attribute<Int>("release-year")
        let price = Attribute<Double>("price")
        let isLive = Attribute<Bool>("live").defaulting(to: false)
        let medium = Attribute<Medium>("medium")
        let label = Attribute<String?>("label")
        let genres = Attribute<[String]>("genres")
        let ratings = Attribute<[Int]>("ratings")
        let city = Attribute<String>(at: "address.city")
        let length = Attribute<Int>("seconds")
            .transformed(to: { Duration.seconds($0) }, from: { Int($0.components.seconds) })
        let place = Attribute<TypedObject<Place>>("place")
        let artist = ToOne<Artist>("artist")
        let owner = ToOne<Owner>("owner")
        let tracks = ToMany<Track>("tracks")
    }

    struct Place: ObjectSchema {
        let street = Attribute<String>("street")
    }

    struct Artist: ResourceSchema {
        static let type = "artists"
        let name = Attribute<String>("name")
        let members = Attribute<Int>("members")
        let debut = ToOne<Album>("debut")
        let albums = ToMany<Album>("albums").required()
    }

    struct Track: ResourceSchema {
        static let type = "tracks"
        let title = Attribute<String>("title")
        let seconds = Attribute<Int>("seconds")
        let writers = ToMany<Artist>("writers")
    }

    enum Owner: ResourceUnion {
        case artist(Resource<Artist>), unknown(Resource<AnyResource>)
        init(_ resource: Resource<AnyResource>) {
            self = resource.as(Artist.self).map(Owner.artist) ?? .unknown(resource)
        }
    }

    static let types = [ServedType(Album.self), ServedType(Artist.self), ServedType(Track.self)]

    /// A store that keeps the filter of the last selection and finds nothing.
    final class Recorder: ResourceStore {
        private let last = Mutex<FilterExpression?>(nil)

        func take() -> FilterExpression? {
            last.withLock { filter in
                defer { filter = nil }
                return filter
            }
        }

        func list(_ selection: ResourceSelection) -> ResourceSelection.Slice {
            last.withLock { $0 = selection.filter }
            return ResourceSelection.Slice(resources: [], total: 0)
        }

        func insert(type: String, id: String?, with content: ResourceChange) throws
            -> StoredResource
        { throw StoreError.busy }

        func update(
            _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
        ) throws -> StoredResource { throw StoreError.busy }

        func delete(_ identifier: StoredResource.Identifier, ifVersion: Int?) throws {
            throw StoreError.busy
        }
    }
}

/// Filters with what is expected of each. Each is a statement of its own, which the compiler checks
/// faster than one long list.
struct FilterRows {
    private(set) var all: [(filter: Filter<Filtered.Album>, expected: String)] = []

    mutating func add(_ filter: Filter<Filtered.Album>, _ expected: String) {
        all.append((filter, expected))
    }
}

/// Random filters on albums, in normal form.
struct RandomFilters {
    var random: Seeded

    init(seed: UInt64) { random = Seeded(seed) }

    static let texts = [
        "", " ", "a", "'", "''", "\"", "\\", "\\\"", "a,b", "(", ")", "[x]", "]", "a;b", "a or b",
        "*", "**", "*x*", "\\*", "é", "e\u{301}", "日本", "😀", "null", "true", "123", "1e5",
        "2022-04-01T11:30:00Z", "&=+#%", "%2C", "and(x)", "\u{0}", "\n", "=isnull=true", "x'y\"z",
    ]

    mutating func text() -> String {
        random.chance(60)
            ? random.pick(Self.texts)
            : (0..<random.below(5)).map { _ in random.pick(Self.texts) }.joined()
    }

    /// A filter on a type, at most so deep.
    mutating func filter(depth: Int, on type: String = "albums") -> FilterExpression {
        guard depth > 1, random.chance(65) else { return condition(on: type) }
        switch random.below(5) {
        case 0: return .not(filter(depth: depth - 1, on: type))
        case 1: return .has(many(type), filter(depth: depth - 1, on: target(type)))
        case 2: return .or(list(depth: depth, on: type))
        default: return .and(list(depth: depth, on: type))
        }
    }

    private mutating func list(depth: Int, on type: String) -> [FilterExpression] {
        (0..<(2 + random.below(3))).map { _ in filter(depth: depth - 1, on: type) }
    }

    private func many(_ type: String) -> [String] {
        switch type {
        case "albums": ["tracks"]
        case "artists": ["albums"]
        default: ["writers"]
        }
    }

    private func target(_ type: String) -> String {
        ["albums": "tracks", "artists": "albums", "tracks": "artists"][type] ?? ""
    }

    /// A condition on one field.
    mutating func condition(on type: String) -> FilterExpression {
        let orders: [FilterExpression.Operator] = [
            .equal, .less, .lessOrEqual, .greater, .greaterOrEqual,
        ]
        if random.chance(10) { return .has(many(type), nil) }
        let (path, kind) = field(on: type)
        if random.chance(15) { return .isNull(path) }
        if random.chance(25) {
            return .anyOf(path, (0..<(2 + random.below(3))).map { _ in value(kind) })
        }
        if kind == 0, random.chance(40) {
            return .comparison(
                path, random.pick([.contains, .startsWith, .endsWith]), .string(text()))
        }
        return .comparison(path, kind == 3 ? .equal : random.pick(orders), value(kind))
    }

    private mutating func value(_ kind: Int) -> JSONValue {
        switch kind {
        case 0: .string(text())
        case 1: .number(JSONNumber(random.below(4000) - 2000))
        case 2: JSONNumber(Double(random.below(4000)) / 8 - 100).map { .number($0) } ?? 0
        default: .bool(random.chance(50))
        }
    }

    /// A field with the kind of its values: text, integer, number, boolean.
    private mutating func field(on type: String) -> ([String], Int) {
        let fields: [([String], Int)] =
            switch type {
            case "albums":
                [
                    (["title"], 0), (["release-year"], 1), (["price"], 2), (["live"], 3),
                    (["genres"], 0), (["ratings"], 1), (["address.city"], 0), (["id"], 0),
                    (["artist", "id"], 0), (["artist", "name"], 0), (["artist", "members"], 1),
                    (["artist", "debut", "artist", "name"], 0), (["artist", "debut", "id"], 0),
                    (["label"], 0), (["owner", "id"], 0),
                ]
            case "artists":
                [(["name"], 0), (["members"], 1), (["debut", "price"], 2), (["id"], 0)]
            default: [(["title"], 0), (["seconds"], 1), (["id"], 0)]
            }
        return random.pick(fields)
    }
}
