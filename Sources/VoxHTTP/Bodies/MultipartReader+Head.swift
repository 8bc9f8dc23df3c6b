// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension MultipartBody.Reader {
    /// The header fields of a part, and what they say (RFC 7578, section 4).
    struct Head {
        let name: String
        let fileName: String?
        let headers: HTTPFields

        /// Parses the lines of the header fields, without the empty line.
        init(_ bytes: ArraySlice<UInt8>, ofPart number: Int) throws(RequestError) {
            func fault(_ reason: String) -> RequestError {
                .form("a header field of part \(number) \(reason)")
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw fault("is not UTF-8")
            }
            var headers = HTTPFields()
            for line in Self.lines(text) {
                guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")),
                    let name = HTTPField.Name(String(line[..<colon]))
                else { throw fault("has no name") }
                let value = line[line.utf8.index(after: colon)...].utf8
                guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                    throw fault("has a control character")
                }
                headers.append(HTTPField(name: name, value: String(Substring(value))))
            }
            guard headers[values: .contentType].count <= 1 else { throw fault("is repeated") }
            let encoding = headers[values: .contentTransferEncoding].joined(separator: ",")
            guard ["", "7bit", "8bit", "binary"].contains(encoding.lowercased()) else {
                // Deprecated by RFC 7578, section 4.7. The bytes would be taken for the content.
                throw fault("requires decoding, which is not supported")
            }
            let dispositions = headers[values: .contentDisposition]
            guard let disposition = dispositions.first, dispositions.count == 1 else {
                throw .form("part \(number) needs one Content-Disposition")
            }
            guard let parameters = FieldParameters(disposition), parameters.value == "form-data"
            else { throw .form("the Content-Disposition of part \(number) is malformed") }
            guard let name = parameters["name"] else { throw .form("part \(number) has no name") }
            self.name = Self.decoded(name)
            fileName = parameters["filename"].map(Self.decoded)
            // A name that ends at NUL for one program and goes on for another is ambiguous.
            guard ![self.name, fileName ?? ""].contains(where: \.hasNUL) else {
                throw fault("has a NUL in a name")
            }
            self.headers = headers
        }

        /// Returns the header fields of a text. A line that begins with a space continues the line
        /// before it.
        private static func lines(_ text: String) -> [String] {
            var lines: [String] = []
            var rest = text.utf8[...]
            while !rest.isEmpty {
                let end = rest.indices.first { index in
                    rest[index] == 0x0D && rest[index...].dropFirst().first == 0x0A
                }
                let line = String(Substring(rest[..<(end ?? rest.endIndex)]))
                if !lines.isEmpty, line.utf8.first == 0x20 || line.utf8.first == 0x09 {
                    lines[lines.count - 1] += line
                } else {
                    lines.append(line)
                }
                rest = end.map { rest[$0...].dropFirst(2) } ?? rest.suffix(0)
            }
            return lines
        }

        /// Decodes the three characters that browsers encode in names, and NUL.
        private static func decoded(_ name: String) -> String {
            guard name.utf8.contains(UInt8(ascii: "%")) else { return name }
            var decoded: [UInt8] = []
            var rest = name.utf8[...]
            while let byte = rest.popFirst() {
                let code = byte == UInt8(ascii: "%") ? Self.codes[rest.prefix(2).uppercased] : nil
                if code != nil { rest = rest.dropFirst(2) }
                decoded.append(code ?? byte)
            }
            return String(decoding: decoded, as: UTF8.self)
        }

        private static let codes: [String: UInt8] = [
            "22": 0x22, "0D": 0x0D, "0A": 0x0A, "00": 0x00,
        ]
    }
}

extension String {
    fileprivate var hasNUL: Bool { utf8.contains(0) }
}

extension Substring.UTF8View {
    fileprivate var uppercased: String { String(decoding: self, as: UTF8.self).uppercased() }
}
