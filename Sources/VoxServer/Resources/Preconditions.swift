// SPDX-License-Identifier: MIT

import HTTPTypes

/// The conditions of a request (RFC 9110, section 13). Those about dates are ignored, as the standard
/// asks of resources whose time of change is not known.
struct Preconditions {
    /// What a header field lists.
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

    /// What is to be done with a request.
    enum Verdict {
        case proceed
        /// Its answer is known to the client: 304.
        case notModified
        /// 412, because of a header field.
        case failed(String)
    }

    /// The verdict on a read whose answer would have a tag.
    func verdict(onReading tag: EntityTag) -> Verdict {
        if let ifMatch, !Self.holds(ifMatch, isMatch: { !$0.isWeak && $0.text == tag.text }) {
            return .failed("If-Match")
        }
        if let ifNoneMatch, Self.holds(ifNoneMatch, isMatch: { $0.text == tag.text }) {
            return .notModified
        }
        return .proceed
    }

    /// The verdict on a write of what the tag of an answer is compared with.
    func verdict(onWriting isCurrent: (EntityTag) -> Bool) -> Verdict {
        if let ifMatch, !Self.holds(ifMatch, isMatch: { !$0.isWeak && isCurrent($0) }) {
            return .failed("If-Match")
        }
        if let ifNoneMatch, Self.holds(ifNoneMatch, isMatch: isCurrent) {
            return .failed("If-None-Match")
        }
        return .proceed
    }

    /// Whether a write depends on a tag, not only on something being there.
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

    /// Reads a header field. One that is empty, or no list of tags, lists none: nothing matches it.
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

    /// Reads a tag: quotes around anything but quotes, and `W/` before them when it is weak.
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
