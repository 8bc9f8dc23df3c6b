// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A value in a response. ``Paging/Next`` finds the next page from this value.
package enum PageMember: Sendable {
    case absent, null
    case string(String)
    case number(String)
    case boolean(Bool)
    /// A list or an object.
    case other
}

/// The data of one page. ``Paging/Next`` finds the next page from this data. The modules that read
/// responses create this value.
package struct PageFacts {
    /// The address that was requested for this page.
    let url: HTTPURL
    /// The head of the response.
    let head: ClientResponse.Head
    /// The number of resources on this page.
    let count: Int
    /// The number of resources on this page and on all pages before it in the same sequence.
    let total: Int
    /// True if an earlier page of the same sequence had the number zero.
    let followsPageZero: Bool
    /// Returns the address of a link, as the client would request it; nil for a malformed link.
    let resolve: (String) -> HTTPURL?
    /// False if the list of resources is null or missing.
    let hasList: Bool
    /// Returns the names of the members of the object at a path of names, at most the first 200.
    let names: ([String]) -> [String]
    /// Returns the member of the response at a path of names.
    let member: ([String]) -> PageMember
    /// Returns the cursor of the last item of this page, if the item has one.
    let lastCursor: () -> String?

    package init(
        url: HTTPURL, head: ClientResponse.Head, count: Int, total: Int, followsPageZero: Bool,
        hasList: Bool = true,
        resolve: @escaping (String) -> HTTPURL?, names: @escaping ([String]) -> [String],
        lastCursor: @escaping () -> String? = { nil },
        member: @escaping ([String]) -> PageMember
    ) {
        self.lastCursor = lastCursor
        self.resolve = resolve
        self.hasList = hasList
        self.names = names
        self.url = url
        self.head = head
        self.count = count
        self.total = total
        self.followsPageZero = followsPageZero
        self.member = member
    }

    /// Returns the member at a dotted path.
    func member(at path: String) -> PageMember {
        member(path.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
    }

    /// True if the document has a member with the first name of a dotted path.
    func hasStart(of path: String) -> Bool {
        let first = path.prefix { $0 != "." }
        if case .absent = member([String(first)]) { return false }
        return true
    }

    /// Returns the target of the link with a relation in the header field `Link`.
    func headerLink(_ relation: String) -> String? {
        head.headers.value(of: .link).flatMap { LinkHeader.target(of: relation, in: $0) }
    }

    func error(_ code: RequestError.Code, _ message: String) -> RequestError {
        var error = RequestError(code: code, message: message)
        error.method = .get
        error.url = head.url
        error.status = head.status
        error.headers = head.headers
        return error
    }
}

extension PageMember {
    /// Creates a member from a value of the response. `string` is the content of a string, and
    /// `number` is the text of a number. `string` and `number` are nil for values of other kinds.
    package init(string: String?, number: String?, boolean: Bool?, isNull: Bool) {
        if let string {
            self = .string(string)
        } else if let number {
            self = .number(number)
        } else if let boolean {
            self = .boolean(boolean)
        } else {
            self = isNull ? .null : .other
        }
    }

    /// The content of a string or the text of a number; nil for other members.
    var text: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .absent, .null, .boolean, .other: nil
        }
    }

    /// True for null and for an empty string.
    var isEmpty: Bool {
        switch self {
        case .null, .string(""): true
        default: false
        }
    }

    /// The value of an integer, which may be written as a string; nil for other members.
    var integer: Int? { text.flatMap { Int($0) } }
}

/// The position of a page in a sequence of pages.
package struct PagePosition {
    /// True if the sequence began at the first page of the list.
    let isWhole: Bool
    /// True if a link of the previous page led to this page.
    let isByLink: Bool
    /// The number of resources that an earlier page had already.
    let repeated: Int

    package init(isWhole: Bool, isByLink: Bool, repeated: Int) {
        self.isWhole = isWhole
        self.isByLink = isByLink
        self.repeated = repeated
    }
}

/// The way from a page to the next page.
package enum PageStep {
    /// A link. `place` describes the link in errors, for example `the link at "/links/next"`.
    case link(String, place: String)
    /// The same request with another value of a query parameter.
    case parameter(String, value: String)
    /// The response says that there is no next page.
    case end
}
