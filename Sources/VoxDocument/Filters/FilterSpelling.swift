// SPDX-License-Identifier: MIT

extension FilterExpression {
    /// The syntax of filters in the query of a request.
    ///
    /// JSON:API reserves the parameter family `filter` and leaves its syntax to servers (1.1,
    /// "Filtering"). Vox has the most common spellings: ``FilterExpression/Brackets``,
    /// ``FilterExpression/Functions`` and ``FilterExpression/RSQL``. For a spelling that Vox does
    /// not have, define a type that conforms to this protocol. A client uses the spelling in
    /// `APIOptions.filters`, and a service uses the spelling in `ResourceService.filters`.
    ///
    /// ```swift
    /// /// `filter=year:1990|title:x`, for a server that compares only for equality.
    /// struct PipeFilters: FilterExpression.Spelling {
    ///     func parameters(
    ///         for filter: FilterExpression
    ///     ) throws(FilterExpression.Failure) -> [(name: String, values: [String])] {
    ///         let conditions = if case .and(let list) = filter { list } else { [filter] }
    ///         var parts: [String] = []
    ///         for condition in conditions {
    ///             guard case .comparison(let path, .equal, .string(let text)) = condition else {
    ///                 throw FilterExpression.Failure("this server compares only strings for equality")
    ///             }
    ///             parts.append("\(path.joined(separator: ".")):\(text)")
    ///         }
    ///         return [("filter", [parts.joined(separator: "|")])]
    ///     }
    /// }
    /// let filter: FilterExpression = .comparison(["title"], .equal, "Tides")
    /// print(try PipeFilters().parameters(for: filter)[0].values)  // prints: ["title:Tides"]
    /// ```
    public protocol Spelling: Sendable {
        /// Returns the query parameters for a filter. The filter is in normal form
        /// (``FilterExpression/normalized``).
        ///
        /// A parameter has a name, such as `filter[year][gt]` or `filter`, and the parts of its
        /// value, which are separated by commas. A comma inside a part is percent-encoded.
        /// - Throws: ``FilterExpression/Failure`` if the spelling cannot express the filter. The
        ///   message names the part of the filter that cannot be expressed.
        func parameters(
            for filter: FilterExpression
        ) throws(Failure) -> [(name: String, values: [String])]

        /// Returns the filter in the `filter` parameters of a query, or nil for a query without a
        /// filter.
        ///
        /// Only a service calls this function. The default implementation refuses all filters. The
        /// function may split a path at each dot, because the service knows which names of the path
        /// are relationships. A number or a boolean may be a string in the result, because the
        /// service knows the types of the attributes.
        /// - Throws: ``FilterExpression/Failure`` with the name of the parameter that is malformed.
        func filter(from parameters: [(name: String, values: [String])]) throws(Failure)
            -> FilterExpression?
    }
}

extension FilterExpression.Spelling {
    /// Refuses all filters.
    public func filter(
        from parameters: [(name: String, values: [String])]
    ) throws(FilterExpression.Failure) -> FilterExpression? {
        guard let first = parameters.first else { return nil }
        throw FilterExpression.Failure("filters are not supported", parameter: first.name)
    }
}

extension FilterExpression {
    /// The reason why a filter cannot be written in a spelling, or cannot be read.
    public struct Failure: Error, Hashable, Sendable {
        /// The reason, as a sentence without a capital letter at the beginning and without a full
        /// stop.
        public var message: String
        /// The name of the query parameter that cannot be read.
        public var parameter: String?

        /// Creates an error.
        public init(_ message: String, parameter: String? = nil) {
            self.message = message
            self.parameter = parameter
        }
    }
}
