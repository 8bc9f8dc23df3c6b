// SPDX-License-Identifier: MIT

// Checks of values in a document.
extension CheckRun {
    func valueDifference(
        _ pointer: PointerTemplate, _ test: ProbeCheck.ValueTest, isOptional: Bool
    ) throws(TemplateFault) -> Difference? {
        let values = try pointer.values(in: received.json, variables)
        // These tests are about all values together.
        switch test {
        case .sameElements(let place, let members):
            return try elementsDifference(values, pointer, sameAs: place, by: members)
        case .within(let place, let members):
            return try elementsDifference(values, pointer, within: place, by: members)
        default: break
        }
        for value in values where !isOptional || value.vox.kind != .absent {
            if let difference = try self.difference(value, test) { return difference }
        }
        return nil
    }

    private func difference(
        _ value: JSON, _ test: ProbeCheck.ValueTest
    ) throws(TemplateFault) -> Difference? {
        guard let expected = try expectation(value, test) else { return nil }
        let pointer = value.vox.pointer
        let place = pointer.isEmpty ? "the document" : pointer.excerpt(200)
        let got =
            switch test {
            case .length, .lengthOf: Self.length(of: value).map { "\($0) elements" } ?? value.shown
            case .names where value.vox.kind == .object:
                "the members \(Self.list(Self.fieldNames(of: value)))"
            default: value.shown
            }
        return Difference(
            expected: "at \(place): \(expected)",
            got: value.vox.kind == .absent ? "\(got), \(received.statusText)" : got)
    }

    /// Returns nil if a value passes a test, and otherwise the words for what is expected.
    private func expectation(
        _ value: JSON, _ test: ProbeCheck.ValueTest
    ) throws(TemplateFault) -> String? {
        let isThere = value.vox.kind != .absent
        switch test {
        case .exists(let isExpected):
            return isThere == isExpected ? nil : isExpected ? "a value" : "no value"
        case .equals(let template):
            let wanted = try variables.json(of: template)
            return value == wanted ? nil : wanted.shown
        case .differs(let template):
            let other = try variables.json(of: template)
            return value == other ? "another value than \(other.shown)" : nil
        case .kinds(let kinds):
            return kinds.contains { $0.isKind(of: value) }
                ? nil : kinds.map(\.rawValue).joined(separator: " or ")
        case .oneOf(let choices):
            var filled: [JSONValue] = []
            for choice in choices { filled.append(try variables.json(of: choice)) }
            return filled.contains { value == $0 }
                ? nil : "one of " + filled.map(\.shown).joined(separator: ", ")
        case .length(let range): return Self.expectation(of: range, value)
        case .lengthOf(let template):
            let text = try variables.text(of: template)
            guard let length = Int(text), length >= 0 else {
                throw TemplateFault(reason: "\(template.text) is no length: \(text.excerpt(40))")
            }
            return Self.expectation(of: length...length, value)
        case .names(let names):
            var wanted: Set<String> = []
            for name in names {
                if case .string(let text) = try variables.json(of: name) { wanted.insert(text) }
            }
            let isObject = value.vox.kind == .object || wanted.isEmpty && !isThere
            return isObject && Self.fieldNames(of: value) == wanted
                ? nil : "the members \(Self.list(wanted))"
        case .contains(let template):
            let part = try variables.json(of: template)
            return Self.contains(value, part) ? nil : "a value with \(part.shown)"
        case .lacks(let template):
            let part = try variables.json(of: template)
            return Self.contains(value, part) ? "a value without \(part.shown)" : nil
        case .resolves: return pointerExpectation(value)
        case .sameAs(let place):
            let response = try self.response(of: place.step)
            let other = try place.pointer.values(in: response.json, variables).first
            let isSame = other.map { value.vox.isEqual(to: $0) } ?? false
            return isSame ? nil : "the same as \(words(place)): \(other?.shown ?? "nothing")"
        case .sameElements, .within: return nil
        }
    }

    /// Checks that a value is a pointer to a value of the document of the request.
    private func pointerExpectation(_ value: JSON) -> String? {
        guard let body = received.request.body, let document = try? JSON(parsing: body) else {
            return nil
        }
        let expected = "a pointer to a value of the document of the request"
        guard let pointer = value.plainText else { return expected }
        return (try? document.vox.find(pointer)) == nil ? expected : nil
    }

    /// The words for the place of a value.
    func words(_ place: ProbeCheck.Place) -> String {
        let pointer = words(place.pointer)
        return place.step.map { "\(pointer) of step \($0)" } ?? pointer
    }

    func words(_ pointer: PointerTemplate) -> String { pointer.words(variables) }

    // MARK: Lengths

    private static func expectation(of range: ClosedRange<Int>, _ value: JSON) -> String? {
        if let length = length(of: value), range.contains(length) { return nil }
        if range.lowerBound == range.upperBound { return "\(range.lowerBound) elements" }
        return range.upperBound == .max
            ? "at least \(range.lowerBound) elements"
            : "\(range.lowerBound) to \(range.upperBound) elements"
    }

    /// The number of elements, members or characters; nil for other values.
    private static func length(of value: JSON) -> Int? {
        switch value.vox.kind {
        case .array, .object: value.vox.count
        case .string: value.plainText?.count
        default: nil
        }
    }

    // MARK: Members

    /// The names of the members, without those of extensions and of other vocabularies.
    private static func fieldNames(of value: JSON) -> Set<String> {
        Set(value.vox.members.map(\.name).filter { !$0.hasPrefix("@") && !$0.contains(":") })
    }

    private static func list(_ names: Set<String>) -> String {
        names.isEmpty ? "(none)" : names.sorted().joined(separator: ", ").excerpt(300)
    }

    private static func contains(_ value: JSON, _ part: JSONValue) -> Bool {
        switch (value.vox.kind, part) {
        case (.array, _): value.vox.elements.contains { has($0, part) }
        case (.object, .string(let name)): value.value(at: name).vox.kind != .absent
        case (.object, _): has(value, part)
        case (.string, .string(let text)): value.plainText?.contains(text) ?? false
        default: false
        }
    }

    /// Returns true if a value is equal to another one, or is an object with at least its members.
    private static func has(_ value: JSON, _ part: JSONValue) -> Bool {
        guard case .object(let members) = part else { return value == part }
        guard value.vox.kind == .object else { return false }
        return members.allSatisfy { has(value.value(at: $0.name), $0.value) }
    }
}
