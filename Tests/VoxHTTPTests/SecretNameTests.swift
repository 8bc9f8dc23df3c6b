// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxRedaction

/// Which names are those of secrets: by the words within them, in whatever spelling.
@Suite("Names of secrets")
struct SecretNameTests {
    /// Names that a redirect to another origin must not take along.
    static let ofHeaders = [
        "Authorization", "Proxy-Authorization", "Cookie", "KC-API-PASSPHRASE", "CB-ACCESS-SIGN",
        "X-Pwd", "X-Passwd", "X-OTP", "X-Bearer", "X-HMAC", "X-Api-Key", "X-APIkey", "X-APIKEY",
        "X-PassWord", "x-pass-word", "X-AuthToken", "X-Authkey", "Ocp-Apim-SubscriptionKey",
        "Ocp-Apim-Subscription-Key", "X-WebSession", "X-MasterKey",
    ]

    @Test(
        "T62 A name with a word for a secret is one",
        arguments: ofHeaders + [
            "access_token", "accessToken", "AccessTOKEN", "clientSecret", "client_secrets",
            "password", "PASSWORD", "pass_word", "passWord", "Pass-Words", "pin", "PIN", "userPin",
            "pwd", "userpwd", "otp", "smsOTP", "cvv", "cvv2", "passcode", "pass_code", "bearer",
            "authkey", "authcode", "authtoken", "authenticity", "authorisation", "basicauth",
            "masterkey", "subscriptionkey", "websession", "sessions", "phpsessionid", "apikeys",
            "apikeyid", "sessionCookies", "creds", "signature", "xsrftoken", "jwt", "idJWT",
            "X-MFA", "mfaCode", "X-2FA-Code", "user2FA", "2fa", "Client-Assertion",
            "client_assertion", "DPoP", "SAMLResponse", "SAML_response", "ssn", "userSSN",
            "device_code", "userCode", "verification_codes", "recoveryCodes", "oauth_code",
        ])
    func secrets(name: String) {
        #expect(SecretNames.contains(name))
    }

    @Test(
        "A name that only has the letters of such a word is none",
        arguments: [
            "title", "author", "authors", "Author-Name", "authority", "coauthored", "pinned",
            "pins", "design", "signs", "monkey", "monkeys", "web_monkey", "turnkey", "keyboard",
            "keyword", "Content-Type", "Accept", "If-Match", "spinning", "shopping", "passport",
            "passenger", "possession", "obsessions", "secretary", "primaryKey", "primarykey",
            "primary_keys", "Idempotency-Key", "compositePrimaryKey", "publicKey", "sortkey",
            "bear", "code", "country_code", "countryCode", "zipcode", "status_code", "statusCode",
            "postalCode", "error_code", "currencyCode", "codec", "samling", "lesson", "2fast",
            "2fan",
            "", "-", "s", "_s_", "übersicht",
        ])
    func others(name: String) {
        #expect(!SecretNames.contains(name))
    }

    @Test("Of a long name the beginning and the end are looked at")
    func longNames() {
        for length in [200, 256, 300, 511, 512, 513, 600, 100_000] {
            let filler = String(repeating: "a-", count: length / 2)
            #expect(SecretNames.contains(filler + "password"), "\(length)")
            #expect(SecretNames.contains("password-" + filler), "\(length)")
            #expect(!SecretNames.contains(filler), "\(length)")
        }
    }

    @Test(
        "T62 Of the addresses in fields neither queries nor user information are shown",
        arguments: [
            (
                "Location", "https://u:hunter2@a.example/x?t=hunter2",
                "https://[redacted]@a.example/x?[redacted]"
            ),
            ("Content-Location", "//hunter2@a.example/", "//[redacted]@a.example/"),
            (
                "Refresh", "0; url=https://a.example/?t=hunter2",
                "0; url=https://a.example/?[redacted]"
            ),
            (
                "Link", "<https://u:hunter2@a.example/>, <https://b@b.example/?hunter2>",
                "<https://[redacted]@a.example/>, <https://[redacted]@b.example/?[redacted]"
            ),
            ("Referer", "https://a.example/@me//x", "https://a.example/@me//x"),
        ])
    func addresses(name: String, value: String, shown: String) throws {
        let field = HTTPField(name: try #require(HTTPField.Name(name)), value: value)
        #expect(field.shownValue == shown)
    }
}
