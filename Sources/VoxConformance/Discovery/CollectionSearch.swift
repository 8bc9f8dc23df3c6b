// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// Finds the collections of a server: those of the options, or the lists that the root document or
/// an OpenAPI description leads to.
struct CollectionSearch {
    private let base: HTTPURL
    private let options: Conformance.Options
    private let sender: Sender
    /// What the search has found out, for the report.
    private(set) var notes: [String] = []
    /// The first request without a response, and why.
    private(set) var failure: String?
    /// The address of Atomic Operations.
    private(set) var operations: HTTPURL?
    /// The root document.
    private var root: Received?
    private var described: OpenAPIFacts?

    /// The maximum number of addresses of the root document, or of a description, that are tried.
    private var maximumTries: Int { max(40, options.maximumRequests / 10) }

    /// The usual addresses of OpenAPI descriptions, below the address of the server.
    private static let descriptions = [
        "/openapi.json", "/openapi", "/docs/openapi.json", "/api-docs", "/swagger.json",
        "/schema/?format=json",
    ]

    init(_ base: HTTPURL, _ options: Conformance.Options, _ sender: Sender) {
        self.base = base
        self.options = options
        self.sender = sender
    }

    /// Returns the first pages of the collections.
    mutating func pages() async throws(RunStop) -> [Received] {
        let named = options.collections + options.writes.names
        guard options.collections.isEmpty else { return try await self.pages(named: named) }
        let root: Received
        switch try await get(base) {
        case .response(let received):
            root = received
            self.root = received
        case .failure(let reason), .refused(let reason):
            noteFailure(base, reason)
            return try await self.pages(named: named)
        }
        // The address may itself be a collection.
        if Self.isList(root) {
            let others = try await self.pages(named: named)
            return [root] + others
        }
        if !root.isSuccess || root.document == nil {
            notes.append("GET \(base): \(Self.words(root))")
        }
        if let link = root.json.value(at: "links").value(at: "operations").linkText {
            operations = base.local(link, from: root.url)
        }
        var found = try await self.pages(at: RootLinks.addresses(in: root, base: base))
        if found.isEmpty {
            found = try await self.pages(at: description()?.collections ?? [])
        }
        let known = Set(found.map(\.url.path))
        let missing = options.writes.names.filter { name in
            !known.contains(address(of: name)?.path ?? "")
        }
        let others = try await self.pages(named: missing)
        return found + others
    }

    /// Returns the address of a collection of the options.
    func address(of name: String) -> HTTPURL? {
        if name.contains("://") { return base.local(name, from: base) }
        let path = name.hasPrefix("/") ? name : "/" + name
        return try? base.appending(path: path)
    }

    // MARK: Addresses of collections

    private mutating func pages(named names: [String]) async throws(RunStop) -> [Received] {
        var pages: [Received] = []
        var seen: Set<HTTPURL> = []
        for name in names {
            guard let url = address(of: name) else {
                notes.append("\"\(name.excerpt(100))\" is not the path of a collection")
                continue
            }
            guard seen.insert(url).inserted else { continue }
            switch try await get(url) {
            case .response(let page) where Self.isList(page): pages.append(page)
            case .response(let page):
                notes.append("GET \(url): \(Self.words(page)), so this is not probed as a list")
            case .failure(let reason), .refused(let reason): noteFailure(url, reason)
            }
        }
        return pages
    }

    private mutating func pages(at urls: [HTTPURL]) async throws(RunStop) -> [Received] {
        var pages: [Received] = []
        var seen: Set<HTTPURL> = []
        for url in urls.prefix(maximumTries) where seen.insert(url).inserted {
            switch try await get(url) {
            case .response(let page): if Self.isList(page) { pages.append(page) }
            case .failure(let reason), .refused(let reason): noteFailure(url, reason)
            }
        }
        if urls.count > maximumTries {
            notes.append(
                "only the first \(maximumTries) of \(urls.count) addresses were tried (--limit)")
        }
        return pages
    }

    /// Returns the OpenAPI description of the server; nil if none is found.
    mutating func description() async throws(RunStop) -> OpenAPIFacts? {
        if let described { return described }
        let link = root?.json.value(at: "links").value(at: "describedby").linkText
        let stated = link.flatMap { base.local($0, from: root?.url ?? base) }
        let usual = Self.descriptions.compactMap { try? base.appending(path: $0) }
        for url in [stated].compactMap(\.self) + usual {
            let outcome = try await get(url, accept: "application/json, */*; q=0.5")
            guard case .response(let found) = outcome, found.isSuccess,
                let description = OpenAPIFacts(found, base: base)
            else { continue }
            notes.append("the OpenAPI description at \(url) lists the collections")
            operations = operations ?? description.operations
            described = description
            return description
        }
        return nil
    }

    private mutating func noteFailure(_ url: HTTPURL, _ reason: String) {
        let note = "GET \(url): \(reason)"
        notes.append(note)
        failure = failure ?? note
    }

    // MARK: Requests

    private func get(
        _ url: HTTPURL, accept: String = HTTPMediaType.jsonAPI.description
    ) async throws(RunStop) -> Reception {
        var request = SentRequest(.get, url, role: "collection", headers: [.accept: accept])
        request.isInspected = false
        return try await sender.send(request)
    }

    private static func isList(_ page: Received) -> Bool {
        page.isSuccess && page.json.value(at: "data").vox.kind == .array
    }

    private static func words(_ page: Received) -> String {
        let type = page.headers[.contentType].map { ", \($0.excerpt(60))" } ?? ""
        return page.statusText + type
    }
}
