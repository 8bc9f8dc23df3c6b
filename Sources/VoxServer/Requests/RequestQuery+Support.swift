// SPDX-License-Identifier: MIT

extension RequestQuery {
    /// The parameters that an endpoint supports. Every endpoint supports `fields`. A service
    /// responds with 400 to a query with an unsupported parameter of JSON:API, as the standard
    /// requires.
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
        /// The relationship paths that `include` may contain. Nil allows all paths. A path such as
        /// `artist.debut` also allows the shorter paths at its beginning, such as `artist`.
        public var include: Set<String>?
        /// The names of the fields to sort by. Nil allows all names.
        public var sort: Set<String>?
        /// The filters. Each element is the text between the outer brackets of a filter: `a][b` for
        /// `filter[a][b]`. Nil allows all filters.
        public var filters: Set<String>?
        /// The members of the `page` family, such as `number` and `size`. Nil allows all members.
        public var page: Set<String>?
        /// The limits of one query.
        public var limits = RequestQuery.Limits()

        /// Creates a description of the parameters that an endpoint supports. By default, the
        /// endpoint supports no `include`, `sort`, `filter` or `page` parameters.
        public init(
            include: Set<String>? = [], sort: Set<String>? = [], filters: Set<String>? = [],
            page: Set<String>? = []
        ) {
            self.include = include
            self.sort = sort
            self.filters = filters
            self.page = page
        }

        /// The description of an endpoint that supports all parameters. Use this description if
        /// later code checks the query and refuses unsupported parameters.
        public static let everything = RequestQuery.Support(
            include: nil, sort: nil, filters: nil, page: nil)

        func faults(in query: RequestQuery) -> [QueryFault] {
            var faults = limits.faults(in: query)
            // The names in a query that exceeds a limit are not checked.
            if !faults.isEmpty { return faults }
            if query.include != nil, include?.isEmpty ?? false {
                faults.append(QueryFault("include", "include is not supported by this endpoint"))
            } else {
                for path in query.include ?? [] where !allows(path) {
                    faults.append(
                        QueryFault(
                            "include", "the relationship path \"\(path)\" cannot be included"))
                }
            }
            for field in query.sort where !(sort?.contains(exactly: field.name) ?? true) {
                faults.append(
                    QueryFault("sort", "resources cannot be sorted by \"\(field.name)\""))
            }
            for filter in query.filters
            where !(filters?.contains(exactly: filter.path.joined(separator: "][")) ?? true) {
                faults.append(QueryFault(filter.parameter, "the filter is not supported"))
            }
            for item in query.page.items where !(page?.contains(exactly: item.pageMember) ?? true) {
                faults.append(QueryFault(item.name, "the page parameter is not supported"))
            }
            return faults
        }

        private func allows(_ path: String) -> Bool {
            guard let include else { return true }
            return include.contains(exactly: path)
                || include.contains { $0.utf8.starts(with: (path + ".").utf8) }
        }
    }
}
