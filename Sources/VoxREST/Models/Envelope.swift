// SPDX-License-Identifier: MIT

/// What is around models in requests and responses: the members, by dotted paths, that they stand
/// in.
///
/// ```swift
/// import VoxREST
///
/// // {"post": {…}} is sent, {"data": {"post": {…}}} and {"data": {"posts": […]}} come back:
/// let envelope = Envelope(request: "post", response: "data.post", list: "data.posts")
/// ```
///
/// A response that does not have what its envelope says is an error, never an empty result.
public struct Envelope: Hashable, Sendable {
    /// Where one model stands in a request; nil for the model itself.
    public var request: String?
    /// Where one model stands in a response.
    public var response: String?
    /// Where a list stands in a response.
    public var list: String?

    /// Names the members, each by a dotted path.
    public init(request: String? = nil, response: String? = nil, list: String? = nil) {
        self.request = request
        self.response = response
        self.list = list
    }

    /// Nothing around models.
    public static let none = Envelope()

    /// One name for all.
    /// - Parameters:
    ///   - name: the name, in the singular.
    ///   - plural: true to look for lists under the plural: `posts`, `boxes`, `categories`, by the
    ///     three rules of English for those. Name other plurals with
    ///     ``init(request:response:list:)``.
    /// - Returns: an envelope of that name in requests and responses.
    public static func named(_ name: String, plural: Bool = false) -> Envelope {
        Envelope(request: name, response: name, list: plural ? pluralized(name) : name)
    }

    private static func pluralized(_ name: String) -> String {
        if name.hasSuffix("y"), let before = name.dropLast().last, !"aeiou".contains(before) {
            return name.dropLast() + "ies"
        }
        let hisses = ["s", "x", "z", "ch", "sh"].contains { name.hasSuffix($0) }
        return name + (hisses ? "es" : "s")
    }
}

extension JSON.Namespace {
    /// The value that a dotted path leads to: `data.post`. Nil when there is none, for a path that
    /// is empty or has an empty name, and for one that leads through what is no object, a list
    /// included.
    public func member(at path: String) -> JSON? {
        let names = path.split(separator: ".", omittingEmptySubsequences: false)
        var found = view
        for name in names {
            guard !name.isEmpty, found.vox.kind == .object else { return nil }
            found = found[String(name)]
        }
        // Not in one expression: `nil` would be JSON's own literal there.
        guard found.vox.state != .absent else { return nil }
        return found
    }
}
