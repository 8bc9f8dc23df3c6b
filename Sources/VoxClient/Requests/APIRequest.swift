// SPDX-License-Identifier: MIT

/// A request to a JSON:API server, with a query. Each method that sets a part of the query returns
/// a changed copy of the request.
public protocol APIRequest: ClientRequest.Configurable {
    /// The schema of the requested resources. The key paths in the query begin at this schema.
    associatedtype Schema: ResourceSchema

    /// The query of the request: include, fields, filter, sort and page.
    var query: APIOptions.Query { get set }
}

extension APIRequest {
    func asking(_ change: (inout APIOptions.Query) -> Void) -> Self {
        var copy = self
        change(&copy.query)
        return copy
    }

    /// Includes related resources, by dotted paths of JSON names. The paths are added to the paths
    /// of earlier calls. If the list is empty, `include=` is sent, so that the server includes
    /// nothing.
    public func include(_ paths: [String]) -> Self { asking { $0.include(paths) } }

    /// Requests only some fields of a type, by the JSON names of attributes and relationships. If
    /// the list is empty, the server sends no fields of this type.
    public func fields(_ type: String, _ names: [String]) -> Self {
        asking { $0.setFields(of: type, to: names) }
    }

    /// Sorts by fields, by their JSON names. A `-` before a name means descending order.
    public func sort(_ fields: [String]) -> Self { asking { $0.setSort(fields) } }

    /// Filters by values: `.filter("artist", "1")` is `filter[artist]=1`, and `.filter("artist",
    /// "1", "2")` is `filter[artist]=1,2`. The filter replaces an earlier filter of the same name.
    ///
    /// Each value is encoded, but the commas between values are not encoded. So a comma inside a
    /// value does not separate values: a service reads `.filter("artist", "1,2")` as one value.
    public func filter(_ name: String, _ values: String...) -> Self { filter(name, values) }

    /// Filters by the values of a list: `.filter("artist", ids)`. If the list is empty, the filter
    /// is sent with an empty value.
    public func filter(_ name: String, _ values: [String]) -> Self {
        asking { $0.filter([QueryItem("filter[\(name)]", list: values)]) }
    }

    /// Filters by query items of the `filter` family, which are sent unchanged. An item replaces an
    /// earlier item of the same name.
    public func filter(_ items: [QueryItem]) -> Self { asking { $0.filter(items) } }

    /// Requests one page of the collection. If the strategy is ``Pagination/CursorBased`` with a
    /// size below 1, sending the request throws an error.
    public func paginate(_ strategy: some Pagination.Strategy) -> Self {
        asking { query in
            query.setPage(strategy.queryItems)
            if let size = (strategy as? Pagination.CursorBased)?.size, size < 1 {
                query.refuse("the size of a page must be at least 1, and not \(size)")
            }
        }
    }

    /// Adds a query item that JSON:API does not define. If several items have the same name, all of
    /// them are sent, in order. JSON:API reserves names that consist only of the letters a to z
    /// (1.1, "Implementation-Specific Query Parameters"), so sending a request with a reserved name
    /// throws an error; see ``query(exactly:_:)``.
    public func query(_ name: String, _ value: String?) -> Self {
        asking { $0.append(QueryItem(name, value)) }
    }

    /// Adds a query item with any name, even a name that JSON:API does not allow, such as `q` or
    /// `limit`. The name is sent unchanged.
    public func query(exactly name: String, _ value: String?) -> Self {
        asking { $0.append(exactly: QueryItem(name, value)) }
    }
}
