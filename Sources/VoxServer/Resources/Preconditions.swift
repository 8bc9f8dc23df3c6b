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

    /// The result of the preconditions.
    enum Verdict {
        case proceed
        /// The client already has the current response, so the service responds with 304.
        case notModified
        /// A condition failed, so the service responds with 412. The associated value is the name
        /// of the header field that contains the condition.
        case failed(String)
    }

    /// Returns the verdict on a read whose response has this tag.
    func verdict(onReading tag: EntityTag) -> Verdict {
        if let ifMatch, !Self.holds(ifMatch, isMatch: { !$0.isWeak && $0.text == tag.text }) {
            return .failed("If-Match")
        }
        if let ifNoneMatch, Self.holds(ifNoneMatch, isMatch: { $0.text == tag.text }) {
            return .notModified
        }
        return .proceed
    }

    /// Returns the verdict on a write. `isCurrent` compares a tag with the current state.
    func verdict(onWriting isCurrent: (EntityTag) -> Bool) -> Verdict {
        if let ifMatch, !Self.holds(ifMatch, isMatch: { !$0.isWeak && isCurrent($0) }) {
            return .failed("If-Match")
        }
        if let ifNoneMatch, Self.holds(ifNoneMatch, isMatch: isCurrent) {
            return .failed("If-None-Match")
        }
        return .proceed
    }

    /// True if the request has no preconditions.
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
