// SPDX-License-Identifier: MIT

extension APIOptions {
    /// The query of a request: `include`, sparse fieldsets, `sort`, `page` and filters.
    ///
    /// The address of the request contains the parts of the query in the order of their first
    /// calls. Setting `include` again adds paths. If `sort`, `page`, the fields of a type, or a
    /// filter of the same name is set again, the new value replaces the earlier value. Query items
    /// that `query(_:_:)` of a request adds may have the same name.
    public struct Query: Hashable, Sendable {
        private enum Part: Hashable {
            case include, fields, sort, filter, page
            case free(QueryItem)
            case exact(QueryItem)
        }

        /// A filter of the query.
        private enum FilterPart: Hashable {
            /// A query item that is sent unchanged.
            case item(QueryItem)
            /// A condition on one field. A later condition on the same field replaces this
            /// condition.
            case field(String, FilterExpression)
            /// Any condition.
            case expression(FilterExpression)

            var expression: FilterExpression? {
                switch self {
                case .item: nil
                case .field(_, let expression), .expression(let expression): expression
                }
            }
        }

        private var order: [Part] = []
        /// The relationship paths to include. If the value is nil, `include` is not sent. If the
        /// list is empty, an empty `include` is sent.
        public private(set) var include: [String]?
        /// The requested field names by type, in order.
        public private(set) var fields: [(type: String, names: [String])] = []
        /// The fields to sort by. A `-` before a field means descending order.
        public private(set) var sort: [String]?
        /// A path that is put in front of each path to include, if the path is set by a key path.
        /// Relationship endpoints use this prefix.
        var includePrefix: String?
        private var filters: [FilterPart] = []
        private var page: [QueryItem] = []
        /// The reason why the query cannot be sent.
        private var fault: String?

        /// Creates an empty query.
        public init() {}

        private mutating func name(_ part: Part) {
            if !order.contains(part) { order.append(part) }
        }

        /// Adds relationship paths to include. If the list is empty, `include=` is sent, so that
        /// the server includes nothing.
        package mutating func include(_ paths: [String]) {
            name(.include)
            let known = include ?? []
            include = known + paths.uniqued(except: known)
        }

        /// Sets the requested fields of a type. If the list is empty, the server sends no fields of
        /// this type.
        package mutating func setFields(of type: String, to names: [String]) {
            name(.fields)
            let names = names.uniqued(except: [])
            if let index = fields.firstIndex(where: { $0.type == type }) {
                fields[index].names = names
            } else {
                fields.append((type, names))
            }
        }

        /// Sets the fields to sort by. The first field has the highest priority.
        package mutating func setSort(_ fields: [String]) {
            name(.sort)
            sort = fields.uniqued(except: [])
        }

        /// Adds filters as query items, which are sent unchanged. An item replaces an earlier item
        /// of the same name.
        package mutating func filter(_ items: [QueryItem]) {
            name(.filter)
            let names = Set(items.map(\.name))
            filters.removeAll {
                if case .item(let item) = $0 { names.contains(item.name) } else { false }
            }
            filters += items.map { .item($0) }
        }

        /// Adds a filter. The client writes the filter in the spelling of the server
        /// (``APIOptions/filters``). A resource must meet all filters of the query.
        package mutating func filter(_ expression: FilterExpression) {
            name(.filter)
            filters.append(.expression(expression))
        }

        /// Adds a condition on a field. The condition replaces an earlier condition on the same
        /// field.
        mutating func filter(_ expression: FilterExpression, on field: String) {
            name(.filter)
            filters.removeAll { if case .field(field, _) = $0 { true } else { false } }
            filters.append(.field(field, expression))
        }

        /// Sets the query items that request one page of the collection.
        package mutating func setPage(_ items: [QueryItem]) {
            name(.page)
            page = items
        }

        /// Adds a query item unchanged.
        package mutating func append(_ item: QueryItem) { order.append(.free(item)) }

        /// Adds a query item unchanged, even if JSON:API reserves its name.
        package mutating func append(exactly item: QueryItem) { order.append(.exact(item)) }

        /// Makes the request fail with code `invalidQuery`, with the first message that was set.
        mutating func refuse(_ message: String) { fault = fault ?? message }

        /// Returns the query items, in the order in which they are sent.
        /// - Parameter spelling: the spelling of the filters.
        /// - Returns: The query items, not encoded.
        /// - Throws: `RequestError` with code `invalidQuery` for a name that JSON:API does not
        ///   allow, for a value that cannot be written as text, and for a filter that the spelling
        ///   cannot express.
        public func items(
            filters spelling: some FilterExpression.Spelling = .brackets
        ) throws(RequestError) -> [QueryItem] {
            if let fault { throw RequestError(code: .invalidQuery, message: fault) }
            var items: [QueryItem] = []
            var exact: Set<Int> = []
            for part in order {
                switch part {
                case .include: items.append(QueryItem("include", list: include ?? []))
                case .fields:
                    for (type, names) in fields {
                        items.append(QueryItem("fields[\(type)]", list: names))
                    }
                case .sort: items.append(QueryItem("sort", list: sort ?? []))
                case .filter: items += try filterItems(spelling)
                case .page: items += page
                case .free(let item): items.append(item)
                case .exact(let item):
                    exact.insert(items.count)
                    items.append(item)
                }
            }
            for (index, item) in items.enumerated() where !exact.contains(index) {
                if let fault = ParameterName.fault(in: item.name) {
                    throw RequestError(
                        code: .invalidQuery,
                        message:
                            "the query parameter \"\(item.name)\" is not allowed: \(fault)"
                    ).advising("; use query(exactly:) to send any name")
                }
            }
            return items
        }

        /// Returns the items of the filters. The items of all expressions are at the position of
        /// the first expression.
        private func filterItems(_ spelling: some FilterExpression.Spelling) throws(RequestError)
            -> [QueryItem]
        {
            let expression = FilterExpression.and(filters.compactMap(\.expression)).normalized
            var written: [QueryItem]?
            var items: [QueryItem] = []
            for filter in filters {
                if case .item(let item) = filter {
                    items.append(item)
                } else if written == nil {
                    do throws(FilterExpression.Failure) {
                        written = try spelling.parameters(for: expression).map {
                            QueryItem($0.name, list: $0.values)
                        }
                    } catch {
                        throw RequestError(code: .invalidQuery, message: error.message)
                    }
                    items += written ?? []
                }
            }
            return items
        }

        /// True if no part of the query is set.
        public var isEmpty: Bool { order.isEmpty }

        /// Returns true if two queries have the same parts in the same order.
        public static func == (left: Query, right: Query) -> Bool {
            left.order == right.order && left.include == right.include && left.sort == right.sort
                && left.filters == right.filters && left.page == right.page
                && left.fault == right.fault && left.fields.elementsEqual(right.fields) { $0 == $1 }
        }

        /// Hashes the parts.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(order)
            hasher.combine(include)
            hasher.combine(sort)
            hasher.combine(filters)
            hasher.combine(page)
            for (type, names) in fields {
                hasher.combine(type)
                hasher.combine(names)
            }
        }
    }
}

extension Array<String> {
    /// Returns the elements that are not known yet, once each, in order.
    fileprivate func uniqued(except known: [String]) -> [String] {
        var seen = Set(known)
        return filter { seen.insert($0).inserted }
    }
}
