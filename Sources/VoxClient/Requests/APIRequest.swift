// SPDX-License-Identifier: MIT

/// A request to a JSON:API server, with a query. Each method returns a changed copy.
public protocol APIRequest: ConfigurableRequest {
    /// The schema of the requested resources, at which key paths begin.
    associatedtype Schema: ResourceSchema

    /// The query of the request: include, fields, filter, sort and page.
    var query: Query { get set }
}

extension APIRequest {
    func asking(_ change: (inout Query) -> Void) -> Self {
        var copy = self
        change(&copy.query)
        return copy
    }

    /// Includes related resources, by dotted paths of JSON names. The paths are added to earlier
    /// ones. An empty list is sent as `include=`, so that nothing is included.
    public func include(_ paths: [String]) -> Self { asking { $0.include(paths) } }

    /// Requests only some fields of a type, by the JSON names of attributes and relationships. An
    /// empty list requests no fields.
    public func fields(_ type: String, _ names: [String]) -> Self {
        asking { $0.setFields(of: type, to: names) }
    }

    /// Sorts by fields, by their JSON names. A `-` in front of a name means descending order.
    public func sort(_ fields: [String]) -> Self { asking { $0.setSort(fields) } }

    /// Filters by values: `.filter("artist", "1")` is `filter[artist]=1`, and `.filter("artist",
    /// "1", "2")` is `filter[artist]=1,2`. It replaces an earlier filter of the same name.
    ///
    /// Each value is encoded, and the commas between values are not. A comma inside a value is part
    /// of it, so a service reads `.filter("artist", "1,2")` as one value.
    public func filter(_ name: String, _ values: String...) -> Self { filter(name, values) }

    /// Filters by the values of a list: `.filter("artist", ids)`. An empty list is sent as an empty
    /// value.
    public func filter(_ name: String, _ values: [String]) -> Self {
        asking { $0.filter([QueryItem("filter[\(name)]", list: values)]) }
    }

    /// Filters by a strategy.
    public func filter(_ strategy: some FilterStrategy) -> Self {
        asking { $0.filter(strategy.queryItems) }
    }

    /// Requests one page of the collection.
    public func paginate(_ strategy: some PaginationStrategy) -> Self {
        asking { $0.setPage(strategy.queryItems) }
    }

    /// Adds a query item that the standard does not define. Items with the same name are all sent,
    /// in order. Names that have only the letters a to z belong to JSON:API and are refused (1.1,
    /// "Implementation-Specific Query Parameters"); see ``query(exactly:_:)``.
    public func query(_ name: String, _ value: String?) -> Self {
        asking { $0.append(QueryItem(name, value)) }
    }

    /// Adds a query item with a name that the standard does not allow, such as `q` or `limit`, for
    /// a server that uses such names. The name is sent unchanged.
    public func query(exactly name: String, _ value: String?) -> Self {
        asking { $0.append(exactly: QueryItem(name, value)) }
    }
}
