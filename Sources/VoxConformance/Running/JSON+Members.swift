// SPDX-License-Identifier: MIT

// The subscripts of a view return a view or a Swift value, depending on what is expected. These
// functions return one of them.
extension JSON {
    /// Returns the view of a member, which may be absent.
    func value(at name: String) -> JSON { self[name] }

    /// Returns the text of a member; nil if the member is missing or is no text.
    func text(at name: String) -> String? {
        let value: JSON = self[name]
        return value.vox.kind == .string ? String(value) : nil
    }

    /// The text of this value; nil if it is no text.
    var plainText: String? { vox.kind == .string ? String(self) : nil }

    /// The address in a link, which may be a text or a link object; nil for null.
    var linkText: String? { vox.kind == .object ? text(at: "href") : plainText }

    /// The value for reports: as JSON, shortened, on one line, without the values of secrets.
    var shown: String { vox.kind == .absent ? "nothing" : debugDescription.excerpt(200) }
}

extension JSONValue {
    /// The value for reports.
    var shown: String { description.excerpt(200) }
}
