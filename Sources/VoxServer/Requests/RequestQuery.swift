// SPDX-License-Identifier: MIT

import HTTPTypes

/// The query of a request to a service, read by the rules of JSON:API (1.1, "Fetching Data" and
/// "Query Parameters").
///
/// ```swift
/// let query = try RequestQuery(
///     "include=artist&fields[albums]=title&sort=-year",
///     supporting: RequestQuery.Support(include: ["artist"], sort: ["year"]))
/// print(query.sort[0].name, query.sort[0].isDescending)  // prints: year true
/// ```
///
/// What was not said and what was said to be nothing are two things: `include` is nil in the first
/// case and empty in the second.
public struct RequestQuery: Hashable, Sendable {
    /// A field to sort by.
    public struct SortField: Hashable, Sendable {
        /// The name, which may be a path with dots.
        public var name: String
        /// True for descending order.
        public var isDescending: Bool

        /// Makes a sort field.
        public init(_ name: String, isDescending: Bool = false) {
            self.name = name
            self.isDescending = isDescending
        }
    }

    /// A filter. What it means is for the service to say.
    public struct Filter: Hashable, Sendable {
        /// What stands in the brackets: `["a", "b"]` for `filter[a][b]`, `["a.b"]` for `filter[a.b]`,
        /// `[""]` for `filter[]`, nothing for a bare `filter`.
        public var path: [String]
        /// The parts of the value, separated by commas; a comma that was encoded is part of one.
        public var values: [String]

        /// The parameter as it was named.
        public var parameter: String { "filter" + path.map { "[\($0)]" }.joined() }

        /// Makes a filter.
        public init(path: [String], values: [String]) {
            self.path = path
            self.values = values
        }
    }

    /// The paths of relationships to include; nil when nothing was said.
    public private(set) var include: [String]?
    /// The fields to give, attributes and relationships, by type; nothing for types not named.
    public private(set) var fields: [String: [String]] = [:]
    /// The order; the first field counts most.
    public private(set) var sort: [SortField] = []
    /// Which part of the collection.
    public private(set) var page = RequestQuery.Page()
    /// The filters, in order.
    public private(set) var filters: [Filter] = []
    /// The parameters that are not JSON:API's own, in order.
    public private(set) var custom: [QueryItem] = []
    /// All parameters, in order, for links to other parts of the collection.
    public private(set) var items: [QueryItem] = []

    /// Reads a query.
    /// - Parameters:
    ///   - query: what stands behind the question mark, form-urlencoded; nil for none.
    ///   - support: what the service can do: unless it is said, give fields and nothing else.
    /// - Throws: ``ErrorResponse`` with status 400 and an error with `source.parameter` for each parameter
    ///   that breaks a rule or asks for what the service cannot do. Nothing is ignored silently, except
    ///   custom parameters: a service takes those it knows.
    public init(_ query: String?, supporting support: RequestQuery.Support = RequestQuery.Support())
        throws(ErrorResponse)
    {
        do throws(RequestError) {
            items = try QueryEncoding.decode(query ?? "")
        } catch {
            throw ErrorResponse(.badRequest, error.message)
        }
        var faults: [QueryFault] = []
        var seen: Set<String> = []
        for item in items {
            do throws(QueryFault) {
                // What is said twice has two meanings; filters and custom parameters may have many.
                let family = try take(item)
                if family.isSingle, !seen.insert(item.name).inserted {
                    throw QueryFault(item.name, "the parameter is there twice")
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

    /// Takes one parameter. Gives a family of which names must not be repeated, or filter for others.
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
            throw QueryFault(item.name, "the parameter \"\(base)\" is not written so")
        }
        return family
    }

    /// A list of names; an empty value is an empty list. An encoded comma separates them as well: no
    /// name has one, and many clients encode whatever stands in a value.
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

/// What is wrong with a parameter.
struct QueryFault: Error {
    let error: APIError

    init(_ parameter: String, _ detail: String) {
        error = APIError(
            status: 400, title: "Bad Request", detail: detail,
            source: .parameter(String(parameter.prefix(200))))
    }
}
