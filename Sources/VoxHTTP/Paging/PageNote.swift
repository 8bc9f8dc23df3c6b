// SPDX-License-Identifier: MIT

extension Paging {
    /// A note on a probable mistake in the page links of the server. The client continues to read
    /// pages; the program should check whether resources are missing.
    public struct Note: Hashable, Sendable {
        /// The kind of the server's mistake.
        public enum Code: Hashable, Sendable {
            /// The link to the next page is an empty string instead of null. The client treats the
            /// page as the last page.
            case emptyNext
            /// The page has no link to a next page, but its link `last` leads to another page. The
            /// resources of all following pages are missing.
            case endsBeforeLast
            /// The page has no resources, but has a link to a next page. The client ends the list
            /// here; see ``Paging/Limits/emptyPages``.
            case emptyPage
            /// The page has resources that an earlier page of the sequence also had. The list may
            /// have changed between the requests, so other resources may be missing. The client
            /// remembers at least the last 131,072 resources.
            case repeated
            /// The list of resources is null or missing. The client treats the page as a page
            /// without resources.
            case noList
        }

        /// The kind of the server's mistake.
        public let code: Code
        /// The address of the page.
        public let url: HTTPURL
        /// The link, as the server wrote it.
        public let link: String

        package init(code: Code, url: HTTPURL, link: String) {
            self.code = code
            self.url = url
            self.link = link
        }
    }
}

extension Paging.Note: CustomStringConvertible {
    /// The note as a sentence. Addresses in the sentence have no query, because a query may be
    /// secret.
    public var description: String {
        switch code {
        case .emptyNext: "the next link of \(url) is an empty string, which is treated as null"
        case .endsBeforeLast:
            "\(url) has no next link, but it is not the last page: resources may be missing"
        case .emptyPage:
            "\(url) has no resources and a link to a next page, which is not followed"
        case .repeated:
            "\(url) has resources that an earlier page had already: others may be missing"
        case .noList: "\(url) has no list of resources, and is read as an empty page"
        }
    }
}
