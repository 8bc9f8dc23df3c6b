// SPDX-License-Identifier: MIT

public import HTTPTypes

extension HTTPField {
    /// Creates a header field from text that may be invalid, such as user input.
    ///
    /// This initializer throws if a character is forbidden, unlike `init(name:value:)`, which
    /// replaces forbidden characters by spaces.
    /// - Throws: ``RequestError`` with code `invalidHeader` if the name is not a token, or the
    ///   value has a control character (a line feed would begin another field) or is not ASCII.
    public init(checking name: String, value: String) throws(RequestError) {
        guard let checked = Name(name) else {
            throw .invalidHeader(name, "its name is not a token")
        }
        guard HTTPField.isSendable(value.utf8) else {
            throw .invalidHeader(name, "its value has a control character or is not ASCII")
        }
        self.init(name: checked, value: value)
    }

    /// Returns true if a value can be sent unchanged: it is ASCII and has no control character
    /// except the tab.
    static func isSendable(_ value: some Sequence<UInt8>) -> Bool {
        value.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == UInt8(ascii: "\t") }
    }
}

extension ClientRequest {
    /// Checks that the request can be sent unchanged. Every transport calls this method first, and
    /// does not rely on the checks of its HTTP library.
    /// - Throws: ``RequestError`` with code `invalidHeader` if the value of a field has a control
    ///   character or is not ASCII, and with code `invalidURL` if ``HTTPURL`` would refuse or
    ///   change the address.
    public func check() throws(RequestError) {
        for field in headers {
            let isSendable = field.withUnsafeBytesOfValue { HTTPField.isSendable($0) }
            guard isSendable else {
                throw .invalidHeader(
                    field.name.rawName, "its value has a control character or is not ASCII")
            }
        }
        let url = url
        guard try URLReference.isSent(authority: url.authority, target: url.target, to: url.scheme)
        else {
            throw .invalidURL(url.text, "its host, port or path is not in the form that is sent")
        }
    }
}

extension RequestError {
    fileprivate static func invalidHeader(_ name: String, _ reason: String) -> RequestError {
        // The message leaves out the value, because it may be a secret.
        RequestError(
            code: .invalidHeader,
            message: "the header field \"\(name.prefix(100))\" cannot be sent: \(reason)")
    }
}
