// SPDX-License-Identifier: MIT

import Testing
import VoxRedaction

/// Which names are those of secrets: by the words within them, in whatever spelling.
@Suite("Names of secrets")
struct SecretNameTests {
    @Test(
        "T62 A name with a word for a secret is one",
        arguments: [
            "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "KC-API-PASSPHRASE",
            "CB-ACCESS-SIGN", "X-Pwd", "X-Passwd", "X-OTP", "X-Bearer", "X-HMAC", "X-Api-Key",
            "access_token", "accessToken", "clientSecret", "password", "pin", "pwd", "otp", "cvv",
            "passcode", "bearer",
        ])
    func secrets(name: String) {
        #expect(SecretNames.contains(name))
    }

    @Test(
        "A name that only has the letters of such a word is none",
        arguments: [
            "title", "author", "pinned", "design", "monkey", "keyboard", "Content-Type", "Accept",
            "If-Match", "spinning", "shopping",
        ])
    func others(name: String) {
        #expect(!SecretNames.contains(name))
    }
}
