// SPDX-License-Identifier: MIT

import HTTPTypes

extension ResourceService {
    /// Returns a response with a page by cursor of the resources of one type.
    func list(
        _ selection: ResourceSelection, relatedTo owner: Owner?, _ page: CursorPage
    ) async throws -> ClientResponse {
        var selection = selection
        selection.keyset = page.keyset
        selection.limit = page.limit
        selection.isCounted = countsCursorPages
        let found = try await slice(selection, relatedTo: owner)
        let (resources, hasMore) = page.items(found.resources)
        return try await respond(
            with: resources, at: resources.map { .init(of: $0, in: page.sort) }, page, hasMore,
            total: found.total)
    }

    /// Returns a response with a page by cursor of related resources of several types.
    func list(
        _ identifiers: [StoredResource.Identifier], _ fields: ResourceSelection.Fields,
        _ page: CursorPage
    ) async throws -> ClientResponse {
        let (part, hasMore) = page.items(page.identifiers(identifiers))
        return try await respond(
            with: resources(part, fields), at: part.map(\.position), page, hasMore,
            total: identifiers.count)
    }

    private func respond(
        with resources: [StoredResource], at positions: [CursorPage.Position], _ page: CursorPage,
        _ hasMore: Bool, total: Int?
    ) async throws -> ClientResponse {
        let cursors = try positions.map(page.cursor)
        let document = try await CompoundDocument.of(
            resources, isList: true, page.exchange, page.query,
            links: page.links(first: cursors.first, last: cursors.last, hasMore: hasMore),
            cursors: resources.count == cursors.count
                ? Dictionary(zip(resources.map(\.identifier), cursors)) { $1 } : [:],
            meta: page.meta(total: total, hasMore: hasMore))
        return try page.exchange.respond(document)
    }

    /// Returns a response with a page by cursor of the linkage of a resource. If `target` is not
    /// nil, all targets of the relationship have this type, and the store finds the page by the
    /// relationship.
    func respond(
        withLinkage name: String, of resource: StoredResource, _ target: String?,
        _ page: CursorPage
    ) async throws -> ClientResponse {
        var found: [StoredResource.Identifier]
        var total: Int?
        if let target {
            let owner = Owner(identifier: resource.identifier, name: name)
            let slice = try await self.slice(page.selection(of: target), relatedTo: owner)
            found = slice.resources.map(\.identifier)
            total = slice.total
        } else {
            found = try await linkage(name, of: resource).identifiers.withoutRepeats
            total = found.count
            found = page.identifiers(found)
        }
        let (part, hasMore) = page.items(found)
        let cursors = try part.map { try page.cursor($0.position) }
        return try await respond(
            with: .many(part), as: name, of: resource, page.query, page.exchange,
            links: page.links(first: cursors.first, last: cursors.last, hasMore: hasMore),
            cursors: Dictionary(zip(part, cursors)) { $1 },
            meta: page.meta(total: total, hasMore: hasMore))
    }
}

extension CursorPage {
    /// The order of identifiers: by type, then by id.
    static let identifierOrder = [RequestQuery.SortField("type")]

    /// Returns the selection of the identifiers of this page and of one more identifier. All
    /// identifiers have the same type, so they are sorted by id.
    func selection(of type: String) -> ResourceSelection {
        func position(_ position: Position?) -> Position? {
            position.map { Position(values: [], id: $0.id) }
        }
        var selection = ResourceSelection(type: type)
        selection.fields = ResourceSelection.Fields(fields: [type: []])
        selection.keyset = .init(
            after: position(keyset.after), before: position(keyset.before),
            isFromEnd: keyset.isFromEnd)
        selection.limit = limit
        selection.isCounted = exchange.service.countsCursorPages
        return selection
    }

    /// Returns the identifiers of the page, and one more identifier if there are more.
    func identifiers(_ all: [StoredResource.Identifier]) -> [StoredResource.Identifier] {
        let order = SortOrder(Self.identifierOrder)
        return order.page(
            of: all.map { (order.position($0.position), $0) }, keyset, limit: limit)
    }
}

extension StoredResource.Identifier {
    fileprivate var position: CursorPage.Position { .init(values: [.string(type)], id: id) }
}
