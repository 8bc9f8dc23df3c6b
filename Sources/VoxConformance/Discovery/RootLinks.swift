// SPDX-License-Identifier: MIT

/// The addresses in the root document of a server. Servers list their collections in `links`, in
/// `meta`, in `data`, or as members of the document.
enum RootLinks {
    /// The maximum depth of the objects that are searched.
    private static let maximumDepth = 4

    /// Returns the addresses in a document. Addresses of the same origin come first.
    static func addresses(in root: Received, base: HTTPURL) -> [HTTPURL] {
        var texts: [String] = []
        var level = [root.json]
        for _ in 0..<maximumDepth {
            var next: [JSON] = []
            for object in level {
                for (name, value) in object.vox.members {
                    // These links lead to no list of resources.
                    if ["self", "describedby", "about", "jsonapi"].contains(name) { continue }
                    if let text = value.plainText { texts.append(text) }
                    next.append(value)
                }
                for element in object.vox.kind == .array ? object.vox.elements : [] {
                    if let text = element.plainText { texts.append(text) }
                    next.append(element)
                }
            }
            level = Array(next.prefix(1000))
        }
        return addresses(texts, from: root.url, base: base)
    }

    private static func addresses(
        _ texts: [String], from url: HTTPURL, base: HTTPURL
    ) -> [HTTPURL] {
        var own: [HTTPURL] = []
        var others: [HTTPURL] = []
        for text in texts where text.hasPrefix("/") || text.hasPrefix("http") {
            guard !text.contains("{"), let target = try? url.resolve(text) else { continue }
            guard target.path != base.path, target.path != base.path + "/" else { continue }
            if target.hasSameOrigin(as: base) {
                own.append(target)
            } else if target.path.hasPrefix(base.path) {
                // A server behind a proxy may write links with another host.
                others.append(base.with(target: target.target))
            }
        }
        return own.isEmpty ? others : own
    }
}
