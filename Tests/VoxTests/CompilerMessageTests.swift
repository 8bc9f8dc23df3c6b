// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxTestSupport

/// What the compiler says to those who mistype: each line is wrong, and the message must tell how.
/// Compiles against the modules that this test was built with.
@Suite("Messages of the compiler")
struct CompilerMessageTests {
    private static let canCompile = Compiler.has("Vox")

    private static let schema = """
        import Vox
        struct User: ResourceSchema {
            static let type = "users"
            let name = Attribute<String>("name")
            let year = Attribute<Int>("year")
            let isNew = Attribute<Bool>("isNew")
            let tags = Attribute<[String]>("tags")
            let extras = Attribute<JSON>("extras")
            let plays = Attribute<Int>("plays").defaulting(to: 0)
            let created = Attribute<String>("created").readOnly()
            let home = Attribute<TypedObject<Place>>("home")
            let boss = ToOne<User>("boss")
            let friends = ToMany<User>("friends")
            let owner = ToOne<Owner>("owner")
            let owners = ToMany<Owner>("owners")
        }
        struct Firm: ResourceSchema {
            static let type = "firms"
            let name = Attribute<String>("name")
        }
        struct Place: ObjectSchema {
            let street = Attribute<String>("street")
            let floor = Attribute<Int>("floor").defaulting(to: 0)
        }
        enum Owner: ResourceUnion {
            case firm(Resource<Firm>), unknown(Resource<AnyResource>)
            init(_ resource: Resource<AnyResource>) {
                self = resource.as(Firm.self).map(Owner.firm) ?? .unknown(resource)
            }
        }
        struct Point: Codable { var x = 1.5 }

        """

    /// What each line may use.
    private static let parameters = """
        _ user: Resource<User>, _ firm: Resource<Firm>, _ json: JSON, _ page: Document<[User]>, \
        _ one: Document<User>, _ users: DataSource<User>, _ point: Point
        """

    /// Everyday mistakes, as the page Errors has them, and what the compiler says.
    static let mistakes: [(line: String, message: String)] = [
        ("user.name = 3", "cannot assign value of type 'Int' to type 'String'"),
        (#"user.year = "1994""#, "cannot assign value of type 'String' to type 'Int'"),
        (
            #"user.nme = "x""#,
            "value of type 'Resource<User>' has no dynamic member 'nme' using key path from root type 'User'"
        ),
        (
            "let _: String = user.name",
            "'subscript(dynamicMember:)' is unavailable: an attribute may be missing or null: read an optional, use a default (?? value), or declare the attribute with defaulting(to:) or required()"
        ),
        (
            "let _: Int? = user.name",
            "no 'name' candidates produce the expected contextual result type 'Int?'"
        ),
        ("user.name = user.year", "cannot assign value of type 'Int?' to type 'String?'"),
        (
            "user.plays = .null",
            "'subscript(dynamicMember:)' is unavailable: an attribute with a default is never nil or null: remove it with vox.remove(_:), or write null with vox.setNull(_:)"
        ),
        (
            "user.plays = nil",
            "'subscript(dynamicMember:)' is unavailable: an attribute with a default is never nil or null: remove it with vox.remove(_:), or write null with vox.setNull(_:)"
        ),
        (
            #"user.created = "x""#,
            "'subscript(dynamicMember:)' is unavailable: only the server changes a read-only attribute: use vox.set(_:to:) to write it anyway"
        ),
        (
            #"user.tags = ["a": 1]"#,
            "cannot assign value of type '[String : Int]' to type '[String]'"
        ),
        (
            #"user.boss = "7""#,
            "'subscript(dynamicMember:)' is unavailable: a to-one relationship takes a Resource of the schema it was declared with, .null to unlink, or .orNull(resource)"
        ),
        (
            "user.boss = firm",
            "'subscript(dynamicMember:)' is unavailable: a to-one relationship takes a Resource of the schema it was declared with, .null to unlink, or .orNull(resource)"
        ),
        (
            "user.boss = [user]",
            "'subscript(dynamicMember:)' is unavailable: a to-one relationship takes a Resource of the schema it was declared with, .null to unlink, or .orNull(resource)"
        ),
        (
            "user.friends = user",
            "'subscript(dynamicMember:)' is unavailable: a to-many relationship takes a list of resources of the schema it was declared with: [first, second], or []"
        ),
        (
            #"user.friends = "7""#,
            "'subscript(dynamicMember:)' is unavailable: a to-many relationship takes a list of resources of the schema it was declared with: [first, second], or []"
        ),
        (
            "print(user.boss.name)",
            "'subscript(dynamicMember:)' is unavailable: a related resource may be missing: use ?. after it, or declare the relationship with required()"
        ),
        (
            #"user.boss?.nam = "x""#,
            "subscript 'subscript(dynamicMember:)' requires that 'ToOne<User>' conform to 'WritableAttribute'"
        ),
        (
            #"_ = Resource<User>(name: "x")"#,
            "incorrect argument label in call (have 'name:', expected 'id:')"
        ),
        (
            "print(one.data.name)",
            "value of optional type 'Resource<User>?' must be unwrapped to refer to member 'name' of wrapped base type 'Resource<User>'"
        ),
        (
            "_ = users.fetch().data",
            "'data' is unavailable: a request has no data before it is sent: use try await request.result().data"
        ),
        (
            #"_ = users.fetch().filter(\.tags > ["x"])"#,
            "'>' is unavailable: a filter compares the order only of Comparable values, such as numbers and strings"
        ),
        (
            #"_ = users.fetch().filter(\.isNew > true)"#,
            "'>' is unavailable: a filter compares the order only of Comparable values, such as numbers and strings"
        ),
        (
            #"_ = users.fetch().filter(\.year > "1990")"#,
            "cannot convert value of type 'String' to expected argument type 'Int'"
        ),
        (
            #"_ = users.fetch().filter(.contains(\.year, "19"))"#,
            "no exact matches in call to static method 'contains'"
        ),
        (
            #"_ = users.fetch().filter(\User.yer > 1990)"#,
            "value of type 'User' has no member 'yer'"
        ),
        (
            #"_ = users.fetch().include(\.boss.name)"#,
            "'include' is unavailable: include takes relationships, include(\\.artist); select attributes with fields(Artist.self, \\.name)"
        ),
        ("for x in json { print(x) }", "for-in loop requires 'JSON' to conform to 'Sequence'"),
        (
            "for x in json.items { print(x) }",
            "'subscript(dynamicMember:)' is unavailable: JSON is not a Swift array: iterate over vox.elements, append with vox.append(_:), or read an array such as [Int]?"
        ),
        (
            "json.list.append(1)",
            "'subscript(dynamicMember:)' is unavailable: JSON is not a Swift array: iterate over vox.elements, append with vox.append(_:), or read an array such as [Int]?"
        ),
        (
            "_ = json.list.map { $0 }",
            "'subscript(dynamicMember:)' is unavailable: JSON is not a Swift array: iterate over vox.elements, append with vox.append(_:), or read an array such as [Int]?"
        ),
        (
            "let _: Int = json.a",
            "'subscript(dynamicMember:)' is unavailable: a JSON value may be missing or have another kind: read an optional (Int?), use a default (?? 0), or call try vox.value(as:)"
        ),
        (
            "print(json.items.count as Int)",
            "'subscript(dynamicMember:)' is unavailable: a JSON value may be missing or have another kind: read an optional (Int?), use a default (?? 0), or call try vox.value(as:)"
        ),
        (
            "json.place = point",
            "'subscript(dynamicMember:)' is unavailable: write a Codable value with try vox.encode(_:), and read it with try vox.decode(_:); a type that conforms to JSONCodable needs neither"
        ),
        (
            "if let x = json.name { print(x) }",
            "initializer for conditional binding must have Optional type, not 'JSON'"
        ),
        (
            "user.owner = firm",
            "'subscript(dynamicMember:)' is unavailable: a to-one relationship to a union takes one of its cases, such as .person(resource), .null to unlink, or .orNull(case)"
        ),
        (
            "user.owners = [firm]",
            "'subscript(dynamicMember:)' is unavailable: a to-many relationship to a union takes a list of its cases: [.person(resource)], or []"
        ),
        (
            #"user.friends.append("7")"#,
            "'append' is unavailable: a to-many relationship takes resources of the schema it was declared with; use Resource(id:) if only the id is available"
        ),
        (
            "for x in page { print(x) }",
            "for-in loop requires 'Document<[User]>' to conform to 'Sequence'"
        ),
        (
            #"_ = users.fetch().sort("-year")"#,
            #"'sort' is unavailable: sort takes a list of names, sort(["-year"]), or a key path, sort(\.year, .descending)"#
        ),
        (
            #"_ = users.fetch().include("boss")"#,
            #"'include' is unavailable: include takes a list of paths, include(["artist"]), or key paths, include(\.artist)"#
        ),
        (
            #"_ = users.fetch().include(\.bos)"#,
            "cannot infer key path type from context; consider explicitly specifying a root type"
        ),
        (#"_ = users.fetch().include(\User.bos)"#, "value of type 'User' has no member 'bos'"),
        (
            "_ = users.create(firm)",
            "cannot convert value of type 'Resource<Firm>' to expected argument type 'Resource<User>'"
        ),
    ]

    /// Further lines of that kind.
    private static let wrongLines: [(line: String, message: String)] = [
        (
            #"_ = users.fetch().filter(\.boss > 3)"#,
            "operator function '>' requires that 'ToOne<User>' conform to 'FilterOperand'"
        ),
        (
            #"_ = users.fetch().filter(\.year >= nil)"#,
            "'nil' is not compatible with expected argument type 'Int'"
        ),
        ("user.year = 3.5", "cannot assign value of type 'Double' to type 'Int'"),
        ("user.name = true", "cannot assign value of type 'Bool' to type 'String'"),
        ("user.name = [1]", "cannot assign value of type '[Int]' to type 'String'"),
        ("user.tags = \"x\"", "cannot assign value of type 'String' to type '[String]'"),
        ("user.plays = \"x\"", "cannot assign value of type 'String' to type 'Int'"),
        ("user.home.street = 3", "cannot assign value of type 'Int' to type 'String'"),
    ]

    private static let rightLines = [
        "user.name = \"x\"", "user.name = nil", "user.name = .null", "user.year = 3",
        "user.tags = [\"x\"]", "user.tags?.append(\"x\")", "user.name = user.name",
        "user.name = .orNull(user.name)", "user.name = .value(\"x\")", "user.extras = 3",
        "user.extras = [\"a\": [1, nil, true]]", "user.extras.a.b = \"x\"", "user.extras = nil",
        "user.extras = .null", "let _: String? = user.extras.a", "user.plays += 1",
        "user.boss = user", "user.boss = nil", "user.boss = .null",
        "user.boss = .orNull(user.boss)", "user.friends = [user]", "user.friends = nil",
        "user.friends.append(user)", "user.friends.append(Resource(id: \"7\"))",
        "user.owner = .firm(firm)", "user.owner = .null", "user.owners = [.firm(firm)]",
        "user.owners.append(.firm(firm))", "try json.place.vox.encode(point)",
        "if let x: String = json.name { print(x) }", "if let x = json.name as String? { print(x) }",
        "_ = users.fetch().sort([\"-year\"]).include([\"boss\"]).sort(\\.year)",
        #"_ = users.fetch().filter(\.year > 1990 && .contains(\.name, "x") || !(\.boss.name == nil))"#,
        #"_ = users.fetch().filter(\.year, 1990).filter(\.isNew == true && \.boss.id == "7")"#,
        #"_ = users.fetch().filter(.in(\.year, 1990...1999) && .has(\.friends, \.name == "x"))"#,
        #"_ = users.fetch().filter(\.boss == nil && \.tags != nil && .contains(\.tags, "x"))"#,
        "for x in page.data { print(x) }", "user.home.street = \"x\"", "user.home = nil",
        "let _: Int? = json.a", "let _: Int = json.a ?? 3", "let _: JSON = json.a.b",
        "json.a.b = [1, \"x\", nil]", "for x in json.list.vox.elements { print(x) }",
        "print(json.count as Int? ?? 0, json.first.title ?? \"\", json.map ?? 3)",
        "if json.flag == true, json.title == \"x\", json.other ?? false {}",
        "switch user.name as Nullable<String>? { case nil, .null?: break; case .value(let x)?: print(x) }",
        "_ = users.fetch().include(\\.boss, \\.boss.friends).fields(User.self, \\.name, \\.boss)",
        "print((json.a ?? 1) + (json.b ?? 2) * (json.c ?? 3), [json.a as String?, json.b])",
    ]

    @Test(
        "a mistake is told by its cause; right lines compile",
        .enabled(if: canCompile, "the modules of the package are not beside the tests"))
    func table() throws {
        let wrong = Self.mistakes + Self.wrongLines
        let lines = wrong.map(\.line) + Self.rightLines
        let body = lines.map { "func line(\(Self.parameters)) throws { \($0) }" }
        // Functions of one name each in a type of its own, so that one error stops none of the others.
        let types = body.enumerated().map { "enum E\($0) { static \($1) }" }
        let source = Self.schema + types.joined(separator: "\n") + "\n"
        let found = try Compiler.errors(in: source)
        let first = Self.schema.split(separator: "\n", omittingEmptySubsequences: false).count
        for (index, (line, message)) in wrong.enumerated() {
            let said = (found[first + index] ?? []).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            #expect(said.contains(message), "\(line): \(said)")
        }
        for (index, line) in Self.rightLines.enumerated() {
            #expect(found[first + wrong.count + index] == nil, "\(line)")
        }
    }

    /// What may cross to another task, and what may not: the value must not be used by two at once.
    private static let crossing = [
        (#"Task.detached { _ = document.data?.name }; _ = document.data?.name"#, false),
        (#"Task.detached { _ = document.data?.name }"#, true),
        (
            #"let frozen = try document.frozen(); Task.detached { _ = frozen.document.data?.name }; _ = frozen.document.data?.name"#,
            true
        ),
    ]

    @Test(
        "MW-026 The compiler refuses a document that is not frozen in two tasks, and takes a frozen one",
        .enabled(if: canCompile, "the modules of the package are not beside the tests"))
    func owners() throws {
        let types = Self.crossing.enumerated().map { index, crossing in
            "enum C\(index) { static func line(_ document: sending Document<User>) throws { \(crossing.0) } }"
        }
        let found = try Compiler.errors(
            in: Self.schema + types.joined(separator: "\n") + "\n", isComplete: true)
        let first = Self.schema.split(separator: "\n", omittingEmptySubsequences: false).count
        for (index, (line, isRight)) in Self.crossing.enumerated() {
            let said = found[first + index] ?? []
            #expect(said.isEmpty == isRight, "\(line): \(said)")
            #expect(isRight || said.contains { $0.contains("data races") }, "\(said)")
        }
    }

    @Test("the table of the page Errors is that of the compiler")
    func documentation() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appendingPathComponent("Sources/Vox/Vox.docc/Errors.md"),
            encoding: .utf8)
        for (line, message) in Self.mistakes {
            #expect(page.contains("| `\(line)` | \(message) |\n"), "\(line)")
        }
        #expect(Self.mistakes.count >= 20)
    }
}
