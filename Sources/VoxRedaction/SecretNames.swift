// SPDX-License-Identifier: MIT

/// What stands in place of a secret value.
package let redacted = "[redacted]"

/// The names that say that their value is a secret: of header fields, query parameters and members of
/// JSON. There is no other list, so what crosses no origin is not printed either.
///
/// A name is read as its words: `X-Api-Key`, `api_key`, `apiKey` and `APIKey` all are "api key". Whole
/// words are compared: `pin` is secret, `pinned` is not. Header fields have no case, so capitals do not
/// have to separate words: `X-APIkey` and `X-PassWord` are read without them as well. Words that are
/// written together (`accesstoken`) are recognised by how they begin or end, and two words that are one
/// (`pass_word`) are put together.
///
/// Rather once too often: the price is a value that a log does not show.
package enum SecretNames {
    /// Secret as a word of its own.
    private static let words: Set<String> = [
        "assertion", "bearer", "creds", "cvc", "dpop", "mfa", "pin", "saml", "sign", "ssn",
    ]

    /// The words before "code" that say that the code is secret. Most codes are not: `country_code`.
    private static let secretCodes: Set<String> = [
        "access", "backup", "device", "login", "oauth", "recovery", "reset", "security", "user",
        "verification",
    ]

    /// Secret as the end of a word, in the singular.
    private static let endings = [
        "auth", "authorization", "cookie", "credential", "csrf", "cvv", "hmac", "jwt", "otp",
        "passcode", "passphrase", "passwd", "password", "pwd", "secret", "session", "sessionid",
        "sig",
        "signature", "token", "xsrf",
    ]
    /// Secret as the beginning of a word.
    private static let beginnings = [
        "accesskey", "apikey", "passphrase", "passwd", "password", "privatekey", "secretkey",
        "session",
    ]
    /// Words that end as secret ones do.
    private static let harmless: Set<String> = [
        "donkey", "hockey", "hotkey", "jockey", "monkey", "obsession", "possession", "turkey",
        "turnkey", "whiskey",
    ]
    /// The words before "key" that say that the key is not secret. Any other key is.
    private static let harmlessKeys = [
        "cache", "composite", "foreign", "idempotency", "natural", "partition", "primary", "public",
        "sort", "surrogate",
    ]

    /// A document may have names of any length. Of a longer name than twice this, so many bytes at the
    /// beginning and at the end are looked at.
    private static let longest = 256

    /// True for a name whose value is a secret.
    package static func contains(_ name: some StringProtocol) -> Bool {
        let bytes = name.utf8
        guard bytes.count > 2 * longest else { return isSecret(Array(bytes)) }
        return isSecret(Array(bytes.prefix(longest))) || isSecret(Array(bytes.suffix(longest)))
    }

    /// True when a name on the way of a JSON Pointer is one of a secret.
    package static func isOnTheWay(of pointer: String) -> Bool {
        pointer.split(separator: "/").contains { contains($0) }
    }

    private static func isSecret(_ name: [UInt8]) -> Bool {
        hasSecondFactor(name) || hasSecret(split(name, atCapitals: true))
            || hasSecret(split(name, atCapitals: false))
    }

    /// True for a name with "2FA" as a word. Digits separate the other words.
    private static func hasSecondFactor(_ name: [UInt8]) -> Bool {
        name.indices.dropLast(2).contains { index in
            guard name[index] == UInt8(ascii: "2"), name[index + 1] | 0x20 == UInt8(ascii: "f"),
                name[index + 2] | 0x20 == UInt8(ascii: "a")
            else { return false }
            return index + 3 == name.count || !name[index + 3].isSmall
        }
    }

    private static func hasSecret(_ words: [String]) -> Bool {
        var previous = ""
        for word in words {
            if isSecret(word, behind: previous) || isOneWord(previous + word) { return true }
            previous = word
        }
        return false
    }

    private static func isSecret(_ word: String, behind previous: String) -> Bool {
        let singular = singular(word)
        if harmless.contains(singular) { return false }
        if singular.hasSuffix("key") {
            let kind = previous + singular.dropLast(3)
            return !harmlessKeys.contains { kind.hasSuffix($0) }
        }
        if singular == "code", secretCodes.contains(previous) { return true }
        return words.contains(word) || isOfAuthentication(word)
            || beginnings.contains { word.hasPrefix($0) }
            || endings.contains { singular.hasSuffix($0) }
    }

    /// True for `auth` and what begins so. `author` and `authority` are other words.
    private static func isOfAuthentication(_ word: String) -> Bool {
        word.hasPrefix("auth")
            && (!word.hasPrefix("author") || word.hasPrefix("authoriz")
                || word.hasPrefix("authoris"))
    }

    /// True for two words that are one secret word. `pass_word` is one, and `sub_to_kenya` is not.
    private static func isOneWord(_ pair: String) -> Bool {
        words.contains(pair) || endings.contains(singular(pair))
    }

    private static func singular(_ word: String) -> String {
        word.hasSuffix("s") ? String(word.dropLast()) : word
    }

    /// The words of a name in lower case. A word ends at what is no letter. `atCapitals`: also before a
    /// capital behind a small letter, and before the last of several capitals when a small letter follows
    /// it.
    private static func split(_ bytes: [UInt8], atCapitals: Bool) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            let isBeginning =
                atCapitals && byte.isCapital && index > 0
                && (bytes[index - 1].isSmall || bytes[index - 1].isCapital && next.isSmall)
            if isBeginning || !byte.isPartOfWord, !word.isEmpty {
                words.append(String(decoding: word, as: UTF8.self))
                word = []
            }
            if byte.isPartOfWord { word.append(byte.isCapital ? byte | 0x20 : byte) }
        }
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        return words
    }
}

extension UInt8 {
    fileprivate var isSmall: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }
    fileprivate var isCapital: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }
    /// A letter. What is not ASCII is one too: it separates no words.
    fileprivate var isPartOfWord: Bool { isSmall || isCapital || self >= 0x80 }
}
