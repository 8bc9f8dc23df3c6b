// SPDX-License-Identifier: MIT

/// The text that replaces a secret value.
package let redacted = "[redacted]"

/// The names of secret header fields, secret query parameters and secret members of JSON. Sending
/// and printing use the same list: a value that is not sent to another origin is also not printed.
///
/// A name is split into words, so `X-Api-Key`, `api_key`, `apiKey` and `APIKey` all have the words
/// "api key". Whole words are compared: `pin` is secret, and `pinned` is not secret. Each name is
/// split a second time without regard to capitals, because capitals do not always separate the
/// words of a header field name. In the second split, `X-APIkey` has the words "x apikey", and
/// `X-PassWord` has the words "x password". Words that are written together, such as
/// `accesstoken`, are recognised by their beginning or end. Two words that form one secret word
/// (`pass_word`) are joined.
///
/// If a name may be the name of a secret value, the value counts as secret. Therefore a log may
/// also leave out a value that is not secret.
package enum SecretNames {
    /// Words that are secret as whole words.
    private static let words: Set<String> = [
        "assertion", "bearer", "creds", "cvc", "dpop", "mfa", "pin", "saml", "sign", "ssn",
    ]

    /// Words before "code" that make the code secret. Most codes are not secret, such as
    /// `country_code`.
    private static let secretCodes: Set<String> = [
        "access", "backup", "device", "login", "oauth", "recovery", "reset", "security", "user",
        "verification",
    ]

    /// Ends of words that are secret, in the singular.
    private static let endings = [
        "auth", "authorization", "codeverifier", "cookie", "credential", "csrf", "cvv", "hmac",
        "jwt", "otp",
        "passcode", "passphrase", "passwd", "password", "pwd", "secret", "session", "sessionid",
        "sig",
        "signature", "token", "xsrf",
    ]
    /// Beginnings of words that are secret.
    private static let beginnings = [
        "accesskey", "apikey", "passphrase", "passwd", "password", "privatekey", "secretkey",
        "session",
    ]
    /// Words that end like secret ones but are not secret.
    private static let harmless: Set<String> = [
        "donkey", "hockey", "hotkey", "jockey", "monkey", "obsession", "possession", "turkey",
        "turnkey", "whiskey",
    ]
    /// Words before "key" that make the key harmless. All other keys are secret.
    private static let harmlessKeys = [
        "cache", "composite", "foreign", "idempotency", "natural", "partition", "primary", "public",
        "sort", "surrogate",
    ]

    /// The number of bytes that are checked at the beginning and at the end of a name that is
    /// longer than twice this number. A document may have names of any length.
    private static let longest = 256

    /// Returns true if the value with this name is secret.
    package static func contains(_ name: some StringProtocol) -> Bool {
        let bytes = name.utf8
        guard bytes.count > 2 * longest else { return isSecret(Array(bytes)) }
        return isSecret(Array(bytes.prefix(longest))) || isSecret(Array(bytes.suffix(longest)))
    }

    /// Returns true if the value of the query parameter with this name is secret. The parameter
    /// `code` is secret, because it may be an authorization code (RFC 6749, section 4.1.2). In
    /// contrast, a JSON member `code` is rarely secret: most are codes of errors or of countries.
    package static func containsParameter(_ name: some StringProtocol) -> Bool {
        contains(name) || name.utf8.count == 4 && name.lowercased() == "code"
    }

    /// Returns true if a JSON Pointer contains a secret name.
    package static func isOnTheWay(of pointer: String) -> Bool {
        pointer.split(separator: "/").contains { contains($0) }
    }

    private static func isSecret(_ name: [UInt8]) -> Bool {
        hasSecondFactor(name) || hasSecret(split(name, atCapitals: true))
            || hasSecret(split(name, atCapitals: false))
    }

    /// Returns true if "2FA" is a word of the name. It is searched separately, because digits
    /// separate words otherwise.
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

    /// Returns true for words that begin with `auth`. The exceptions are `author`, `authority` and
    /// other words that begin with `author` but not with `authoriz` or `authoris`.
    private static func isOfAuthentication(_ word: String) -> Bool {
        word.hasPrefix("auth")
            && (!word.hasPrefix("author") || word.hasPrefix("authoriz")
                || word.hasPrefix("authoris"))
    }

    /// Returns true if two words together are one secret word: `pass_word` is one, and
    /// `sub_to_kenya` is not.
    private static func isOneWord(_ pair: String) -> Bool {
        words.contains(pair) || endings.contains(singular(pair))
    }

    private static func singular(_ word: String) -> String {
        word.hasSuffix("s") ? String(word.dropLast()) : word
    }

    /// Returns the words of a name in lower case. A word ends before a character that is not a
    /// letter. With `atCapitals`, a word also ends before a capital that follows a small letter,
    /// and before the last of several capitals if a small letter follows it.
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
    /// True for a letter. Bytes that are not ASCII also count as letters, so they do not separate
    /// words.
    fileprivate var isPartOfWord: Bool { isSmall || isCapital || self >= 0x80 }
}
