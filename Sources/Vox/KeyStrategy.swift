// SPDX-License-Identifier: MIT

/// How the names that a schema states become the names in JSON.
///
/// A name is taken apart into words, which are put together again:
///
/// - Underscores and hyphens in front and at the end are no separators, and stay: `_id`.
/// - Underscores and hyphens inside, any number, separate words.
/// - An upper-case letter begins a word after a lower-case letter or a digit: `releaseYear`. Of
///   several in a row the last belongs to the next word when a lower-case letter follows: `URLPath`
///   is `URL` and `Path`.
/// - Digits belong to the word before them, and all other characters (`.`, `@`, `:`, spaces) to the
///   word they stand in.
///
/// | stated | `snakeCase` | `kebabCase` | `camelCase` |
/// |---|---|---|---|
/// | `releaseYear` | `release_year` | `release-year` | `releaseYear` |
/// | `URLPath` | `url_path` | `url-path` | `urlPath` |
/// | `imageURL` | `image_url` | `image-url` | `imageURL` |
/// | `line2` | `line2` | `line2` | `line2` |
/// | `utf8Text` | `utf8_text` | `utf8-text` | `utf8Text` |
/// | `_id` | `_id` | `_id` | `_id` |
///
/// A name that is in the form already stays as it is, so converting twice is converting once.
public enum KeyStrategy: Hashable, Sendable, CaseIterable {
    /// The names stated are those in JSON. Costs nothing.
    case asIs
    /// Lower case, words joined by underscores.
    case snakeCase
    /// Lower case, words joined by hyphens.
    case kebabCase
    /// Words joined without a separator, each but the first with a capital. A name that has no
    /// separator inside and begins with a lower-case letter is in this form already.
    case camelCase

    /// The name in JSON of a name that a schema states. O(length).
    public func name(for stated: String) -> String {
        switch self {
        case .asIs: stated
        case .snakeCase: joined(stated, by: "_")
        case .kebabCase: joined(stated, by: "-")
        case .camelCase: camelCased(stated)
        }
    }

    private func joined(_ name: String, by separator: String) -> String {
        let parts = Parts(name)
        return parts.front + parts.words.map { $0.lowercased() }.joined(separator: separator)
            + parts.end
    }

    private func camelCased(_ name: String) -> String {
        let parts = Parts(name)
        let isInForm = parts.isUnseparated && parts.words.first?.first?.isUppercase != true
        if isInForm { return name }
        let words = parts.words.enumerated().map { position, word in
            position == 0
                ? word.lowercased() : word.prefix(1).uppercased() + word.dropFirst().lowercased()
        }
        return parts.front + words.joined() + parts.end
    }
}

/// A name taken apart.
private struct Parts {
    /// Separators in front and at the end.
    let front: Substring
    let end: Substring
    private(set) var words: [Substring] = []
    /// True when no separator stands inside.
    let isUnseparated: Bool

    init(_ name: String) {
        front = name.prefix(while: Self.isSeparator)
        let rest = name[front.endIndex...]
        let core = rest[..<(rest.lastIndex { !Self.isSeparator($0) }.map(rest.index(after:)) ?? rest.startIndex)]
        end = rest[core.endIndex...]
        let runs = core.split(whereSeparator: Self.isSeparator)
        isUnseparated = runs.count <= 1
        for run in runs { split(run) }
    }

    private static func isSeparator(_ character: Character) -> Bool {
        character == "_" || character == "-"
    }

    /// Splits at capitals.
    private mutating func split(_ run: Substring) {
        var start = run.startIndex
        var last: Character?
        for index in run.indices {
            let character = run[index]
            defer { last = character }
            guard let last, character.isUppercase else { continue }
            let next = run.index(after: index)
            let endsCapitals = last.isUppercase && next < run.endIndex && run[next].isLowercase
            if last.isLowercase || last.isNumber || endsCapitals {
                words.append(run[start..<index])
                start = index
            }
        }
        words.append(run[start...])
    }
}
