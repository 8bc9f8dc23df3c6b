// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The faults that the checks of every response have found. A fault is kept once for each rule and
/// kind of request.
struct StandingChecks: Sendable {
    private struct Key: Hashable {
        let check: StandingCheck
        let rules: [String]
        let kind: String
    }

    private var seen: Set<Key> = []
    /// The checks that a response has passed or failed.
    private var made: Set<StandingCheck> = []
    private var faults: [StandingCheck: [CheckFault]] = [:]

    /// Returns the faults of a check; nil if no response could be checked.
    func faults(of check: StandingCheck) -> [CheckFault]? {
        made.contains(check) ? faults[check] ?? [] : nil
    }

    /// Checks a response.
    mutating func inspect(_ received: Received) {
        let isDocument = received.mediaType?.isJSONAPI ?? false
        guard isDocument || received.request.asksForJSONAPI else { return }
        // The root may be a page for people.
        if received.request.role == "base", !isDocument { return }
        let isError = received.status >= 400
        guard isError || received.isSuccess else { return }
        if received.body.isEmpty {
            if received.status == 200, received.request.method == .get { addEmpty(received) }
            return
        }
        let isOwnError = isError && received.hasErrors
        inspectMediaType(of: received, isForeign: isError && !isOwnError)
        let isJSON = received.mediaType.map { $0.essence.hasSuffix("json") } ?? true
        guard isJSON, isDocument || !isError || isOwnError else { return }
        inspectDocument(of: received, isError ? .errorDocument : .document)
        if isError { inspectErrors(of: received) }
    }

    // MARK: The media type

    private mutating func inspectMediaType(of received: Received, isForeign: Bool) {
        guard let type = received.mediaType, type.isJSONAPI else {
            // Errors of other layers, such as proxies, are no documents of JSON:API.
            if isForeign { return }
            add(
                .mediaType, ["JA-069"], received,
                expected: "Content-Type: \(HTTPMediaType.jsonAPI)",
                got: received.contentTypeText)
            return
        }
        made.insert(.mediaType)
        if let other = type.parameters.first(where: { !["ext", "profile"].contains($0.name) }) {
            add(
                .mediaType, ["JA-070"], received,
                expected: "a media type without parameters other than ext and profile",
                got: "the parameter \(other.name.excerpt(40)): \(received.contentTypeText)")
        }
        let text = received.headers[.contentType]?.lowercased().filter { $0 != " " } ?? ""
        for name in ["ext=", "profile="] where text.contains(";\(name)") {
            guard !text.contains(";\(name)\"") else { continue }
            add(
                .mediaType, ["JA-071"], received, level: .should,
                expected: "the addresses of \(name.dropLast()) in double quotes",
                got: received.contentTypeText)
        }
    }

    // MARK: Documents

    private mutating func inspectDocument(of received: Received, _ check: StandingCheck) {
        made.insert(check)
        guard received.document != nil else {
            add(
                check, ["JA-001"], received, expected: "a JSON object",
                got: received.fault?.excerpt(200) ?? "nothing")
            return
        }
        if received.body.starts(with: [0xEF, 0xBB, 0xBF]) {
            add(
                check, ["JA-001"], received, expected: "JSON without a byte order mark (RFC 8259)",
                got: "a byte order mark")
        }
        let profile = received.status < 400 ? received.request.profile : .response
        for fault in received.faults(as: profile) { add(check, fault, of: received) }
        let json = received.json
        if check == .document, json.value(at: "errors").vox.kind != .absent {
            add(
                .errorDocument, ["JA-128"], received, level: .should,
                expected: "no errors in a response with status \(received.status)",
                got: json.value(at: "errors").shown)
        }
    }

    private mutating func inspectErrors(of received: Received) {
        let errors = received.json.value(at: "errors")
        let isEmpty = errors.vox.kind == .array && errors.vox.elements.isEmpty
        guard received.document != nil, errors.vox.kind == .absent || isEmpty else { return }
        add(
            .errorDocument, ["JA-128"], received, level: .should,
            expected: "error objects in the member errors", got: received.json.shown)
    }

    private mutating func addEmpty(_ received: Received) {
        add(
            .document, ["JA-002"], received, expected: "a document, or status 204",
            got: "status 200 without a body")
    }

    // MARK: Faults

    private mutating func add(
        _ check: StandingCheck, _ rules: [String], _ received: Received,
        level: ProbeCheck.Level = .must, expected: String, got: String
    ) {
        let fault = CheckFault(
            rules: rules, section: check.probe.section, level: level, expected: expected, got: got)
        add(check, fault, of: received)
    }

    private mutating func add(_ check: StandingCheck, _ fault: CheckFault, of received: Received) {
        made.insert(check)
        let kind = received.request.kind
        guard seen.insert(Key(check: check, rules: fault.rules, kind: kind)).inserted else {
            return
        }
        var fault = fault
        fault.requests = [received.request]
        fault.subject = kind
        faults[check, default: []].append(fault)
    }
}

extension SentRequest {
    /// True if the request names the media type of JSON:API. To any other request, a server may
    /// respond with something else.
    fileprivate var asksForJSONAPI: Bool {
        HTTPMediaType.Accepted.list(headers[.accept] ?? "").contains {
            $0.quality > 0 && $0.type.isJSONAPI
        }
    }
}

extension Received {
    /// True if the document has the shape of an error document of JSON:API, whatever its media
    /// type says.
    fileprivate var hasErrors: Bool {
        json.value(at: "errors").vox.kind == .array || json.value(at: "jsonapi").vox.kind == .object
    }

    fileprivate var contentTypeText: String {
        headers[.contentType].map { "Content-Type: \($0.excerpt(200))" } ?? "no Content-Type"
    }
}
