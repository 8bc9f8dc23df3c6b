// SPDX-License-Identifier: MIT

extension RequestQuery {
    /// The limits of one query.
    ///
    /// The store needs time for each sort field and each filter. A service responds with 400 to a
    /// query that exceeds a limit.
    public struct Limits: Hashable, Sendable {
        /// The maximum number of fields in `sort`.
        public var sortFields = 10
        /// The maximum number of `filter` parameters, of conditions in a filter, and of
        /// relationships that these conditions lead through. Each relationship in the path of a
        /// condition counts, because a store searches its tables once for the condition.
        public var filters = 32
        /// The maximum depth of a filter. A comparison has the depth 1. Each relationship in the
        /// path of a comparison adds 1. Each `not`, `and` or `or` around a comparison adds 1. A
        /// filter that is parsed from a text is never deeper than `FilterExpression.maximumDepth`.
        public var filterDepth = 16
        /// The maximum number of values in all filters together.
        public var filterValues = 1000
        /// The maximum number of names in all `fields` parameters together.
        public var fields = 1000
        /// The maximum number of paths in `include`.
        public var includePaths = 100

        /// Creates the default limits: 10 fields in `sort`, 32 filters, 16 levels of a filter,
        /// 1,000 values in all filters together, 1,000 names in `fields`, and 100 paths in
        /// `include`.
        public init() {}

        func faults(in query: RequestQuery) -> [QueryFault] {
            var faults: [QueryFault] = []
            func check(_ count: Int, _ limit: Int, _ parameter: String, _ noun: String) {
                if count > limit {
                    faults.append(QueryFault(parameter, "at most \(limit) \(noun) are allowed"))
                }
            }
            check(query.sort.count, sortFields, "sort", "sort fields")
            check(query.include?.count ?? 0, includePaths, "include", "paths")
            check(query.fields.values.reduce(0) { $0 + $1.count }, fields, "fields", "fields")
            check(query.filters.count, filters, "filter", "filters")
            check(
                query.filters.reduce(0) { $0 + $1.values.count }, filterValues, "filter",
                "filter values")
            var seen: Set<ExactText> = []
            if let twice = query.sort.first(where: { !seen.insert(ExactText($0.name)).inserted }) {
                faults.append(
                    QueryFault(
                        "sort", "the field \"\(twice.name.prefix(100))\" occurs more than once"))
            }
            return faults
        }
    }
}
