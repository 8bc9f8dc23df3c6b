// SPDX-License-Identifier: MIT

/// A request to a server that speaks JSON:API, with a query. Each call gives a changed copy.
public protocol APIRequest: ConfigurableRequest {
    /// The schema of what is asked for, which key paths begin at.
    associatedtype Schema: ResourceSchema

    /// What to include, which fields, in what order, which part, filtered how.
    var query: Query { get set }
}

extension APIRequest {
    func asking(_ change: (inout Query) -> Void) -> Self {
        var copy = self
        change(&copy.query)
        return copy
    }

    /// Includes related resources, by dotted paths of JSON names; adds to those named before. With no
    /// path at all, `include=` asks for none.
    public func include(_ paths: [String]) -> Self { asking { $0.include(paths) } }

    /// Asks for some fields of a type alone, by JSON names: attributes and relationships alike. An
    /// empty list asks for none.
    public func fields(_ type: String, _ names: [String]) -> Self {
        asking { $0.setFields(of: type, to: names) }
    }

    /// Sorts by fields, by JSON names; `-` before what descends.
    public func sort(_ fields: [String]) -> Self { asking { $0.setSort(fields) } }

    /// Filters: `.filter("artist", "1")` is `filter[artist]=1`, `.filter("artist", "1", "2")` is
    /// `filter[artist]=1,2`. Replaces a filter of that name.
    ///
    /// Each value is encoded, the commas between them are not: a comma inside of a value is part of it, and
    /// a service takes `.filter("artist", "1,2")` for one value.
    public func filter(_ name: String, _ values: String...) -> Self { filter(name, values) }

    /// Filters by the values of a list, as if each were named: `.filter("artist", ids)`. An empty list
    /// is an empty value.
    public func filter(_ name: String, _ values: [String]) -> Self {
        asking { $0.filter([QueryItem("filter[\(name)]", list: values)]) }
    }

    /// Filters by a strategy.
    public func filter(_ strategy: some FilterStrategy) -> Self {
        asking { $0.filter(strategy.queryItems) }
    }

    /// Asks for a part of the collection.
    public func paginate(_ strategy: some PaginationStrategy) -> Self {
        asking { $0.setPage(strategy.queryItems) }
    }

    /// Adds a query item of one's own; repeats are kept, in order. Names of the letters a to z alone belong
    /// to JSON:API and are refused (1.1, "Implementation-Specific Query Parameters"); see
    /// ``query(exactly:_:)``.
    public func query(_ name: String, _ value: String?) -> Self {
        asking { $0.append(QueryItem(name, value)) }
    }

    /// Adds a query item with a name that the standard does not allow, such as `q` or `limit`, for a
    /// server that uses such names. The name is sent unchanged.
    public func query(exactly name: String, _ value: String?) -> Self {
        asking { $0.append(exactly: QueryItem(name, value)) }
    }
}
