// SPDX-License-Identifier: MIT

public import HTTPTypes

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Authentication {
    /// A header field that authenticates requests. The description of a credential shows only the
    /// name of the field.
    public struct Credential: Sendable {
        /// The header field, which is marked as secret.
        public let field: HTTPField

        /// Creates a credential from a field of any name.
        public init(_ field: HTTPField) {
            var field = field
            // This mark keeps the field out of logs and away from other origins, whatever its name
            // is.
            field.indexingStrategy = .disallow
            self.field = field
        }

        /// A token for `Authorization: Bearer` (RFC 6750).
        public static func bearer(_ token: String) -> Credential {
            Credential(HTTPField(name: .authorization, value: "Bearer \(token)"))
        }

        /// A name and a password for `Authorization: Basic` (RFC 7617).
        public static func basic(user: String, password: String) -> Credential {
            let pair = Data("\(user):\(password)".utf8).base64EncodedString()
            return Credential(HTTPField(name: .authorization, value: "Basic \(pair)"))
        }
    }
}

extension Authentication.Credential: Redacted {
    /// The name of the field.
    public var description: String { "\(field.name): [redacted]" }
}
