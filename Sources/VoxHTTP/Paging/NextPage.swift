// SPDX-License-Identifier: MIT

public import HTTPTypes

extension Paging {
    /// The way to find the next page of a list.
    ///
    /// ```swift
    /// import VoxHTTP
    ///
    /// // Some lists of this service have links. The others have {"meta": {"page": {"after": "b2c"}}}.
    /// let paging = Paging.Next.first(
    ///     .known, .cursor("meta.page.after", parameter: "page[cursor]"))
    /// print(paging)  // prints: known, or cursor at meta.page.after
    /// ```
    public struct Next: Sendable {
        private indirect enum Kind {
            case known
            case link
            case member(path: String)
            case number(parameter: String, first: Int, end: End)
            case offset(parameter: String, total: String?)
            case cursor(path: String, parameter: String)
            case first([Next])
        }

        /// The condition that ends numbered pages.
        private enum End {
            case empty
            case pages(path: String)
            case total(path: String)
            case totalHeader(HTTPField.Name)
        }

        private let kind: Kind

        /// Finds the next page in the forms that many services use:
        ///
        /// | form | where |
        /// |---|---|
        /// | a link | `links.next`, a string or an object with `href`; `Link: <…>; rel="next"` (RFC 8288); an address in `links.nextPage` |
        /// | a link, a cursor, a number or an offset | `next`, `next_cursor`, `next_page`, `next_offset` and their other spellings, in `meta.page`, `meta.pagination`, `meta.paging`, `pagination`, `links.meta`, `pageInfo`, `meta.pageInfo` or `meta` |
        /// | a cursor and a flag | `endCursor` and `hasNextPage`, in the same objects |
        /// | a cursor of the last resource | `meta.page.cursor` of the resource, which is sent as `page[after]` (profile "Cursor Pagination") |
        /// | the number of this page and of all pages | `current_page` and `total_pages`, or `number` and `last_number`, in the same objects |
        ///
        /// Page numbers begin at zero if a page of the list has the number zero, and otherwise at
        /// one. If the first page has the number zero, and a loop begins at a later page, the loop
        /// also requests the page after the last page.
        ///
        /// A cursor, a number or an offset is sent in the query parameter that the request already
        /// has for this purpose. If the request has no such parameter, the client adds
        /// `page[cursor]`, `page[number]` or `page[offset]` (JSON:API 1.1, "Pagination"). For an
        /// `endCursor`, the client adds `page[after]`.
        public static var known: Next { Next(kind: .known) }

        /// Finds the next page by a link in the header of the response: `Link: <…>; rel="next"`
        /// (RFC 8288). The last page has no link with `rel="next"`.
        public static var linkHeader: Next { Next(kind: .link) }

        /// Finds the next page by its address, which is a member of the response at a dotted path,
        /// such as `links.next`. On the last page, this member is null, empty or missing. If the
        /// first page has no member at this path, the list may have ended, or the path may be
        /// wrong. If the rest of the response does not show which of the two is true, the list ends
        /// with ``Paging/End/unknown(_:)``.
        public static func next(_ path: String = "next") -> Next { Next(kind: .member(path: path)) }

        /// Finds the next page by its number. A page without resources is the last page.
        /// - Parameters:
        ///   - parameter: the query parameter that contains the number.
        ///   - first: the number of the first page. A request without the parameter returns this
        ///     page.
        /// - Returns: the way to find the next page.
        public static func number(_ parameter: String = "page", first: Int = 1) -> Next {
            Next(kind: .number(parameter: parameter, first: first, end: .empty))
        }

        /// Finds the next page by its number. The member of the response at a dotted path, such as
        /// `meta.total_pages`, contains the number of pages. If a response does not have this
        /// member, reading the page throws an error.
        public static func number(_ parameter: String = "page", first: Int = 1, pages path: String)
            -> Next
        { Next(kind: .number(parameter: parameter, first: first, end: .pages(path: path))) }

        /// Finds the next page by its number. The member of the response at a dotted path, such as
        /// `meta.total`, contains the number of resources. If a response does not have this member,
        /// reading the page throws an error. A page without resources is the last page.
        public static func number(_ parameter: String = "page", first: Int = 1, total path: String)
            -> Next
        { Next(kind: .number(parameter: parameter, first: first, end: .total(path: path))) }

        /// Finds the next page by its number. A header field of the response, such as
        /// `X-Total-Count`, contains the number of resources.
        public static func number(
            _ parameter: String = "page", first: Int = 1, totalHeader name: HTTPField.Name
        ) -> Next {
            Next(kind: .number(parameter: parameter, first: first, end: .totalHeader(name)))
        }

        /// Finds the next page by its offset. The offset of the next page is the offset of the
        /// current page plus the number of resources on the current page. A page without resources
        /// is the last page.
        /// - Parameters:
        ///   - parameter: the query parameter that contains the offset.
        ///   - total: the dotted path of a member with the number of resources; nil if the response
        ///     has no such member. If the number of resources is known, the loop sends one request
        ///     less.
        /// - Returns: the way to find the next page.
        public static func offset(_ parameter: String = "offset", total: String? = nil) -> Next {
            Next(kind: .offset(parameter: parameter, total: total))
        }

        /// Finds the next page by a cursor, which is a member of the response at a dotted path. The
        /// cursor is sent as a query parameter. On the last page, this member is null, empty or
        /// missing. If this member is missing on the first page, the list ends with
        /// ``Paging/End/unknown(_:)``, as in ``next(_:)``.
        public static func cursor(_ path: String, parameter: String = "cursor") -> Next {
            Next(kind: .cursor(path: path, parameter: parameter))
        }

        /// Tries several ways in order, and uses the first one that finds a next page.
        public static func first(_ ways: Next...) -> Next { first(of: ways) }

        /// Tries the given ways in order, and uses the first one that finds a next page.
        public static func first(of ways: [Next]) -> Next { Next(kind: .first(ways)) }

        /// Returns the way from a page to the next page.
        /// - Throws: ``RequestError`` with code `malformedLink`, `document` or `noPage`.
        package func step(after page: PageFacts) throws(RequestError) -> PageStep {
            switch kind {
            case .known: return try page.knownStep()
            case .link:
                return page.headerLink("next").map {
                    .link($0, place: "the link to the next page")
                } ?? .end
            case .member(let path):
                switch page.member(at: path) {
                case .absent, .null, .string(""): return .end
                case .string(let link): return .link(link, place: "the link to the next page")
                case .number, .boolean, .other:
                    throw page.error(
                        .malformedLink, "the value at \"\(path)\" is neither an address nor null")
                }
            case .number(let parameter, let first, let end):
                let number = page.url.value(of: parameter).flatMap { Int($0) } ?? first
                guard try Self.isFollowed(page, number: number, first: first, end) else {
                    return .end
                }
                guard number < .max else {
                    throw page.error(.noPage, "no page number follows \(number)")
                }
                return .parameter(parameter, value: "\(number + 1)")
            case .offset(let parameter, let total):
                let offset = page.url.value(of: parameter).flatMap { Int($0) } ?? 0
                let (next, isTooFar) = offset.addingReportingOverflow(page.count)
                if isTooFar { throw page.error(.noPage, "no offset follows \(offset)") }
                if page.count == 0 { return .end }
                if let total, next >= (try Self.number(page.member(at: total), total, page)) {
                    return .end
                }
                return .parameter(parameter, value: "\(next)")
            case .cursor(let path, let parameter):
                switch page.member(at: path) {
                case .absent, .null, .string(""): return .end
                case .string(let text), .number(let text): return .parameter(parameter, value: text)
                case .boolean, .other:
                    throw page.error(
                        .document, "the value at \"\(path)\" is neither a cursor nor null")
                }
            case .first(let ways):
                for way in ways {
                    let step = try way.step(after: page)
                    if case .end = step { continue }
                    return step
                }
                return .end
            }
        }

        private static func isFollowed(
            _ page: PageFacts, number: Int, first: Int, _ end: End
        ) throws(RequestError) -> Bool {
            switch end {
            case .empty: return page.count > 0
            case .pages(let path):
                let pages = try Self.number(page.member(at: path), path, page)
                let (before, isTooFar) = number.subtractingReportingOverflow(first)
                return !isTooFar && pages > 0 && before < pages - 1
            case .total(let path):
                let most = try Self.number(page.member(at: path), path, page)
                return page.count > 0 && page.total < most
            case .totalHeader(let name):
                let text = page.head.headers.value(of: name)
                let most = try Self.number(text.map { .string($0) } ?? .absent, "\(name)", page)
                return page.count > 0 && page.total < most
            }
        }

        private static func number(
            _ member: PageMember, _ place: String, _ page: PageFacts
        ) throws(RequestError) -> Int {
            guard let number = member.integer else {
                throw page.error(.document, "the response has no total number at \"\(place)\"")
            }
            return number
        }

        /// Returns how the list ends (``Paging/End``) if no page is requested after this page.
        package func end(at page: PageFacts, _ position: PagePosition) -> Paging.End {
            switch kind {
            case .known: return page.end(position)
            case .first(let ways):
                guard ways.contains(where: { $0.isEnd(page) }) else {
                    return page.end(
                        position,
                        missing: ways.lazy.compactMap { $0.missing(in: page) }.first {
                            page.hasStart(of: $0)
                        })
                }
            case .member, .cursor:
                if let path = missing(in: page), page.count > 0 {
                    return page.end(position, missing: path)
                }
            case .link, .number, .offset: break
            }
            // The program named the place that has the next page, and it has none.
            return page.contradiction(position) ?? .complete
        }

        /// Returns the path of the member that the page should have, because this way reads the
        /// member. Returns nil if the page has the member, or if the page was requested by a value
        /// of this member.
        private func missing(in page: PageFacts) -> String? {
            switch kind {
            case .member(let path), .cursor(let path, _):
                guard case .absent = page.member(at: path), !isEnd(page) else { return nil }
                return path
            case .first(let ways): return ways.lazy.compactMap { $0.missing(in: page) }.first
            case .known, .link, .number, .offset: return nil
            }
        }

        /// True if the response says that the list ends here.
        private func isEnd(_ page: PageFacts) -> Bool {
            switch kind {
            case .known, .link: return false
            case .first(let ways): return ways.contains { $0.isEnd(page) }
            case .number(_, _, .empty), .offset(_, nil): return page.count == 0
            case .number, .offset: return true
            case .member(let path): return page.member(at: path).isEmpty
            case .cursor(let path, let parameter):
                // A page that was requested by a cursor, and has none, is the last page.
                if case .absent = page.member(at: path) {
                    return page.url.value(of: parameter) != nil
                }
                return page.member(at: path).isEmpty
            }
        }

        /// Returns notes on the probable mistakes in the links of a page.
        package func notes(on page: PageFacts) -> [Note] {
            switch kind {
            case .member(let path):
                guard case .string("") = page.member(at: path) else {
                    return page.hasList ? [] : [Note(code: .noList, url: page.head.url, link: "")]
                }
                return [Note(code: .emptyNext, url: page.head.url, link: "")]
            case .known, .link, .first: return page.notes
            case .number, .offset, .cursor:
                return page.hasList ? [] : [Note(code: .noList, url: page.head.url, link: "")]
            }
        }
    }
}

extension Paging.Next: CustomStringConvertible {
    /// A description of this way to find the next page, for messages.
    public var description: String {
        switch kind {
        case .known: "known"
        case .link: "link in the header"
        case .member(let path): "link at \(path)"
        case .number(let parameter, _, _): "number in \(parameter)"
        case .offset(let parameter, _): "offset in \(parameter)"
        case .cursor(let path, _): "cursor at \(path)"
        case .first(let ways): ways.map(\.description).joined(separator: ", or ")
        }
    }
}
