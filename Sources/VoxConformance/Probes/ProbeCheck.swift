// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A check of a response.
struct ProbeCheck: Sendable {
    enum Level: String, Sendable, Hashable, CaseIterable {
        case must, should
    }

    let verb: Verb
    let level: Level
    /// The rules that the check shows; nil for the rules of the probe.
    let rules: [String]?
    /// Words for the report.
    let reason: String?
    /// The check that must pass for this check to be made; none or one.
    let when: [ProbeCheck]

    enum Verb: Sendable {
        case status(StatusSet)
        case mediaType(String)
        case header(HTTPField.Name, HeaderTest)
        case document(Validator.Profile)
        case value(PointerTemplate, ValueTest, isOptional: Bool)
        case sorted(PointerTemplate, by: PointerTemplate, isDescending: Bool)
        case unique(PointerTemplate, by: [PointerTemplate])
        case sameAddress(AddressSource, AddressSource)
    }

    enum HeaderTest: Sendable {
        case exists(Bool)
        case equals(Template)
        case contains(Template)
        case lacks(Template)
    }

    /// A test of the values at a pointer.
    enum ValueTest: Sendable {
        case exists(Bool)
        case equals(JSONValue)
        case differs(from: JSONValue)
        case kinds([Kind])
        case oneOf([JSONValue])
        case length(ClosedRange<Int>)
        /// The length is the value of a variable.
        case lengthOf(Template)
        case names([JSONValue])
        case contains(JSONValue)
        case lacks(JSONValue)
        /// The value is a JSON Pointer to a value of the document of the request.
        case resolves
        /// The value is the same as another value.
        case sameAs(Place)
        /// The values have the same elements as another value, compared by these members.
        case sameElements(Place, by: [PointerTemplate])
        /// The elements are among those of another value, compared by these members.
        case within(Place, by: [PointerTemplate])
    }

    /// A value in the response of a step. Steps are counted from 1; nil is the step of the check.
    struct Place: Sendable {
        let step: Int?
        let pointer: PointerTemplate
    }

    enum Kind: String, Sendable, CaseIterable {
        case null, boolean, number, integer, string, array, object, missing
    }

    /// A place that has an address.
    enum AddressSource: Sendable {
        case template(Template)
        case header(HTTPField.Name)
        case value(Place)
    }
}

extension ProbeCheck.Verb {
    var variables: Set<String> {
        switch self {
        case .status, .mediaType, .document: []
        case .header(_, .exists): []
        case .header(_, .equals(let template)), .header(_, .contains(let template)),
            .header(_, .lacks(let template)):
            Set(template.variables)
        case .value(let pointer, let test, _): test.variables.union(pointer.variables)
        case .sorted(let list, let member, _): Set(list.variables + member.variables)
        case .unique(let list, let members): Set(list.variables + members.flatMap(\.variables))
        case .sameAddress(let left, let right): left.variables.union(right.variables)
        }
    }
}

extension ProbeCheck.ValueTest {
    fileprivate var variables: Set<String> {
        switch self {
        case .exists, .kinds, .length, .resolves: []
        case .equals(let value), .differs(let value), .contains(let value), .lacks(let value):
            value.templateVariables
        case .oneOf(let values), .names(let values): JSONValue.array(values).templateVariables
        case .lengthOf(let template): Set(template.variables)
        case .sameAs(let place): Set(place.pointer.variables)
        case .sameElements(let place, let members), .within(let place, let members):
            Set(place.pointer.variables + members.flatMap(\.variables))
        }
    }
}

extension ProbeCheck.AddressSource {
    fileprivate var variables: Set<String> {
        switch self {
        case .template(let template): Set(template.variables)
        case .header: []
        case .value(let place): Set(place.pointer.variables)
        }
    }
}

extension ProbeCheck.Kind {
    /// Returns true if a value is of this kind.
    func isKind(of value: JSON) -> Bool {
        switch (self, value.vox.kind) {
        case (.null, .null), (.boolean, .boolean), (.number, .number), (.string, .string),
            (.array, .array), (.object, .object), (.missing, .absent):
            true
        case (.integer, .number):
            Double(value).map { $0 == $0.rounded() } ?? false
        default: false
        }
    }
}
