// SPDX-License-Identifier: MIT

import Testing
import Vox
import VoxConformance

@Suite("Sections are those of the standard")
struct SectionTests {
    /// The sections of JSON:API 1.1, its extension, its profile and its recommendations to which
    /// reports lead: the pages, the anchors, and the headings there. Headings without an anchor of
    /// their own have one that the site makes.
    private static let pages: [String: [String: String]] = [
        "ext/atomic": [
            "auto-id-creating-resources": "Creating Resources",
            "auto-id-deleting-resources": "Deleting Resources",
            "auto-id-updating-resources": "Updating Resources",
            "auto-id-updating-to-many-relationships": "Updating To-Many Relationships",
            "auto-id-updating-to-one-relationships": "Updating To-One Relationships",
            "document-structure": "Document Structure",
            "operation-objects": "Operation Objects",
            "processing": "Processing",
            "processing-errors": "Processing Errors",
            "result-objects": "Result Objects",
        ],
        "format": [
            "appendix-query-details-square-brackets": "Square Brackets in Parameter Names",
            "content-negotiation": "Content Negotiation",
            "content-negotiation-all": "Universal Responsibilities",
            "content-negotiation-servers": "Server Responsibilities",
            "crud": "Creating, Updating and Deleting Resources",
            "crud-creating": "Creating Resources",
            "crud-creating-client-ids": "Client-Generated IDs",
            "crud-creating-responses": "Responses",
            "crud-creating-responses-201": "201 Created",
            "crud-creating-responses-404": "404 Not Found",
            "crud-creating-responses-409": "409 Conflict",
            "crud-creating-responses-other": "Other Responses",
            "crud-deleting": "Deleting Resources",
            "crud-deleting-responses": "Responses",
            "crud-deleting-responses-404": "404 NOT FOUND",
            "crud-updating": "Updating Resources",
            "crud-updating-relationships": "Updating Relationships",
            "crud-updating-resource-attributes": "Updating a Resource's Attributes",
            "crud-updating-resource-relationships": "Updating a Resource's Relationships",
            "crud-updating-responses-200": "200 OK",
            "crud-updating-responses-404": "404 Not Found",
            "crud-updating-responses-409": "409 Conflict",
            "crud-updating-responses-other": "Other Responses",
            "crud-updating-to-many-relationships": "Updating To-Many Relationships",
            "crud-updating-to-one-relationships": "Updating To-One Relationships",
            "document-compound-documents": "Compound Documents",
            "document-jsonapi-object": "JSON:API Object",
            "document-links": "Links",
            "document-links-link-object": "Link objects",
            "document-member-names": "Member Names",
            "document-member-names-at-members": "@-Members",
            "document-member-names-reserved-characters": "Reserved Characters",
            "document-meta": "Meta Information",
            "document-resource-identifier-objects": "Resource Identifier Objects",
            "document-resource-object-attributes": "Attributes",
            "document-resource-object-fields": "Fields",
            "document-resource-object-identification": "Identification",
            "document-resource-object-linkage": "Resource Linkage",
            "document-resource-object-links": "Resource Links",
            "document-resource-object-related-resource-links": "Related Resource Links",
            "document-resource-object-relationships": "Relationships",
            "document-structure": "Document Structure",
            "document-top-level": "Top Level",
            "error-objects": "Error Objects",
            "errors": "Errors",
            "extension-rules": "Rules for Extensions",
            "fetching": "Fetching Data",
            "fetching-filtering": "Filtering",
            "fetching-includes": "Inclusion of Related Resources",
            "fetching-pagination": "Pagination",
            "fetching-relationships-responses-200": "200 OK",
            "fetching-relationships-responses-404": "404 Not Found",
            "fetching-resources": "Fetching Resources",
            "fetching-resources-responses-200": "200 OK",
            "fetching-resources-responses-404": "404 Not Found",
            "fetching-sorting": "Sorting",
            "fetching-sparse-fieldsets": "Sparse Fieldsets",
            "query-parameters-custom": "Implementation-Specific Query Parameters",
            "query-parameters-families": "Query Parameter Families",
        ],
        "profiles/ethanresnick/cursor-pagination": [
            "auto-id-collection-sizes": "Collection Sizes",
            "auto-id-links": "Links",
            "auto-id-pageafter-and-pagebefore": "page[after] and page[before]",
            "auto-id-pagesize": "page[size]",
            "concepts-sorting": "Sorting Requirement",
            "document-item-cursors": "Item Cursors",
            "document-page-meta": "page Meta Object Members",
            "errors-invalid-query-parameter": "Invalid Parameter Value Error",
            "errors-max-page-size-exceeded": "Max Page Size Exceeded Error",
            "query-range-pagination": "Combining page[after] and page[before]",
        ],
        "recommendations": [
            "naming": "Naming",
            "urls-individual-resources": "URLs for Individual Resources",
        ],
    ]

    private static let sections: [(address: String, heading: String)] = pages.flatMap { page in
        page.value.map { ("https://jsonapi.org/\(page.key)/#\($0.key)", $0.value) }
    }.sorted { $0.0 < $1.0 }

    private func isKnown(_ address: String) -> Bool {
        let address = address.replacing("/format/1.1/", with: "/format/")
        return Self.sections.contains { $0.address == address }
    }

    @Test("Each probe leads to a section that the standard has")
    func addresses() async throws {
        let report = try await conform(Script.server("{}", status: 404))
        let probes = report.groups.flatMap(\.probes)
        #expect(probes.count > 250)
        for probe in probes {
            #expect(isKnown(probe.section), "\(probe.name) leads to \(probe.section)")
        }
    }

    @Test(
        "Each finding in a document leads to a section that the standard has",
        arguments: [
            "[]", #"{"x": 1}"#, #"{"data": 1, "errors": 1, "meta": 1, "jsonapi": 1, "links": 1}"#,
            #"{"data": {"type": "a/b", "id": 1, "attributes": [], "relationships": []}}"#,
            #"{"data": {"type": "a", "id": "1", "attributes": {"id": 1, "b+c": 1, "bC d": 1}}}"#,
            #"{"data": {"type": "a", "id": "1", "relationships": {"b": {"data": {"id": "1"}}}}}"#,
            #"{"data": {"type": "a", "id": "1", "relationships": {"b": {"data": 1}, "c": 1}}}"#,
            #"{"data": [], "included": [{"type": "a", "id": "1"}], "links": {"self": {}}, "b:c": 1}"#,
            #"{"data": [], "links": {"last": "/b", "self": "/a"}}"#,
            #"{"errors": [{"status": 1, "source": {"pointer": "a"}}]}"#,
        ])
    func findings(document: String) throws {
        let found = try Validator(profile: .response).findings(in: JSON(parsing: document))
        #expect(!found.isEmpty)
        for finding in found {
            #expect(isKnown(finding.reference), "\(finding) leads to \(finding.reference)")
        }
    }

    @Test("A report names each section by the heading that it has in the standard")
    func headings() async throws {
        let probes = Self.sections.indices.map { index in
            """
            {"name": "p-\(index)", "title": "A test", "rules": ["JA-001"], "subject": "collection",
             "section": "\(Self.sections[index].address)", "failure": "Something is wrong.",
             "steps": [{"request": {"method": "GET", "url": "{base}/test"},
                "checks": [{"at": "/data", "is": "\(index)"}]}]}
            """
        }
        let file = """
            {"group": "own", "title": "Own", "section": "https://example.com", "probes": [
                \(probes.joined(separator: ",\n"))]}
            """
        let report = try await Script.run(file, on: Script.server("{}"))
        let lines = report.text.split(separator: "\n")
        for (address, heading) in Self.sections {
            let line = lines.first { $0.hasSuffix(": \(address)") } ?? ""
            let name = line.dropLast(address.count + 2)
            #expect(
                name.hasSuffix(" \(heading)"), "\(address) is named \(name), not \(heading)")
        }
    }
}
