// SPDX-License-Identifier: MIT

// Signs of more pages in forms that are not followed. Their only use is that a list which probably
// goes on is not reported as complete.

extension PageFacts {
    /// The JSON Pointer of a member that probably leads to a next page; nil if there is none.
    var signOfMore: String? { sign(in: []) }

    private func sign(in place: [String]) -> String? {
        for name in names(place) {
            let path = place + [name]
            let word = Self.word(name)
            let isSign =
                switch member(path) {
                case .string(let text), .number(let text):
                    Self.leadsOn(word) && namesOther(text)
                case .boolean(true): Self.flagWords.contains(word)
                case .absent, .null, .boolean, .other: false
                }
            if isSign { return "/" + path.joined(separator: "/") }
            if case .other = member(path), path.count < 5, Self.describesPages(word, in: place),
                let found = sign(in: path)
            {
                return found
            }
        }
        return nil
    }

    /// True if the number of resources on this page is equal to the page size in the response.
    var hasFullSize: Bool {
        places.contains { place in
            names(place).contains { name in
                Self.sizeWords.contains(Self.word(name)) && member(place + [name]).integer == count
            }
        }
    }

    /// Returns false for an empty value, for the value of a parameter of this request, and for a
    /// number up to the number of this page. Returns true for other values.
    private func namesOther(_ text: String) -> Bool {
        if text.isEmpty { return false }
        if let number = Int(text), number <= (thisNumber ?? 0) { return false }
        let items = url.query.flatMap { try? QueryItem.Encoding.decode($0) } ?? []
        return !items.contains { $0.value == text }
    }

    /// A name in lower case, without the characters between its words.
    private static func word(_ name: String) -> String {
        name.lowercased().filter { $0 != "_" && $0 != "-" }
    }

    /// True for the name of an object that may describe pages.
    private static func describesPages(_ word: String, in place: [String]) -> Bool {
        if ["meta", "links"].contains(word) { return place.count < 2 }
        return word.contains("pag") || word.contains("cursor") || word.hasPrefix("next")
    }

    /// True for the name of a member with the next page.
    private static func leadsOn(_ word: String) -> Bool {
        if word.hasPrefix("next") { return nextWords.contains(String(word.dropFirst(4))) }
        return moreWords.contains(word)
    }

    private static let nextWords: Set = [
        "", "page", "pagenumber", "pageno", "number", "cursor", "token", "pagetoken", "pagecursor",
        "link", "url", "uri", "href", "pageurl", "pageuri", "pagelink", "pagehref", "offset",
        "start", "startkey", "key", "id", "marker", "batch", "skip", "after", "results", "records",
        "recordsurl", "continuationtoken", "index", "startindex", "position",
    ]
    private static let moreWords: Set = [
        "after", "aftercursor", "cursorafter", "cursor", "cursornext", "endcursor", "continuation",
        "continuationtoken", "continuationkey", "continue", "continuetoken", "continuefrom",
        "searchafter", "startingafter", "lastevaluatedkey", "scrollid", "marker", "bookmark",
        "pagenext", "tokennext", "more", "moreurl", "morelink",
    ]
    private static let flagWords: Set = [
        "more", "hasmore", "hasnext", "hasnextpage", "hasmorepages", "hasmoreresults",
        "hasmoreitems", "hasmorerecords", "morepages", "moreresults", "moreavailable",
        "isincomplete", "istruncated", "truncated",
    ]
    private static let sizeWords: Set = [
        "perpage", "pagesize", "size", "limit", "pagelimit", "itemsperpage", "pagecount",
    ]
}
