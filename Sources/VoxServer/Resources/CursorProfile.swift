// SPDX-License-Identifier: MIT

import HTTPTypes

/// The profile "Cursor Pagination", and its errors.
enum CursorProfile {
    static let uri = PageMeta.profile

    /// Returns the error for a sort order that does not allow pages by cursor (section "Unsupported
    /// Sort Error").
    static func unsupportedSort(_ detail: String) -> APIError {
        APIError(
            status: 400, title: "Unsupported Sort", detail: detail, parameter: "sort",
            type: uri + "/unsupported-sort")
    }

    /// Returns the error for a page size above the maximum (section "Max Page Size Exceeded
    /// Error").
    static func sizeExceeded(_ size: Substring, maximum: Int) -> APIError {
        APIError(
            status: 400, title: "Page size requested is too large.",
            detail: "The requested size is \(size.prefix(20)), but \(maximum) is the maximum.",
            parameter: "page[size]", type: uri + "/max-size-exceeded",
            meta: ["page": ["maxSize": .number(JSONNumber(maximum))]])
    }

    /// Returns the error for the invalid value of a parameter (section "Invalid Parameter Value
    /// Error").
    static func invalid(_ parameter: String, _ detail: String) -> APIError {
        APIError(
            status: 400, title: "Invalid Parameter.", detail: detail, parameter: parameter)
    }
}

extension RequestQuery.Page {
    /// Returns the size of a page by cursor.
    /// - Throws: ``ErrorResponse`` with an error of the profile if the size is not a positive
    ///   integer, or exceeds the maximum.
    func size(byDefault size: Int, maximum: Int) throws(ErrorResponse) -> Int {
        guard let text = self["size"] else { return min(max(size, 1), maximum) }
        let digits = text.drop { $0 == "0" }
        guard !digits.isEmpty, text.utf8.allSatisfy(\.isDigit) else {
            throw ErrorResponse(
                CursorProfile.invalid(
                    "page[size]", "page[size] must be a positive integer; got \(text.prefix(40))"))
        }
        guard let number = Int(digits), number <= maximum else {
            throw ErrorResponse(CursorProfile.sizeExceeded(digits, maximum: maximum))
        }
        return number
    }
}

extension ServedRequest {
    /// True if the response has a page by cursor: the query has `page[after]` or `page[before]`, or
    /// the client has requested the profile and the query selects no page in another form.
    func requestsCursors(_ page: RequestQuery.Page) -> Bool {
        guard service.store.supportsKeysets else { return false }
        let members = page.members
        if members.contains("after") || members.contains("before") { return true }
        return mediaType.profile.contains(CursorProfile.uri) && members.allSatisfy { $0 == "size" }
    }
}

extension ErrorResponse {
    /// True if one of the errors is defined by the profile.
    var hasPageFault: Bool {
        errors.contains { $0.type?.hasPrefix(CursorProfile.uri + "/") ?? false }
    }
}
