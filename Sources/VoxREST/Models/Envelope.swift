// SPDX-License-Identifier: MIT

/// The objects that contain models in requests and responses, as dotted paths to the models.
///
/// ```swift
/// import VoxREST
///
/// // {"post": {…}} is sent, {"data": {"post": {…}}} and {"data": {"posts": […]}} come back:
/// let envelope = Envelope(request: "post", response: "data.post", list: "data.posts")
/// ```
///
/// If a response does not have the members of the envelope, the request throws an error and never
/// returns an empty result.
public struct Envelope: Hashable, Sendable {
    /// The path of one model in a request; nil if the model itself is sent.
    public var request: String?
    /// The path of one model in a response; nil if the response is the model itself.
    public var response: String?
    /// The path of a list in a response; nil if the response is the list itself.
    public var list: String?

    /// Creates an envelope from dotted paths.
    public init(request: String? = nil, response: String? = nil, list: String? = nil) {
        self.request = request
        self.response = response
        self.list = list
    }

    /// No envelope: the model is the whole document.
    public static let none = Envelope()

    /// Returns an envelope with one name for requests and responses.
    /// - Parameters:
    ///   - name: the name of one model, in the singular.
    ///   - plural: true if the name of a list is the plural of `name`. The plural follows three
    ///     rules of English, as in `posts`, `boxes` and `categories`. For other plurals, use
    ///     ``init(request:response:list:)``.
    /// - Returns: the envelope.
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
    /// Returns the value at a dotted path, such as `data.post`. Returns nil if there is no value,
    /// if the path is empty or has an empty name, or if the path leads through a value that is not
    /// an object, such as a list.
    public func member(at path: String) -> JSON? {
        let names = path.split(separator: ".", omittingEmptySubsequences: false)
        var found = view
        for name in names {
            guard !name.isEmpty, found.vox.kind == .object else { return nil }
            found = found[String(name)]
        }
        // This is not one expression, because `nil` would be a JSON null there.
        guard found.vox.state != .absent else { return nil }
        return found
    }
}
