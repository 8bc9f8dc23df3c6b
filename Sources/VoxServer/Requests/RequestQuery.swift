// SPDX-License-Identifier: MIT

import HTTPTypes

/// The query of a request to a service, parsed according to JSON:API (1.1, "Fetching Data" and
/// "Query Parameters").
///
/// ```swift
/// let query = try RequestQuery(
///     "include=artist&fields[albums]=title&sort=-year",
///     supporting: RequestQuery.Support(include: ["artist"], sort: ["year"]))
/// print(query.sort[0].name, query.sort[0].isDescending)  // prints: year true
/// ```
///
/// A `RequestQuery` distinguishes missing and empty parameters: `include` is nil if the parameter
/// is missing, and an empty list if the parameter is empty.
public struct RequestQuery: Hashable, Sendable {
    /// A field to sort by.
    public struct SortField: Hashable, Sendable {
        /// The name of the field, which may be a path with dots.
        public var name: String
        /// True if the order is descending.
        public var isDescending: Bool

        /// Creates a sort field.
        public init(_ name: String, isDescending: Bool = false) {
            self.name = name
            self.isDescending = isDescending
        }
    }

    /// A parameter of the family `filter`. The function ``filter(in:limits:)`` converts all
    /// `filter` parameters of a query into a filter.
    public struct Filter: Hashable, Sendable {
        /// The names in the brackets: `["a", "b"]` for `filter[a][b]`, `["a.b"]` for `filter[a.b]`,
        /// `[""]` for `filter[]`, and an empty list for `filter`.
        public var path: [String]
        /// The parts of the value, which are separated by commas. A percent-encoded comma does not
        /// separate parts.
        public var values: [String]

        /// The name of the query parameter, such as `filter[a][b]`.
        public var parameter: String { "filter" + path.map { "[\($0)]" }.joined() }

        /// Creates a filter.
        public init(path: [String], values: [String]) {
            self.path = path
            self.values = values
        }
    }

    /// The relationship paths to include; nil if the parameter `include` is missing.
    public private(set) var include: [String]?
    /// The names of the fields (attributes and relationships) to return, by the type of the
    /// resource. For a type without an entry, all fields are returned.
    public private(set) var fields: [String: [String]] = [:]
    /// The sort fields. The first field has the highest priority.
    public private(set) var sort: [SortField] = []
    /// The requested part of the collection.
    public private(set) var page = RequestQuery.Page()
    /// The parameters of the family `filter`, in order.
    public private(set) var filters: [Filter] = []
    /// The filter, after a service has read and checked it.
    var condition: FilterExpression?
    /// The parameters that JSON:API does not define, in order.
    public private(set) var custom: [QueryItem] = []
    /// All parameters in order, for links to other parts of the collection.
    public private(set) var items: [QueryItem] = []

    /// The query of an address without a query.
    init() {}

    /// Parses a query.
    /// - Parameters:
    ///   - query: the text after the question mark, form-urlencoded; nil if the address has no
    ///     query.
    ///   - support: the parameters that the service supports. By default, only `fields` is
    ///     supported.
    /// - Throws: ``ErrorResponse`` with status 400 if a parameter breaks a rule or is not
    ///   supported. The response has an error with `source.parameter` for each refused parameter.
    ///   Custom parameters with a valid name are not refused. A ``ResourceService`` refuses the
    ///   custom parameters that the type does not declare (``ServedType/parameters``).
    public init(_ query: String?, supporting support: RequestQuery.Support = RequestQuery.Support())
        throws(ErrorResponse)
    {
        do throws(RequestError) { items = try QueryItem.Encoding.decode(query ?? "") } catch {
            throw ErrorResponse(.badRequest, error.message)
        }
        var faults: [QueryFault] = []
        var seen: Set<ExactText> = []
        for item in items {
            do throws(QueryFault) {
                // A repeated parameter is ambiguous and therefore an error. Only filters and custom
                // parameters may be repeated.
                let family = try take(item)
                if family.isSingle, !seen.insert(ExactText(item.name)).inserted {
                    throw QueryFault(item.name, "the parameter occurs more than once")
                }
            } catch {
                faults.append(error)
            }
        }
        faults += support.faults(in: self)
        if !faults.isEmpty { throw ErrorResponse(faults.map(\.error)) }
    }

    private enum Family: String {
        case include, fields, sort, page, filter

        var isSingle: Bool { self != .filter }
    }

    /// Adds one parameter to the query and returns its family. A parameter that may be repeated has
    /// the family `filter`.
    private mutating func take(_ item: QueryItem) throws(QueryFault) -> Family {
        if let fault = ParameterName.fault(in: item.name) { throw QueryFault(item.name, fault) }
        guard let (base, members) = ParameterName.family(of: item.name),
            let family = Family(rawValue: base)
        else {
            custom.append(item)
            return .filter
        }
        switch (family, members.count) {
        case (.include, 0): include = try list(item)
        case (.sort, 0): sort = try list(item, signed: true).map(SortField.init(text:))
        case (.fields, 1) where ParameterName.isMemberName(members[0][...]):
            fields[members[0]] = try list(item)
        case (.page, 1) where !members[0].isEmpty: page.items.append(item)
        case (.filter, _): filters.append(Filter(path: members, values: item.parts ?? []))
        default:
            throw QueryFault(item.name, "the name of the parameter \"\(base)\" has the wrong form")
        }
        return family
    }

    /// Returns the names in the value of a parameter. An empty value is an empty list.
    ///
    /// An encoded comma also separates names, because many clients encode commas, and no name
    /// contains a comma.
    private func list(_ item: QueryItem, signed: Bool = false) throws(QueryFault) -> [String] {
        let parts = (item.parts ?? []).flatMap {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        if parts == [""] || parts.isEmpty { return [] }
        guard parts.allSatisfy({ Self.isName($0, signed: signed) }) else {
            throw QueryFault(item.name, "the value is not a list of names separated by commas")
        }
        return parts
    }

    private static func isName(_ part: String, signed: Bool) -> Bool {
        let path = signed && part.hasPrefix("-") ? part.dropFirst() : part[...]
        return path.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
            ParameterName.isMemberName($0)
        }
    }
}

extension RequestQuery.SortField {
    fileprivate init(text: String) {
        self.init(
            text.hasPrefix("-") ? String(text.dropFirst()) : text,
            isDescending: text.hasPrefix("-"))
    }
}

struct QueryFault: Error {
    let error: APIError

    init(_ parameter: String, _ detail: String) {
        error = APIError(
            status: 400, title: "Bad Request", detail: detail,
            source: .parameter(String(parameter.prefix(200))))
    }
}
