// SPDX-License-Identifier: MIT

// The forms of paging that many services use, so that a program need not name them.

extension PageFacts {
    /// The objects that may describe pages, as paths of names.
    private static let knownPlaces = [
        ["meta", "page"], ["meta", "pagination"], ["meta", "paging"], ["pagination"],
        ["links", "meta"], ["meta", "pageInfo"], ["meta", "page_info"], ["pageInfo"],
        ["page_info"], ["meta"],
    ]

    /// The objects of the response that may describe pages.
    var places: [[String]] {
        Self.knownPlaces.filter { if case .other = member($0) { true } else { false } }
    }

    /// The query parameters that contain a cursor, a number or an offset. The first one of each
    /// list is sent if the request has none of them.
    private static let cursors = [
        "page[cursor]", "page[after]", "cursor", "after", "page_cursor", "page_token",
    ]
    private static let numbers = ["page[number]", "page", "page_number", "pageNumber"]
    private static let offsets = ["page[offset]", "offset", "start"]

    /// Returns the step to the next page, read from the first known form that the response
    /// contains.
    func knownStep() throws(RequestError) -> PageStep {
        switch link("next") {
        case .some(.some(let link)):
            return .link(link, place: "the link at \"/links/next\"")
        case .some(.none): return .end
        case .none: break
        }
        if member(["links", "next"]).isValue {
            throw error(
                .malformedLink, "the link at \"/links/next\" is neither an address nor null")
        }
        if let link = headerLink("next") {
            return .link(link, place: "the link to the next page")
        }
        if let step = link(in: ["links"]) { return step }
        guard count > 0 else { return .end }
        for place in places {
            if let step = step(in: place) { return step }
        }
        if let cursor = lastCursor(), !cursor.isEmpty {
            return .parameter("page[after]", value: cursor)
        }
        return .end
    }

    /// Returns a link of the document: `.some(nil)` if it is null or an empty string, and nil if it
    /// is missing or malformed.
    private func link(_ name: String) -> String?? {
        switch member(["links", name]) {
        case .null, .string(""): return .some(nil)
        case .string(let link): return link
        case .other:
            switch member(["links", name, "href"]) {
            case .string(""): return .some(nil)
            case .string(let link): return link
            case .absent, .null, .number, .boolean, .other: return nil
            }
        case .absent, .number, .boolean: return nil
        }
    }

    /// Returns the step that the object at a path describes. The step is the end of the list if the
    /// next page in the object is null. Returns nil if the object does not describe pages.
    private func step(in place: [String]) -> PageStep? {
        func find(_ words: String...) -> PageMember? { self.find(words, in: place) }
        if let step = link(in: place) { return step }
        if case .boolean(true) = find("has", "next", "page"),
            let cursor = find("end", "cursor")?.text, !cursor.isEmpty
        {
            return .parameter(parameter(of: ["page[after]"] + Self.cursors), value: cursor)
        }
        if let cursor = find("next", "cursor")?.text, !cursor.isEmpty {
            return .parameter(parameter(of: Self.cursors), value: cursor)
        }
        if let after = find("after")?.text, !after.isEmpty,
            let known = Self.cursors.first(where: { url.value(of: $0) != nil })
        {
            return .parameter(known, value: after)
        }
        if let offset = find("next", "offset")?.integer {
            return further(offset, Self.offsets, from: 0)
        }
        if let number = find("next", "page")?.integer ?? find("next", "number")?.integer {
            return further(number, Self.numbers, from: .min)
        }
        if hasNullNext(in: place) { return .end }
        if let (number, isLast) = number(in: place), !isLast {
            return further(number + 1, Self.numbers, from: number)
        }
        return nil
    }

    /// Returns the step to the address in the object at a path; nil if the object has no address.
    private func link(in place: [String]) -> PageStep? {
        let pointer = "/" + place.joined(separator: "/")
        for words in [
            ["next"], ["next", "url"], ["next", "link"], ["next", "page", "url"], ["next", "page"],
        ] {
            for name in Self.spellings(words) {
                guard case .string(let text) = member(place + [name]), text.isLink else { continue }
                return .link(text, place: "the link at \"\(pointer)/\(name)\"")
            }
        }
        return nil
    }

    /// Returns the member of an object whose name consists of the given words, in one of the usual
    /// spellings. A member that is null is skipped.
    private func find(_ words: [String], in place: [String]) -> PageMember? {
        for name in Self.spellings(words) {
            let found = member(place + [name])
            if found.isValue { return found }
        }
        return nil
    }

    /// Returns the number of this page from the object at a path.
    private func number(of place: [String]) -> Int? {
        (find(["current", "page"], in: place) ?? find(["page"], in: place)
            ?? find(["number"], in: place))?.integer
    }

    /// Returns the number of this page, and whether it is the last page, from the object at a path.
    /// Returns nil if the object does not have both numbers.
    private func number(in place: [String]) -> (Int, isLast: Bool)? {
        guard let here = number(of: place) else { return nil }
        let last = find(["last", "page"], in: place) ?? find(["last", "number"], in: place)
        if let last = last?.integer { return (here, here >= last) }
        let pages = find(["total", "pages"], in: place) ?? find(["pages"], in: place)
        guard let pages = pages?.integer else { return nil }
        // Page 2 of 3 is the last one if the first page has the number zero.
        return (here, here >= pages || isNumberedFromZero && here + 1 >= pages)
    }

    /// True if this page or an earlier page of the same sequence has the number zero.
    package var isNumberedFromZero: Bool {
        followsPageZero || places.contains { number(of: $0) == 0 }
    }

    /// True if the next page in the object at a path is null.
    private func hasNullNext(in place: [String]) -> Bool {
        [
            ["next"], ["next", "url"], ["next", "link"], ["next", "page", "url"],
            ["next", "cursor"], ["next", "offset"], ["next", "page"], ["next", "number"],
        ].flatMap(Self.spellings).contains { member(place + [$0]).isNull }
    }

    /// Returns the step to a later number or offset; nil if it is not later than this page.
    private func further(_ value: Int, _ parameters: [String], from first: Int) -> PageStep? {
        let name = parameter(of: parameters)
        let here = url.value(of: name).flatMap { Int($0) } ?? first
        return value > here ? .parameter(name, value: "\(value)") : nil
    }

    /// Returns the first of the given parameters that the request has. If the request has none of
    /// them, returns the first parameter.
    private func parameter(of names: [String]) -> String {
        names.first { url.value(of: $0) != nil } ?? names[0]
    }

    /// Returns a name of several words in snake case, kebab case and camel case.
    private static func spellings(_ words: [String]) -> [String] {
        guard let first = words.first, words.count > 1 else { return words }
        return [
            words.joined(separator: "_"), words.joined(separator: "-"),
            first + words.dropFirst().map(\.capitalizedASCII).joined(),
        ]
    }

    // MARK: The end of the list

    /// True if the request and the response show that this page is the first page of a list.
    package var isFirst: Bool {
        if [link("prev"), link("previous")].contains(where: { $0.flatMap { $0 } != nil }) {
            return false
        }
        if headerLink("prev") != nil { return false }
        func value(_ names: [String]) -> String? {
            names.lazy.compactMap { url.value(of: $0) }.first
        }
        return value(Self.cursors)?.isEmpty ?? true && value(Self.offsets) ?? "0" == "0"
            && ["0", "1"].contains(value(Self.numbers) ?? "1")
    }

    /// How the list ends if no page is requested after this one. If a link led to this page, the
    /// server shows each next page by a link, and a page without a link is the last page (JSON:API
    /// 1.1, "Pagination").
    /// - Parameters:
    ///   - state: the position of the page in its sequence.
    ///   - missing: the path of a member that the option names, if no response had this member.
    /// - Returns: the end.
    func end(_ state: PagePosition, missing: String? = nil) -> Paging.End {
        if let contradiction = contradiction(state) { return contradiction }
        if count > 0, saysMore { return .cutOff("the response says that there are more resources") }
        if count > 0, namesNext {
            return .unknown(
                "the response names a next page in a form that is not known: set the option paging")
        }
        let isTold =
            count == 0 || state.isByLink || (state.isWhole && hasTotal(state))
            || ["next", "last"].contains { link($0) != nil }
            || places.contains {
                hasNullNext(in: $0) || saysNoMore(in: $0) || number(in: $0)?.isLast ?? false
            }
        // A page with links to other pages and without this one has no next page (JSON:API 1.1,
        // "Pagination").
        let isLinked =
            headerLink("prev") != nil
            || ["prev", "previous", "first"].contains { link($0) != nil }
        if isTold || (isLinked && signOfMore == nil) { return .complete }
        if state.isWhole, let (number, pointer) = totals(named: Self.totals).first {
            return .unknown(
                "the response says at \"\(pointer)\" that the list has \(number) resources, but \(total - state.repeated) were read"
            )
        }
        if let missing {
            return .unknown(
                "the response has no member \"\(missing)\", which the option paging names")
        }
        if let sign = signOfMore {
            return .unknown(
                "the response has \"\(sign)\", which may lead to another page: set the option paging"
            )
        }
        if hasFullSize {
            return .unknown(
                "the page is full, and the response does not say in a known form whether another page follows: set the option paging"
            )
        }
        let wasAsked = url.query.map { query in
            (try? QueryItem.Encoding.decode(query))?.contains { Self.isOfPaging($0.name) } ?? false
        }
        guard wasAsked ?? false || places.contains(where: { $0 != ["meta"] }) else {
            return .complete
        }
        return .unknown(
            "the response does not say in a known form whether another page follows: set the option paging"
        )
    }

    private static let flags = [["has", "more"], ["has", "next"], ["has", "next", "page"]]
        .flatMap(spellings)

    /// True if a flag in the response says that the list continues.
    private var saysMore: Bool {
        places.contains { place in
            Self.flags.contains {
                if case .boolean(true) = member(place + [$0]) { true } else { false }
            }
        }
    }

    /// True if a flag in the object at a path says that the list ends.
    private func saysNoMore(in place: [String]) -> Bool {
        Self.flags.contains {
            if case .boolean(false) = member(place + [$0]) { true } else { false }
        }
    }

    /// True if the response names a next page, in a form from which no request can be made.
    private var namesNext: Bool {
        let names = [
            ["next"], ["next", "token"], ["next", "page", "token"], ["next", "page"],
            ["next", "cursor"],
        ].flatMap(Self.spellings)
        return places.contains { place in
            names.contains { name in
                guard let text = member(place + [name]).text, !text.isEmpty else { return false }
                // A number that is not later than this page names no next page.
                return Int(text).map { here in here > (thisNumber ?? 0) } ?? true
            }
        }
    }

    /// The number of this page in the request; nil if the request has no number.
    var thisNumber: Int? {
        Self.numbers.lazy.compactMap { url.value(of: $0).flatMap { Int($0) } }.first
    }

    private static func isOfPaging(_ name: String) -> Bool {
        name.hasPrefix("page")
            || (cursors + numbers + offsets + ["limit", "per_page"]).contains(name)
    }

    /// Returns the end of the list if the response contradicts that the list is complete; otherwise
    /// nil.
    func contradiction(_ state: PagePosition) -> Paging.End? {
        let read = total - state.repeated
        if state.isWhole, let (most, pointer) = mostResources, most > read {
            let twice =
                state.repeated > 0 ? "different ones were read, some of them twice" : "were read"
            return .cutOff(
                "the list has \(most) resources, as the response says at \"\(pointer)\", and \(read) \(twice)"
            )
        }
        if let last = laterLast {
            return .cutOff("the link to the last page leads to another page, \(last)")
        }
        guard hasList || (state.isWhole && hasTotal(state)) else {
            return .unknown("the last page has no list of resources")
        }
        return nil
    }

    /// The number of all resources of the list, and the JSON Pointer of this number; nil if the
    /// response has no such number.
    private var mostResources: (Int, String)? { totals(named: Self.totals + ["count"]).first }

    /// True if the response states the number of all resources, and this number of resources was
    /// read. A member `count` is not used, because it may be the number of the resources on this
    /// page.
    private func hasTotal(_ state: PagePosition) -> Bool {
        totals(named: Self.totals).contains { $0.0 == total - state.repeated }
    }

    private static let totals =
        ["total"]
        + [
            ["record", "count"], ["result", "count"], ["total", "filtered", "count"],
            ["total", "count"], ["total", "items"],
            ["total", "results"], ["total", "elements"], ["total", "records"],
        ].flatMap(spellings)

    /// Returns the numbers with these names, and their JSON Pointers. The number of the resources
    /// that match the filter comes first.
    private func totals(named names: [String]) -> [(Int, String)] {
        let ordered = names.filter { $0.lowercased().contains("filtered") } + names
        return places.flatMap { place in
            ordered.compactMap { name in
                guard place != ["meta"] || name != "count" else { return nil }
                return member(place + [name]).integer.map {
                    ($0, "/" + (place + [name]).joined(separator: "/"))
                }
            }
        }
    }

    /// The address of the last page, if it is another page than this one and this page has no link
    /// to a next page.
    private var laterLast: HTTPURL? {
        if count > 0, case .some(.some) = link("next") { return nil }
        if count > 0, headerLink("next") != nil { return nil }
        guard let text = link("last").flatMap({ $0 }) ?? headerLink("last"),
            let last = resolve(text)
        else { return nil }
        // If the list has only one page, the request for it may have had no page parameters.
        let here = ["self", "first"].compactMap { name in
            link(name).flatMap { $0 }.flatMap(resolve)
        }
        return ([head.url] + here).contains(where: last.isSamePage) ? nil : last
    }

    /// The probable mistakes of the server in the links of this page.
    var notes: [Paging.Note] {
        var notes: [Paging.Note] = []
        if case .some(.none) = link("next"), !member(["links", "next"]).isNull {
            notes.append(Paging.Note(code: .emptyNext, url: head.url, link: ""))
        }
        if laterLast != nil, let text = link("last").flatMap({ $0 }) ?? headerLink("last") {
            notes.append(Paging.Note(code: .endsBeforeLast, url: head.url, link: text))
        }
        if !hasList { notes.append(Paging.Note(code: .noList, url: head.url, link: "")) }
        return notes
    }
}

extension PageMember {
    /// False for a missing member and for null.
    fileprivate var isValue: Bool {
        switch self {
        case .absent, .null: false
        case .string, .number, .boolean, .other: true
        }
    }

    fileprivate var isNull: Bool { if case .null = self { true } else { false } }
}

extension String {
    /// True for text that has the form of a link, and not of a cursor.
    fileprivate var isLink: Bool { hasPrefix("/") || hasPrefix("?") || contains("://") }

    /// The text with its first letter in upper case.
    fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst() }
}
