// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension Pagination {
    /// The URI of the profile "Cursor Pagination". Add it to ``APIOptions/profiles`` to request the
    /// profile.
    public static let cursorProfile = PageMeta.profile

    /// The reason why a server refused to return a page (profile "Cursor Pagination", section
    /// "Error Cases").
    public enum Fault: Hashable, Sendable {
        /// The server does not support pages in the requested sort order.
        case unsupportedSort
        /// The requested page is larger than the server allows. The associated value is the largest
        /// size that the server allows, if the server states this size.
        case maximumSizeExceeded(Int?)
        /// A `page` parameter has a value that the server does not accept, such as a cursor of
        /// another list.
        case invalidParameter(String)
        /// The server does not support `page[after]` and `page[before]` together.
        case rangeNotSupported
    }
}

extension APIError {
    /// The reason for the error; nil if the profile "Cursor Pagination" does not define the error.
    /// The link `type` of the error may also be a list, as in an earlier version of the standard.
    public var pageFault: Pagination.Fault? {
        var types = [type].compactMap { $0 }
        if case .array(let list)? = links?["type"] {
            types += list.compactMap { if case .string(let text) = $0 { text } else { nil } }
        }
        for type in types where type.hasPrefix(Pagination.cursorProfile + "/") {
            switch type.dropFirst(Pagination.cursorProfile.utf8.count + 1) {
            case "unsupported-sort": return .unsupportedSort
            case "max-size-exceeded":
                guard case .number(let number)? = meta?["page"]?["maxSize"] else {
                    return .maximumSizeExceeded(nil)
                }
                return .maximumSizeExceeded(Int(number.text))
            case "range-pagination-not-supported": return .rangeNotSupported
            default: continue
            }
        }
        guard let parameter, parameter.hasPrefix("page["), parameter.hasSuffix("]") else {
            return nil
        }
        return .invalidParameter(parameter)
    }
}
