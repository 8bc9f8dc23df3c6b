// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
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
            "code_verifier", "codeVerifier", "CODE-VERIFIER",
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
            "postalCode", "error_code", "currencyCode", "code_challenge", "verifier", "codec",
            "samling", "lesson", "2fast",
            "2fan",
            "", "-", "s", "_s_", "übersicht",
        ])
    func others(name: String) {
        #expect(!SecretNames.contains(name))
    }

    @Test(
        "T62 The code of an authorization is a secret in a query, and the code of an error is none")
    func codes() async throws {
        let url =
            "https://a.example/cb?code=s3cret&code_verifier=s3cret&CODE=s3cret&c%6Fde=s3cret&state=x&filter[code]=DE&country_code=DE&code"
        let lines = Mutex<[String]>([])
        let log = ClientRequest.TextLog(showsQuery: true) { line in
            lines.withLock { $0.append(line) }
        }
        _ = try await Scripted(200).with(log).execute(.get(url))
        for line in lines.withLock({ $0 }) {
            #expect(!line.contains("s3cret"))
            #expect(line.contains("?code=[redacted]&code_verifier=[redacted]&CODE=[redacted]&"))
            #expect(line.contains("&state=x&filter[code]=DE&country_code=DE&code"))
        }
        #expect(lines.withLock { $0.count } == 2)
        let errors = try JSON(parsing: #"{"errors":[{"code":"E42","code_verifier":"s3cret"}]}"#)
        let shown = String(reflecting: errors) + dumped(errors)
        #expect(shown.contains("E42") && !shown.contains("s3cret"))
    }

    @Test("A log has header fields only if it is told to, and no values of secret ones")
    func headers() async throws {
        var request = try ClientRequest.get("https://a.example/")
        request.headers[.acceptLanguage] = "de"
        request.headers[.authorization] = "s3cret"
        for showsHeaders in [false, true] {
            let lines = Mutex<[String]>([])
            let log = ClientRequest.TextLog(showsHeaders: showsHeaders) { line in
                lines.withLock { $0.append(line) }
            }
            _ = try await Scripted(200).with(log).execute(request)
            let sent = lines.withLock { $0.first ?? "" }
            #expect(sent.contains("\n  Accept-Language: de") == showsHeaders, "\(sent)")
            #expect(!sent.contains("s3cret"))
        }
    }

    private func dumped(_ json: JSON) -> String {
        var text = ""
        dump(json, to: &text)
        return text
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
