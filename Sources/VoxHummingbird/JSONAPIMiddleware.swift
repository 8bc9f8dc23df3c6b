// SPDX-License-Identifier: MIT
#if Hummingbird

public import Hummingbird
import Logging
public import VoxServer

/// Applies the rules of JSON:API to a service.
///
/// The middleware responds with 406 or 415 if negotiation fails, and with 400 if `Host` is missing,
/// repeated or malformed. The middleware adds `Vary: Accept` to responses, and converts thrown
/// errors into error documents.
///
/// Add this middleware before the routes. Middleware that is added before the routes also handles
/// requests without a matching route:
///
///     let router = Router()
///     router.add(middleware: JSONAPIMiddleware())
///
/// `ErrorResponse.init(_:)` defines the response for each error. The response to an `HTTPError` has
/// the status, the header fields and the message of the error. If an error leads to a 500 response,
/// the error is logged, and the response does not contain the details of the error.
public struct JSONAPIMiddleware<Context: RequestContext>: RouterMiddleware {
    /// The media types that the service supports.
    public var negotiation: ResourceService.Negotiation

    /// The media types of the bodies that routes accept beside JSON:API, by the path of the route.
    ///
    /// The path is the path that the route was added with, such as `albums/:id/cover` or
    /// `files/**`. A route in a group also has the path of the group. A media type may be a range,
    /// such as `image/*`.
    ///
    /// A `multipart/form-data` body for a mounted service needs no entry, because the service
    /// checks the media types of its requests. Such a body also reaches your own routes that end in
    /// `**` and have no entry. `Request.document()` and `Request.resources()` refuse it with 415.
    public var bodyTypes: [String: Set<String>]

    /// Creates middleware.
    public init(
        _ negotiation: ResourceService.Negotiation = ResourceService.Negotiation(),
        bodyTypes: [String: Set<String>] = [:]
    ) {
        self.negotiation = negotiation
        self.bodyTypes = bodyTypes
    }

    /// Negotiates media types, and converts errors of the next responder into error documents.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            try ResourceService.Address.check(
                hosts: request.hosts, target: request.head.path ?? "")
            let type = try negotiation.responseType(for: request.headers)
            if accepts(request, at: context.endpointPath) {
                try ResourceService.Negotiation.checkEncoding(in: request.headers)
            } else if request.hasBody {
                _ = try negotiation.requestType(in: request.headers)
            }
            response = try await next(request, context)
            // Sends the negotiated media type, unless the route has set another one.
            if response.headers[.contentType] == HTTPMediaType.jsonAPI.description {
                response.headers[.contentType] = type.description
            }
        } catch let error as CancellationError where Task.isCancelled {
            throw error
        } catch {
            let refusal = Self.refusal(error)
            if refusal.status.kind == .serverError {
                context.logger.error("\(request.method) \(request.uri.path): \(error)")
            }
            response = Response(refusal)
        }
        let varying = response.headers[values: .vary].joined(separator: ",").lowercased()
        if varying != "*",
            !varying.split(whereSeparator: { $0 == "," || $0 == " " }).contains("accept")
        {
            response.headers.append(contentsOf: ResourceService.Negotiation.vary)
        }
        return response
    }

    /// Returns true if the route of a request accepts a body that is not JSON:API.
    private func accepts(_ request: Request, at path: String?) -> Bool {
        guard let type = request.headers[.contentType].flatMap({ HTTPMediaType($0) }) else {
            return false
        }
        if let path, let types = bodyTypes(at: path) {
            return types.contains { HTTPMediaType($0)?.includes(type) ?? false }
        }
        // A request without a route of its own may reach a mounted service.
        return type.essence == HTTPMediaType.formEssence && path?.hasSuffix("**") ?? true
    }

    /// Returns the media types of a route, or nil for a route without an entry. The routes of a
    /// case-insensitive router are lowercase.
    private func bodyTypes(at path: String) -> Set<String>? {
        let entry =
            bodyTypes.first { RouterPath($0.key).description == path }
            ?? bodyTypes.first { RouterPath($0.key).lowercased().description == path }
        return entry?.value
    }

    private static func refusal(_ error: any Error) -> ErrorResponse {
        switch error {
        case let error as HTTPError:
            ErrorResponse(error.status, error.body, headers: error.headers)
        case let error as any HTTPResponseError: ErrorResponse(error.status)
        default: ErrorResponse(error)
        }
    }
}

extension Request {
    /// True if the request has a body. A request with a body has a length or a transfer coding (RFC
    /// 9112, section 6.3). Over HTTP/2, the length and the coding are optional, but `Content-Type`
    /// is present.
    fileprivate var hasBody: Bool {
        headers[.transferEncoding] != nil
            || headers[.contentLength].map { $0 != "0" } ?? (headers[.contentType] != nil)
    }
}

#endif
