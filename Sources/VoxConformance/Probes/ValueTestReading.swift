// SPDX-License-Identifier: MIT

/// Reads the test of a check with `at`.
enum ValueTestReading {
    typealias Reader = @Sendable (ProbeObject) throws(JSONError) -> ProbeCheck.ValueTest

    /// The functions that read a test, by the member that tells what is tested.
    static let readers: [(name: String, Reader)] = [
        ("exists", exists), ("is", equals), ("is-not", differs), ("kind", kinds),
        ("one-of", oneOf), ("length", length), ("names", names), ("contains", contains),
        ("contains-not", lacks), ("resolves", resolves), ("same-as", sameAs), ("within", within),
    ]

    private typealias Test = ProbeCheck.ValueTest

    @Sendable private static func exists(_ object: ProbeObject) throws(JSONError) -> Test {
        .exists(try object.bool("exists"))
    }

    @Sendable private static func equals(_ object: ProbeObject) throws(JSONError) -> Test {
        .equals(try object.snapshot("is"))
    }

    @Sendable private static func differs(_ object: ProbeObject) throws(JSONError) -> Test {
        .differs(from: try object.snapshot("is-not"))
    }

    @Sendable private static func contains(_ object: ProbeObject) throws(JSONError) -> Test {
        .contains(try object.snapshot("contains"))
    }

    @Sendable private static func lacks(_ object: ProbeObject) throws(JSONError) -> Test {
        .lacks(try object.snapshot("contains-not"))
    }

    @Sendable private static func oneOf(_ object: ProbeObject) throws(JSONError) -> Test {
        .oneOf(try object.member("one-of").vox.value(as: [JSONValue].self))
    }

    @Sendable private static func names(_ object: ProbeObject) throws(JSONError) -> Test {
        .names(try object.member("names").vox.value(as: [JSONValue].self))
    }

    @Sendable private static func kinds(_ object: ProbeObject) throws(JSONError) -> Test {
        var kinds: [ProbeCheck.Kind] = []
        for element in object.list("kind") {
            let text = try element.vox.value(as: String.self)
            kinds.append(try ProbeObject.choice(text, at: element))
        }
        return .kinds(kinds)
    }

    @Sendable private static func length(_ object: ProbeObject) throws(JSONError) -> Test {
        let length = object.member("length")
        switch length.vox.kind {
        case .string: return .lengthOf(Template(try object.text("length")))
        case .object: break
        default:
            let number = try length.vox.value(as: Int.self)
            guard number >= 0 else { throw ProbeObject.fault(length, "a length is not negative") }
            return .length(number...number)
        }
        let bounds = try ProbeObject(length, members: ["min", "max"])
        let least = bounds.has("min") ? try bounds.member("min").vox.value(as: Int.self) : 0
        let most = bounds.has("max") ? try bounds.member("max").vox.value(as: Int.self) : .max
        guard least <= most else { throw ProbeObject.fault(length, "min is greater than max") }
        return .length(least...most)
    }

    @Sendable private static func resolves(_ object: ProbeObject) throws(JSONError) -> Test {
        guard try object.bool("resolves") else {
            throw ProbeObject.fault(object.member("resolves"), "\"resolves\" is always true")
        }
        return .resolves
    }

    @Sendable private static func sameAs(_ object: ProbeObject) throws(JSONError) -> Test {
        let place = try ProbeCheck.Place(object.member("same-as"))
        return object.has("by")
            ? .sameElements(place, by: try object.pointers("by")) : .sameAs(place)
    }

    @Sendable private static func within(_ object: ProbeObject) throws(JSONError) -> Test {
        .within(
            try ProbeCheck.Place(object.member("within")), by: try object.pointers("by"))
    }
}
