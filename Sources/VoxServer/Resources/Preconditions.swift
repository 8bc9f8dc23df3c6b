// SPDX-License-Identifier: MIT

import HTTPTypes

/// The preconditions of a request: `If-Match` and `If-None-Match` (RFC 9110, section 13).
/// Conditions on dates are ignored, as the standard requires for resources without a modification
/// date.
struct Preconditions {
    /// The value of `If-Match` or `If-None-Match`: `*` or a list of tags.
    private enum Condition {
        case any
        case tags([EntityTag])
    }

    private let ifMatch: Condition?
    private let ifNoneMatch: Condition?

    init(_ headers: HTTPFields) {
        ifMatch = Self.condition(headers[values: .ifMatch])
        ifNoneMatch = Self.condition(headers[values: .ifNoneMatch])
    }

    /// Returns true if the client already has the response with this tag (304).
    /// - Throws: ``ErrorResponse`` with 412 if `If-Match` is false.
    func isKnown(_ tag: EntityTag) throws(ErrorResponse) -> Bool {
        let failed = failed { $0.text == tag.text }
        if failed == .ifNoneMatch { return true }
        try Self.refuse(failed)
        return false
    }

    /// Checks the preconditions of a write. `isCurrent` compares a tag with the current state.
    /// - Throws: ``ErrorResponse`` with 412 if a condition is false.
    func check(_ isCurrent: (EntityTag) -> Bool) throws(ErrorResponse) {
        try Self.refuse(failed(isCurrent))
    }

    /// Returns the header field whose condition is false.
    private func failed(_ isCurrent: (EntityTag) -> Bool) -> HTTPField.Name? {
        if let ifMatch, !Self.holds(ifMatch, isMatch: { !$0.isWeak && isCurrent($0) }) {
            return .ifMatch
        }
        if let ifNoneMatch, Self.holds(ifNoneMatch, isMatch: isCurrent) { return .ifNoneMatch }
        return nil
    }

    private static func refuse(_ field: HTTPField.Name?) throws(ErrorResponse) {
        guard let field else { return }
        throw ErrorResponse(
            .preconditionFailed, "the condition in \(field.rawName) is false",
            source: .header(field.rawName))
    }

    var isEmpty: Bool { ifMatch == nil && ifNoneMatch == nil }

    /// True if a condition has tags. A condition with `*` only requires that the resource exists,
    /// or that it does not exist.
    var dependOnTags: Bool {
        switch (ifMatch, ifNoneMatch) {
        case (.tags?, _), (_, .tags?): true
        default: false
        }
    }

    private static func holds(_ condition: Condition, isMatch: (EntityTag) -> Bool) -> Bool {
        switch condition {
        case .any: true
        case .tags(let tags): tags.contains(where: isMatch)
        }
    }

    /// Parses a header field. An empty value and a value that is not a list of tags match nothing.
    private static func condition(_ values: [String]) -> Condition? {
        if values.isEmpty { return nil }
        var rest = Array(values.joined(separator: ",").utf8)[...]
        var tags: [EntityTag] = []
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "*"): return .any
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ","): rest.removeFirst()
            default:
                guard let tag = tag(&rest) else { return .tags([]) }
                tags.append(tag)
            }
        }
        return .tags(tags)
    }

    /// Parses a tag: characters other than quotes, between two quotes. A weak tag begins with `W/`.
    private static func tag(_ rest: inout ArraySlice<UInt8>) -> EntityTag? {
        let isWeak = rest.starts(with: "W/".utf8)
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.first == UInt8(ascii: "\""),
            let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\""))
        else { return nil }
        let text = String(decoding: rest[rest.startIndex..<end].dropFirst(), as: UTF8.self)
        rest = rest[end...].dropFirst()
        return EntityTag(text: text, isWeak: isWeak)
    }
}
