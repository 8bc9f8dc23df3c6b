// SPDX-License-Identifier: MIT

public import HTTPTypes

/// The way to find the next page of a list.
public struct NextPage: Sendable {
    private enum Kind {
        case link
        case member(path: String)
        case number(parameter: String, first: Int, end: End)
        case cursor(path: String, parameter: String)
    }

    /// The condition that ends numbered pages.
    fileprivate enum End {
        case empty
        case pages(path: String)
        case total(path: String)
        case totalHeader(HTTPField.Name)
    }

    private let kind: Kind

    /// Finds the next page by a link in the header of the response: `Link: <…>; rel="next"` (RFC
    /// 8288). The last page has no link with `rel="next"`.
    public static var linkHeader: NextPage { NextPage(kind: .link) }

    /// Finds the next page by its address, which is a member of the response at a dotted path. On
    /// the last page this member is null, empty or missing.
    public static func next(_ path: String = "next") -> NextPage {
        NextPage(kind: .member(path: path))
    }

    /// Finds the next page by its number. A page without models is the last page.
    /// - Parameters:
    ///   - parameter: the query parameter that contains the number.
    ///   - first: the number of the page that a request without the parameter returns.
    /// - Returns: the way to find the next page.
    public static func number(_ parameter: String = "page", first: Int = 1) -> NextPage {
        NextPage(kind: .number(parameter: parameter, first: first, end: .empty))
    }

    /// Finds the next page by its number. A member of the response contains the number of pages;
    /// its dotted path is, for example, `meta.total_pages`. If a response does not have this
    /// member, reading the page throws an error.
    public static func number(
        _ parameter: String = "page", first: Int = 1, pages path: String
    ) -> NextPage {
        NextPage(kind: .number(parameter: parameter, first: first, end: .pages(path: path)))
    }

    /// Finds the next page by its number. A member of the response contains the number of models;
    /// its dotted path is, for example, `meta.total`. If a response does not have this member,
    /// reading the page throws an error. A page without models is the last page.
    public static func number(
        _ parameter: String = "page", first: Int = 1, total path: String
    ) -> NextPage {
        NextPage(kind: .number(parameter: parameter, first: first, end: .total(path: path)))
    }

    /// Finds the next page by its number. A header field of the response, such as `X-Total-Count`,
    /// contains the number of models.
    public static func number(
        _ parameter: String = "page", first: Int = 1, totalHeader name: HTTPField.Name
    ) -> NextPage {
        NextPage(kind: .number(parameter: parameter, first: first, end: .totalHeader(name)))
    }

    /// Finds the next page by a cursor, which is a member of the response at a dotted path. The
    /// cursor is sent as a query parameter. On the last page this member is null, empty or missing.
    public static func cursor(_ path: String, parameter: String = "cursor") -> NextPage {
        NextPage(kind: .cursor(path: path, parameter: parameter))
    }

    /// A page that was read.
    struct Page {
        let call: Call
        let exchange: Exchange
        let json: JSON
        /// The number of models on this page. `total` is the number of models on this page and all
        /// earlier pages.
        let count: Int
        let total: Int
    }

    /// Returns the call for the page after a page; nil for the last page.
    /// - Throws: `RequestError` with code `malformedLink`, `crossOrigin`, `document`, `noPage`.
    func call(after page: Page) throws(RequestError) -> Call? {
        switch kind {
        case .link:
            return try page.link("next").map { link throws(RequestError) in
                try page.following(link)
            }
        case .member(let path):
            guard let member = page.json.vox.member(at: path), member != JSONValue.null else {
                return nil
            }
            guard let link = member.node?.string else {
                throw page.exchange.error(
                    .malformedLink, "the value at \"\(path)\" is neither an address nor null")
            }
            return link.isEmpty ? nil : try page.following(link)
        case .number(let parameter, let first, let end):
            let number = page.value(of: parameter).flatMap { Int($0) } ?? first
            guard try page.isFollowed(number: number, first: first, end) else { return nil }
            guard number < .max else {
                throw page.exchange.error(.noPage, "no page number follows \(number)")
            }
            return page.following(parameter, "\(number + 1)")
        case .cursor(let path, let parameter):
            guard let member = page.json.vox.member(at: path), member != JSONValue.null else {
                return nil
            }
            guard let text = member.placeText else {
                throw page.exchange.error(
                    .document, "the value at \"\(path)\" is neither a cursor nor null")
            }
            return text.isEmpty ? nil : page.following(parameter, text)
        }
    }
}

extension NextPage {
    /// Returns the probable mistakes of the server in the links of a page.
    func notes(on page: Page) -> [PageNote] {
        let url = page.exchange.url
        switch kind {
        case .member(let path) where page.json.vox.member(at: path)?.node?.string == "":
            return [PageNote(code: .emptyNext, url: url, link: "")]
        case .link:
            guard page.link("next") == nil, let last = page.link("last"),
                let target = try? url.resolve(last), !target.isSamePage(url)
            else { return [] }
            return [PageNote(code: .endsBeforeLast, url: url, link: last)]
        default:
            return []
        }
    }
}

extension NextPage.Page {
    /// Returns the link with the given relation in the header field `Link` of the response.
    fileprivate func link(_ relation: String) -> String? {
        HTTPField.Name("Link").flatMap { exchange.headers.value(of: $0) }
            .flatMap { LinkHeader.target(of: relation, in: $0) }
    }

    /// Returns the call that follows a link.
    fileprivate func following(_ link: String) throws(RequestError) -> Call {
        var next = Call(
            call.context, call.method,
            .success(
                try call.context.server.follow(
                    link, from: exchange.url, named: "the link to the next page")))
        next.settings = followingSettings
        return next
    }

    /// Returns the value of a parameter from the query of the request, or else from the query of
    /// the path.
    fileprivate func value(of parameter: String) -> String? {
        if let item = call.query.last(where: { $0.name == parameter }) { return item.value }
        return try? call.target.get().separating(parameter).value
    }

    /// Returns the call with another value of a parameter.
    fileprivate func following(_ parameter: String, _ value: String) -> Call {
        var next = call
        next.target = call.target.map { $0.separating(parameter).rest }
        next.settings = followingSettings
        next.query.removeAll { $0.name == parameter }
        next.query.append(QueryItem(parameter, value))
        return next
    }

    private var followingSettings: RequestSettings {
        var settings = call.settings.following
        settings.handle = nil
        return settings
    }

    fileprivate func isFollowed(
        number: Int, first: Int, _ end: NextPage.End
    ) throws(RequestError) -> Bool {
        switch end {
        case .empty: return count > 0
        case .pages(let path):
            let pages = try self.number(at: path)
            let (before, isTooFar) = number.subtractingReportingOverflow(first)
            return !isTooFar && pages > 0 && before < pages - 1
        case .total(let path):
            let most = try self.number(at: path)
            return count > 0 && total < most
        case .totalHeader(let name):
            let most = try checked(exchange.headers.value(of: name), "\(name)")
            return count > 0 && total < most
        }
    }

    private func number(at path: String) throws(RequestError) -> Int {
        try checked(json.vox.member(at: path)?.placeText, path)
    }

    private func checked(_ text: String?, _ place: String) throws(RequestError) -> Int {
        guard let number = text.flatMap({ Int($0) }) else {
            throw exchange.error(
                .document, "the response has no total number at \"\(place)\"")
        }
        return number
    }
}

extension HTTPURL {
    /// Returns the address without the query items that have this name, and the last value of these
    /// items. The other items are not changed.
    fileprivate func separating(_ parameter: String) -> (rest: HTTPURL, value: String?) {
        guard let query else { return (self, nil) }
        var rest: [Substring] = []
        var value: String?
        let items = query.split(separator: "&", omittingEmptySubsequences: false)
        for item in items {
            let halves = item.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if PercentEncoding.decode(halves[0], plusIsSpace: true) == parameter {
                value = halves.dropFirst().first.flatMap {
                    PercentEncoding.decode($0, plusIsSpace: true)
                }
            } else {
                rest.append(item)
            }
        }
        guard rest.count < items.count else { return (self, nil) }
        let kept = rest.isEmpty ? "" : "?" + rest.joined(separator: "&")
        return (with(target: path + kept), value)
    }
}
