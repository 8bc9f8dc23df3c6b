// SPDX-License-Identifier: MIT

/// The conversion of names in a schema to names in JSON.
///
/// The strategy splits a name into words, and writes the words in another style:
///
/// - Underscores and hyphens at the beginning and at the end of a name are kept and do not separate
///   words, as in `_id`.
/// - A sequence of underscores and hyphens inside a name separates two words.
/// - Only ASCII letters count as upper-case or lower-case letters.
/// - An upper-case letter begins a new word after a lower-case letter or a digit, as in
///   `releaseYear`. If a lower-case letter follows several upper-case letters, the last upper-case
///   letter begins the next word: `URLPath` consists of `URL` and `Path`.
/// - Digits belong to the word that precedes them. All other characters (`.`, `@`, `:`, spaces,
///   `é`) are parts of words, and never begin or separate words.
///
/// | in the schema | `snakeCase` | `kebabCase` | `camelCase` |
/// |---|---|---|---|
/// | `releaseYear` | `release_year` | `release-year` | `releaseYear` |
/// | `URLPath` | `url_path` | `url-path` | `urlPath` |
/// | `imageURL` | `image_url` | `image-url` | `imageURL` |
/// | `line2` | `line2` | `line2` | `line2` |
/// | `utf8Text` | `utf8_text` | `utf8-text` | `utf8Text` |
/// | `_id` | `_id` | `_id` | `_id` |
///
/// A name that is already in the style of the strategy is not changed, so a second conversion
/// changes nothing.
public enum KeyStrategy: Hashable, Sendable, CaseIterable {
    /// The names in the schema are the names in JSON, so the conversion takes no time and no
    /// memory.
    case asIs
    /// Names are in lower case, with underscores between words.
    case snakeCase
    /// Names are in lower case, with hyphens between words.
    case kebabCase
    /// The words of a name have no separators, and each word except the first begins with a capital
    /// letter.
    ///
    /// A name that begins with a lower-case letter and has no separator is not changed.
    case camelCase

    /// Returns the name in JSON for a name in a schema. O(length).
    public func name(for stated: String) -> String {
        if self == .asIs { return stated }
        var stated = stated
        return stated.withUTF8 { convert($0) }
    }

    @usableFromInline
    func name(for stated: StaticString) -> String { stated.withUTF8Buffer { convert($0) } }

    /// Converts a name in one pass over its bytes. Speed matters, because names are converted at
    /// every access.
    private func convert(_ name: UnsafeBufferPointer<UInt8>) -> String {
        let end = name.lastIndex { !$0.isSeparator }.map { $0 + 1 } ?? 0
        let words = name[..<end].drop { $0.isSeparator }
        if self == .asIs || words.isEmpty || isInForm(words) {
            return String(decoding: name, as: UTF8.self)
        }
        return String(unsafeUninitializedCapacity: 2 * name.count) { output in
            var count = 0
            func put(_ byte: UInt8) {
                output[count] = byte
                count += 1
            }
            name[..<words.startIndex].forEach(put)
            for index in words.indices where !words[index].isSeparator {
                let byte = words[index]
                let beginsWord = beginsWord(at: index, in: words)
                if beginsWord, let separator { put(separator) }
                put(beginsWord && separator == nil ? byte.uppercased : byte.lowercased)
            }
            name[words.endIndex...].forEach(put)
            return count
        }
    }

    private var separator: UInt8? {
        switch self {
        case .snakeCase: UInt8(ascii: "_")
        case .kebabCase: UInt8(ascii: "-")
        case .asIs, .camelCase: nil
        }
    }

    private func isInForm(_ words: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        self == .camelCase && words.first?.isUpper == false && !words.contains { $0.isSeparator }
    }

    /// Returns true if a word other than the first begins at the index.
    private func beginsWord(at index: Int, in words: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard index > words.startIndex else { return false }
        let last = words[index - 1]
        if last.isSeparator { return true }
        guard words[index].isUpper else { return false }
        let endsCapitals =
            last.isUpper && index + 1 < words.endIndex && words[index + 1].isLower
        return last.isLower || last.isDigit || endsCapitals
    }
}

extension UInt8 {
    fileprivate var isSeparator: Bool { self == UInt8(ascii: "_") || self == UInt8(ascii: "-") }
    fileprivate var isUpper: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    fileprivate var isLower: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var uppercased: UInt8 { isLower ? self & ~0x20 : self }
    fileprivate var lowercased: UInt8 { isUpper ? self | 0x20 : self }
}
