// SPDX-License-Identifier: MIT

extension RequestQuery {
    /// Returns the filter of the query; nil for a query without a filter.
    ///
    /// ```swift
    /// let query = try RequestQuery(
    ///     "filter[year][gt]=1990&filter[artist]=1,2", supporting: .everything)
    /// let filter = try query.filter()
    /// let albums = [
    ///     StoredResource(type: "albums", id: "1", attributes: ["year": 1989]),
    ///     StoredResource(
    ///         type: "albums", id: "2", attributes: ["year": 1994],
    ///         relationships: ["artist": .one(.init(type: "artists", id: "1"))]),
    /// ]
    /// print(query.filters.count, filter?.matches(in: albums).map(\.id) ?? [])  // prints: 2 ["2"]
    /// ```
    ///
    /// The filter contains the names and values as they are written in the query. In most
    /// spellings, all values are strings, and dots separate the names in a path. Only a
    /// `ResourceService` checks the filter against the types that it serves.
    /// - Parameters:
    ///   - spelling: the spelling of the filter.
    ///   - limits: the limits for the depth, the conditions, the relationships and the values of
    ///     the filter.
    /// - Returns: The filter in normal form.
    /// - Throws: ``ErrorResponse`` with status 400 and `source.parameter` for a filter that is
    ///   malformed or exceeds a limit.
    public func filter(
        in spelling: some FilterExpression.Spelling = .brackets, limits: Limits = Limits()
    ) throws(ErrorResponse) -> FilterExpression? {
        try filter(in: spelling, limits: limits) { filter throws(FilterExpression.Failure) in filter
        }
    }

    /// Returns the filter of the query after a function has checked and completed it.
    func filter(
        in spelling: some FilterExpression.Spelling, limits: Limits,
        _ resolve: (FilterExpression) throws(FilterExpression.Failure) -> FilterExpression
    ) throws(ErrorResponse) -> FilterExpression? {
        let parameters = filters.map { (name: $0.parameter, values: $0.values) }
        do throws(FilterExpression.Failure) {
            guard let filter = try spelling.filter(from: parameters) else { return nil }
            return try limits.checked(filter, resolve).normalized
        } catch {
            var faults: [QueryFault] = []
            // Each parameter is read again, so that the error names the parameters at fault.
            for parameter in parameters {
                do throws(FilterExpression.Failure) {
                    if let filter = try spelling.filter(from: [parameter]) {
                        _ = try limits.checked(filter, resolve)
                    }
                } catch {
                    faults.append(QueryFault(parameter.name, error.message))
                }
            }
            if faults.isEmpty {
                faults.append(QueryFault(error.parameter ?? "filter", error.message))
            }
            throw ErrorResponse(faults.map(\.error))
        }
    }
}

extension RequestQuery.Limits {
    /// Returns the complete filter. Only then it is known which names in its paths are
    /// relationships.
    fileprivate func checked(
        _ filter: FilterExpression,
        _ resolve: (FilterExpression) throws(FilterExpression.Failure) -> FilterExpression
    ) throws(FilterExpression.Failure) -> FilterExpression {
        func check(_ count: Int, _ limit: Int, _ noun: String) throws(FilterExpression.Failure) {
            if count > limit {
                throw FilterExpression.Failure("at most \(limit) \(noun) are allowed")
            }
        }
        let size = filter.size
        try check(size.depth, filterDepth, "levels of a filter")
        try check(size.conditions, filters, "filters")
        try check(size.values, filterValues, "filter values")
        let complete = try resolve(filter)
        try check(complete.relationshipCount, filters, "relationships in filters")
        return complete
    }
}

extension FilterExpression {
    /// The number of relationships that the conditions of a complete filter lead through.
    fileprivate var relationshipCount: Int {
        switch self {
        case .comparison(let path, _, _), .anyOf(let path, _), .isNull(let path),
            .has(let path, nil):
            max(path.count - 1, 0)
        case .has(let path, let condition?): path.count + condition.relationshipCount
        case .not(let condition): condition.relationshipCount
        case .and(let conditions), .or(let conditions):
            conditions.reduce(0) { $0 + $1.relationshipCount }
        }
    }
}
