// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxConformance
import VoxTesting

/// A collection of one type with documents that a test sets, and a probe file with one probe.
enum Script {
    /// A server with the list `/notes` and one document at all other addresses.
    static func server(
        _ document: String, status: Int = 200, headers: HTTPFields = [:]
    ) -> TransportFunction {
        TransportFunction { request in
            let isList = request.url.target == "/notes"
            let list = #"{"data": [{"type": "notes", "id": "1", "attributes": {"text": "a"}}]}"#
            var fields = headers
            if fields[.contentType] == nil { fields[.contentType] = "application/vnd.api+json" }
            return ClientResponse(
                head: HTTPResponse(
                    status: .init(code: isList ? 200 : status), headerFields: fields),
                url: request.url,
                body: ClientResponse.Body(Array((isList ? list : document).utf8)))
        }
    }

    /// A probe file with the probe `test`.
    static func file(
        subject: String = "collection", url: String = "{base}/test", _ checks: String,
        request: String = "", step: String = "", steps: String = ""
    ) -> String {
        """
        {"group": "own", "title": "Own probes", "section": "https://example.com/own", "probes": [{
            "name": "test", "title": "A test", "rules": ["JA-001"], "subject": "\(subject)",
            "failure": "Something is wrong.",
            "steps": [\(steps){"request": {"method": "GET", "url": "\(url)"\(request)}\(step),
                "checks": [\(checks)]}]
        }]}
        """
    }

    /// Runs a probe file.
    static func run(
        _ file: String, on server: any HTTPTransport,
        _ change: (inout Conformance.Options) -> Void = { _ in }
    ) async throws -> Conformance.Report {
        try await conform(
            server, base: "https://notes.example",
            .inMemory { options in
                options.probes = (try? Conformance.Probes(parsing: [file])) ?? .standard
                options.collections = ["notes"]
                options.only = ["own"]
                change(&options)
            })
    }

    /// Makes one check of a document.
    static func check(
        _ check: String, of document: String, status: Int = 200, headers: HTTPFields = [:]
    ) async throws -> Conformance.Report.Probe {
        let report = try await run(
            file(check), on: server(document, status: status, headers: headers))
        return try #require(report.results["own/test"])
    }
}
