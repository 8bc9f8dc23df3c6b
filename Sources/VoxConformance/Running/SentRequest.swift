// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A request of a run, without the header fields of the options, which may be secret.
struct SentRequest: Sendable {
    var method: HTTPRequest.Method
    var url: HTTPURL
    var headers: HTTPFields
    var body: [UInt8]?
    /// The part of the server that the address leads to, such as `collection`.
    var role: String
    /// The profile of the document in a successful response.
    var profile = Validator.Profile.response
    /// The fieldsets of the query, by type.
    var fields: [String: [String]] = [:]
    /// The paths of `include`; nil without `include`.
    var include: [String]?
    /// True if the checks of every response are made.
    var isInspected = true

    init(
        _ method: HTTPRequest.Method, _ url: HTTPURL, role: String,
        headers: HTTPFields = [.accept: HTTPMediaType.jsonAPI.description], body: [UInt8]? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.role = role
        noteQuery()
    }

    /// True if the request changes nothing on a server.
    var isSafe: Bool {
        [.get, .head, .options].contains(method) && !overridesMethod
    }

    /// The kind of the request in reports, such as `GET resource`.
    var kind: String { "\(method.rawValue) \(role)" }

    /// Reads `include` and the fieldsets, with which the document of the response is validated.
    private mutating func noteQuery() {
        guard let query = url.query, let items = try? QueryItem.Encoding.decode(query) else {
            return
        }
        for item in items {
            let names = (item.parts ?? []).flatMap {
                $0.split(separator: ",").map(String.init)
            }
            if item.name == "include" { include = (include ?? []) + names }
            if item.name.hasPrefix("fields["), item.name.hasSuffix("]") {
                fields[String(item.name.dropFirst(7).dropLast()), default: []] += names
            }
        }
    }

    /// Creates the request of a step.
    init(_ request: ProbeRequest, _ variables: Variables) throws(TemplateFault) {
        var url = try variables.address(of: request.url)
        let items = try variables.query(of: request.query)
        do throws(RequestError) {
            url = try url.appending(items, encoding: QueryItem.Encoding())
        } catch {
            throw TemplateFault(reason: error.reason)
        }
        var body: [UInt8]?
        switch request.body {
        case .json(let value): body = Array(try Self.text(of: variables.json(of: value)).utf8)
        case .text(let template): body = Array(try variables.text(of: template).utf8)
        case nil: break
        }
        let role = request.url.firstVariable ?? "address"
        let type = HTTPMediaType.jsonAPI(ext: role == "operations" ? [AtomicDocument.uri] : [])
        var headers: HTTPFields = [.accept: type.description]
        if body != nil { headers[.contentType] = type.description }
        for field in request.headers {
            headers[field.name] = nil
            guard let template = field.value else { continue }
            let value = try variables.text(of: template)
            do throws(RequestError) {
                headers.append(try HTTPField(checking: field.name.rawName, value: value))
            } catch {
                throw TemplateFault(reason: error.reason)
            }
        }
        self.init(request.method, url, role: role, headers: headers, body: body)
        switch role {
        case "linkage": profile = .relationship
        case "operations": profile = .results
        default: break
        }
    }

    private static func text(of value: JSONValue) throws(TemplateFault) -> String {
        do throws(JSONError) {
            return try value.text()
        } catch {
            throw TemplateFault(reason: error.message)
        }
    }
}
