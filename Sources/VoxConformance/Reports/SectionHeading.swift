// SPDX-License-Identifier: MIT

/// The headings of the sections that rules are in. A report names a section with its heading and
/// its address, and leaves the words of the standard to the standard.
enum SectionHeading {
    /// Returns a section for a report: its heading, if it is known, and its address.
    static func named(_ address: String) -> String {
        heading(of: address).map { "\($0): \(address)" } ?? address
    }

    /// Returns the heading of a section; nil if it is not known.
    static func heading(of address: String) -> String? {
        guard address.hasPrefix("https://jsonapi.org/"), let mark = address.lastIndex(of: "#")
        else {
            return nil
        }
        return headings[String(address[address.index(after: mark)...])]
    }

    /// The headings by anchor, as the standard writes them. Headings that the standard has several
    /// times begin with the heading above.
    private static let headings: [String: String] = [
        "appendix-query-details-square-brackets": "Square Brackets in Parameter Names",
        "auto-id-collection-sizes": "Collection Sizes",
        "auto-id-creating-resources": "Creating Resources",
        "auto-id-deleting-resources": "Deleting Resources",
        "auto-id-links": "Links",
        "auto-id-pageafter-and-pagebefore": "page[after] and page[before]",
        "auto-id-pagesize": "page[size]",
        "auto-id-updating-resources": "Updating Resources",
        "auto-id-updating-to-many-relationships": "Updating To-Many Relationships",
        "auto-id-updating-to-one-relationships": "Updating To-One Relationships",
        "concepts-sorting": "Sorting Requirement",
        "content-negotiation": "Content Negotiation",
        "content-negotiation-all": "Universal Responsibilities",
        "content-negotiation-servers": "Server Responsibilities",
        "crud": "Creating, Updating and Deleting Resources",
        "crud-creating": "Creating Resources",
        "crud-creating-client-ids": "Client-Generated IDs",
        "crud-creating-responses": "Creating Resources, Responses",
        "crud-creating-responses-201": "Creating Resources, 201 Created",
        "crud-creating-responses-404": "Creating Resources, 404 Not Found",
        "crud-creating-responses-409": "Creating Resources, 409 Conflict",
        "crud-creating-responses-other": "Creating Resources, Other Responses",
        "crud-deleting": "Deleting Resources",
        "crud-deleting-responses": "Deleting Resources, Responses",
        "crud-deleting-responses-404": "Deleting Resources, 404 NOT FOUND",
        "crud-updating": "Updating Resources",
        "crud-updating-relationships": "Updating Relationships",
        "crud-updating-resource-attributes": "Updating a Resource's Attributes",
        "crud-updating-resource-relationships": "Updating a Resource's Relationships",
        "crud-updating-responses-200": "Updating Resources, 200 OK",
        "crud-updating-responses-404": "Updating Resources, 404 Not Found",
        "crud-updating-responses-409": "Updating Resources, 409 Conflict",
        "crud-updating-responses-other": "Updating Resources, Other Responses",
        "crud-updating-to-many-relationships": "Updating To-Many Relationships",
        "crud-updating-to-one-relationships": "Updating To-One Relationships",
        "document-compound-documents": "Compound Documents",
        "document-item-cursors": "Item Cursors",
        "document-jsonapi-object": "JSON:API Object",
        "document-links": "Links",
        "document-links-link-object": "Link objects",
        "document-member-names": "Member Names",
        "document-member-names-at-members": "@-Members",
        "document-member-names-reserved-characters": "Reserved Characters",
        "document-meta": "Meta Information",
        "document-page-meta": "page Meta Object Members",
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
        "errors-invalid-query-parameter": "Invalid Parameter Value Error",
        "errors-max-page-size-exceeded": "Max Page Size Exceeded Error",
        "extension-rules": "Rules for Extensions",
        "fetching": "Fetching Data",
        "fetching-filtering": "Filtering",
        "fetching-includes": "Inclusion of Related Resources",
        "fetching-pagination": "Pagination",
        "fetching-relationships-responses-200": "Fetching Relationships, 200 OK",
        "fetching-relationships-responses-404": "Fetching Relationships, 404 Not Found",
        "fetching-resources": "Fetching Resources",
        "fetching-resources-responses-200": "Fetching Resources, 200 OK",
        "fetching-resources-responses-404": "Fetching Resources, 404 Not Found",
        "fetching-sorting": "Sorting",
        "fetching-sparse-fieldsets": "Sparse Fieldsets",
        "naming": "Naming",
        "operation-objects": "Operation Objects",
        "processing": "Processing",
        "processing-errors": "Processing Errors",
        "query-parameters-custom": "Implementation-Specific Query Parameters",
        "query-parameters-families": "Query Parameter Families",
        "query-range-pagination": "Combining page[after] and page[before]",
        "result-objects": "Result Objects",
        "urls-individual-resources": "URLs for Individual Resources",
    ]
}
