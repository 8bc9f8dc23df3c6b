// SPDX-License-Identifier: MIT

/// The content of a request: JSON, a form, files, or other bytes.
///
/// ```swift
/// import VoxREST
///
/// func contents() throws {
///     let object: RequestContent = ["title": "Harbour lights", "tags": ["sea", "night"]]
///     let list: RequestContent = [1, 2, 3]
///     let form: RequestContent = .form(["user[name]": "Ada"])
///     let text: RequestContent = .body(ClientRequest.Body(Array("plain".utf8), contentType: "text/plain"))
/// }
/// ```
///
/// A JSON value is sent in the format of ``RESTOptions/bodyFormat``: as JSON or as a form.
public struct RequestContent: Sendable {
    private enum Kind: Sendable {
        case json(JSONValue)
        case body(ClientRequest.Body)
        case failed(RequestError)
    }

    private let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    /// Returns the content for a value that converts to JSON, such as an object, a list or a model.
    public static func json(_ value: some JSONConvertible) -> RequestContent {
        do {
            return RequestContent(.json(try value.encoded()))
        } catch {
            return RequestContent(.failed(.unsendable(error)))
        }
    }

    /// Returns the content for a url-encoded form. The options do not change this format.
    public static func form(_ form: FormBody) -> RequestContent {
        RequestContent(.body(form.body()))
    }

    /// Returns the content for a form with files. The options do not change this format.
    public static func multipart(_ form: MultipartBody) -> RequestContent {
        do {
            return RequestContent(.body(try form.body()))
        } catch {
            return RequestContent(.failed(error))
        }
    }

    /// Returns the content for a body of any kind, with its media type.
    public static func body(_ body: ClientRequest.Body) -> RequestContent {
        RequestContent(.body(body))
    }

    /// Returns the body that is sent.
    func body(_ options: RESTOptions) throws(RequestError) -> ClientRequest.Body {
        switch kind {
        case .json(let value): try options.body(of: value)
        case .body(let body): body
        case .failed(let error): throw error
        }
    }
}

extension RequestContent: ExpressibleByDictionaryLiteral {
    /// Creates an object with the members in the order in which they are written.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        var object = JSONObject()
        for (name, value) in members { object[name] = value }
        self = .json(JSONValue.object(object))
    }
}

extension RequestContent: ExpressibleByArrayLiteral {
    /// Creates a list.
    public init(arrayLiteral elements: JSONValue...) { self = .json(JSONValue.array(elements)) }
}

extension RESTOptions {
    /// Returns the body of a value, in the format of the options.
    func body(of value: JSONValue) throws(RequestError) -> ClientRequest.Body {
        switch bodyFormat {
        case .json:
            do {
                return ClientRequest.Body(
                    Array(try value.text().utf8), contentType: "application/json")
            } catch {
                throw .unsendable(error)
            }
        case .form: return try FormBody(value, encoding: formEncoding).body()
        case .multipart: return try MultipartBody(value, encoding: formEncoding).body()
        }
    }
}
