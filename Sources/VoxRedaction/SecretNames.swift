// SPDX-License-Identifier: MIT

/// What stands in place of a secret value.
package let redacted = "[redacted]"

/// The names that say that their value is a secret: of header fields, query parameters and members of
/// JSON. There is no other list, so what crosses no origin is not printed either.
///
/// A name is split into words, whichever way it is spelt: `X-Api-Key`, `api_key`, `apiKey`, `APIKey`. Then
/// the words are looked at, not the letters: `pin` is secret, `pinned` is not. Words that are written
/// together (`accesstoken`) are recognised by how they begin or end, where no other word does so.
///
/// Rather once too often: the price is a value that a log does not show.
package enum SecretNames {
    /// Secret as a word of its own.
    private static let words: Set<String> = [
        "auth", "authenticate", "authentication", "authorization", "bearer", "cookie", "cookies",
        "credential", "credentials", "creds", "csrf", "cvc", "cvv", "hmac", "jwt", "oauth", "otp",
        "passcode", "passphrase", "passwd", "password", "passwords", "pin", "pwd", "secret",
        "secrets", "session", "sig", "sign", "signature", "signatures", "token", "tokens", "totp",
        "xsrf",
    ]

    /// Keys are secret, unless the word before says that this one is not.
    private static let keys: Set<String> = ["key", "keys"]
    private static let harmlessKeys: Set<String> = [
        "cache", "composite", "foreign", "idempotency", "natural", "partition", "primary", "public",
        "sort", "surrogate",
    ]

    /// Secret as the beginning of a word.
    private static let beginnings = [
        "accesskey", "apikey", "authorization", "passphrase", "passwd", "password", "privatekey",
        "secretkey",
    ]
    /// Secret as the end of a word.
    private static let endings = [
        "accesskey", "apikey", "cookie", "credential", "credentials", "jwt", "passphrase", "passwd",
        "password", "privatekey", "secret", "secretkey", "sessionid", "signature", "token",
    ]

    /// How many bytes of a name are looked at. A document may have names of any length.
    private static let longest = 256

    /// True for a name whose value is a secret.
    package static func contains(_ name: some StringProtocol) -> Bool {
        var previous = ""
        for word in split(name) {
            if isSecret(word) || keys.contains(word) && !harmlessKeys.contains(previous) {
                return true
            }
            previous = word
        }
        return false
    }

    /// True when a name on the way of a JSON Pointer is one of a secret.
    package static func isOnTheWay(of pointer: String) -> Bool {
        pointer.split(separator: "/").contains { contains($0) }
    }

    private static func isSecret(_ word: String) -> Bool {
        words.contains(word) || beginnings.contains { word.hasPrefix($0) }
            || endings.contains { word.hasSuffix($0) }
    }

    /// The words of a name in lower case. A word ends at what is no letter, before a capital behind a small
    /// letter, and before the last of several capitals when a small letter follows it.
    private static func split(_ name: some StringProtocol) -> [String] {
        let bytes = Array(name.utf8.prefix(longest))
        var words: [String] = []
        var word: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            let isBeginning =
                byte.isCapital && index > 0
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
