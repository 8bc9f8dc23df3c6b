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
    ///   - limits: the limits for the depth, the conditions and the values of the filter.
    /// - Returns: The filter in normal form.
    /// - Throws: ``ErrorResponse`` with status 400 and `source.parameter` for a filter that is
    ///   malformed or exceeds a limit.
    public func filter(
        in spelling: some FilterSpelling = .brackets, limits: Limits = Limits()
    ) throws(ErrorResponse) -> FilterExpression? {
        try filter(in: spelling, limits: limits) { filter throws(FilterError) in filter }
    }

    /// Returns the filter of the query after a function has checked and completed it.
    func filter(
        in spelling: some FilterSpelling, limits: Limits,
        _ resolve: (FilterExpression) throws(FilterError) -> FilterExpression
    ) throws(ErrorResponse) -> FilterExpression? {
        let parameters = filters.map { (name: $0.parameter, values: $0.values) }
        do throws(FilterError) {
            guard let filter = try spelling.filter(from: parameters) else { return nil }
            try limits.check(filter.size)
            return try resolve(filter).normalized
        } catch {
            var faults: [QueryFault] = []
            // Each parameter is read again, so that the error names the parameters at fault.
            for parameter in parameters {
                do throws(FilterError) {
                    if let filter = try spelling.filter(from: [parameter]) {
                        try limits.check(filter.size)
                        _ = try resolve(filter)
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
    fileprivate func check(
        _ size: (depth: Int, conditions: Int, values: Int)
    ) throws(FilterError) {
        func check(_ count: Int, _ limit: Int, _ noun: String) throws(FilterError) {
            if count > limit { throw FilterError("at most \(limit) \(noun) are allowed") }
        }
        try check(size.depth, filterDepth, "levels of a filter")
        try check(size.conditions, filters, "filters")
        try check(size.values, filterValues, "filter values")
    }
}
