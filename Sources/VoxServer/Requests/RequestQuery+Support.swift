// SPDX-License-Identifier: MIT

extension RequestQuery {
    /// What the queries to an endpoint may ask for, apart from fields, which every endpoint has. What is not
    /// named is refused with 400, as JSON:API asks of parameters that a service does not support.
    ///
    /// ```swift
    /// let support = RequestQuery.Support(include: ["artist"], sort: ["title", "year"])
    /// do {
    ///     _ = try RequestQuery("sort=length", supporting: support)
    /// } catch {
    ///     print(error.errors[0].parameter ?? "")  // prints: sort
    /// }
    /// ```
    public struct Support: Hashable, Sendable {
        /// Paths of relationships; nil for whatever comes. A path allows the shorter ones it begins with.
        public var include: Set<String>?
        /// Names to sort by; nil for whatever comes.
        public var sort: Set<String>?
        /// Filters, each by what stands in its brackets, `a][b` for `filter[a][b]`; nil for whatever comes.
        public var filters: Set<String>?
        /// Members of the `page` family, as `number` and `size`; nil for whatever comes.
        public var page: Set<String>?
        /// How much one query may ask for.
        public var limits = RequestQuery.Limits()

        /// Names what is allowed: nothing of a family that is not mentioned.
        public init(
            include: Set<String>? = [], sort: Set<String>? = [], filters: Set<String>? = [],
            page: Set<String>? = []
        ) {
            self.include = include
            self.sort = sort
            self.filters = filters
            self.page = page
        }

        /// Whatever comes: for who looks at the query further on and refuses what it does not know.
        public static let everything = RequestQuery.Support(
            include: nil, sort: nil, filters: nil, page: nil)

        func faults(in query: RequestQuery) -> [QueryFault] {
            var faults = limits.faults(in: query)
            // A query that is too large is not looked at name by name.
            if !faults.isEmpty { return faults }
            if query.include != nil, include?.isEmpty ?? false {
                faults.append(QueryFault("include", "nothing is included here"))
            } else {
                for path in query.include ?? [] where !allows(path) {
                    faults.append(
                        QueryFault(
                            "include", "there is no relationship path \"\(path)\" to include here"))
                }
            }
            for field in query.sort where !(sort?.contains(field.name) ?? true) {
                faults.append(
                    QueryFault("sort", "resources cannot be sorted by \"\(field.name)\" here"))
            }
            for filter in query.filters
            where !(filters?.contains(filter.path.joined(separator: "][")) ?? true) {
                faults.append(QueryFault(filter.parameter, "there is no such filter here"))
            }
            for item in query.page.items where !(page?.contains(item.pageMember) ?? true) {
                faults.append(QueryFault(item.name, "pages are not asked for in this way here"))
            }
            return faults
        }

        private func allows(_ path: String) -> Bool {
            guard let include else { return true }
            return include.contains(path) || include.contains { $0.hasPrefix(path + ".") }
        }
    }
}
