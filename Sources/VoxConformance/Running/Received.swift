// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A response of a run, with its whole body.
struct Received: Sendable {
    let request: SentRequest
    let status: Int
    let headers: HTTPFields
    /// The address of the response, after redirects.
    let url: HTTPURL
    let body: [UInt8]
    /// The body as JSON; nil if the body is empty or no JSON.
    let document: JSON.Frozen?
    /// The reason why the body is no JSON.
    let fault: String?

    init(
        _ request: SentRequest, status: Int, headers: HTTPFields, url: HTTPURL, body: [UInt8]
    ) {
        self.request = request
        self.status = status
        self.headers = headers
        self.url = url
        self.body = body
        guard !body.isEmpty else {
            document = nil
            fault = nil
            return
        }
        do throws(JSONError) {
            document = try Self.parsed(body).vox.frozen()
            fault = nil
        } catch {
            document = nil
            fault = error.description
        }
    }

    /// The limits keep the memory of one response below about 100 MB.
    static func parsed(_ body: [UInt8]) throws(JSONError) -> JSON {
        var options = JSON.Options()
        options.maximumValues = 2_000_000
        return try JSON(parsing: body, options: options)
    }

    /// The document; an absent view if there is none.
    var json: JSON {
        guard let document else { return JSON(nilLiteral: ()) }
        return document.json
    }

    var isSuccess: Bool { (200...299).contains(status) }

    /// The media type of the body.
    var mediaType: HTTPMediaType? { headers[.contentType].flatMap { HTTPMediaType($0) } }

    /// The status, and the detail of the first error.
    var statusText: String {
        let error: JSON = json.value(at: "errors")[0]
        let detail = error.text(at: "detail") ?? error.text(at: "title")
        let text = "status \(status)"
        return detail.map { "\(text): \($0.excerpt(200))" } ?? text
    }

    /// The namespaces of the extensions that the response applies; nil if one of them is not known
    /// to the runner.
    var namespaces: [String]? {
        let uris = mediaType?.ext ?? []
        return uris.allSatisfy { $0 == AtomicDocument.uri } ? uris.map { _ in "atomic" } : nil
    }

    /// True if the last link leads to the page that was requested.
    private var isLastPage: Bool {
        guard let link = json.value(at: "links").value(at: "last").linkText,
            let last = try? url.resolve(link)
        else { return false }
        return last.isSamePage(url)
    }

    /// Validates the document.
    /// - Returns: The first 20 faults. If there are more, the last of the 20 says how many are left out.
    func faults(as profile: Validator.Profile) -> [CheckFault] {
        let found = findings(as: profile)
        var faults = found.prefix(20).map { CheckFault($0, in: json) }
        if found.count > faults.count {
            faults[faults.count - 1].got +=
                "; \(found.count - faults.count) further findings are left out"
        }
        return faults
    }

    private func findings(as profile: Validator.Profile) -> [Validator.Finding] {
        let validator = Validator(
            profile: profile, fields: request.fields, include: request.include,
            extensions: namespaces ?? [])
        guard let json = try? Self.parsed(body), let found = try? validator.findings(in: json)
        else {
            return []
        }
        return found.filter { finding in
            // The members of an extension that the runner does not know cannot be told from
            // mistakes.
            if finding.rule == 67, namespaces == nil { return false }
            // Only a compound document must not have a resource twice.
            if finding.rule == 40, json.value(at: "included").vox.kind == .absent { return false }
            // A self link may lack the query of the request.
            if finding.rule == 97, isLastPage { return false }
            // That names should be in camelCase is a recommendation outside of the standard.
            return finding.rule != 64 || !finding.pointer.hasSimpleName
        }
    }
}

extension String {
    /// True if the last name of a JSON Pointer has only letters, digits, `-` and `_` of ASCII.
    fileprivate var hasSimpleName: Bool {
        let name = JSON.pointerNames(self)?.last ?? ""
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}

/// The outcome of sending a request.
enum Reception: Sendable {
    case response(Received)
    /// There is no response, or its body could not be read.
    case failure(reason: String)
    /// The request was not sent, because it could change what the run has not created.
    case refused(reason: String)
}

/// The reason why a run ends early.
enum RunStop: Error, Hashable {
    /// The task was cancelled.
    case interrupted
    /// A limit was reached, or the server is gone.
    case ended(reason: String)
}
