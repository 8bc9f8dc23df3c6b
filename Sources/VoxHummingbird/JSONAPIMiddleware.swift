// SPDX-License-Identifier: MIT
#if Hummingbird

public import Hummingbird
import Logging
public import VoxServer

/// Keeps the rules of JSON:API around a service: refuses what was not negotiated (406, 415) and
/// what has not exactly one well-formed `Host` (400), says that answers vary by `Accept`, and makes
/// error documents of what is thrown.
///
/// Put it before the routes, and it also answers for those that there are not:
///
///     let router = Router()
///     router.add(middleware: JSONAPIMiddleware())
///
/// What an error means is said by `ErrorResponse.init(_:)`; an `HTTPError` keeps its status, header
/// fields and message. What is responded with 500 is logged, and told to nobody else.
public struct JSONAPIMiddleware<Context: RequestContext>: RouterMiddleware {
    /// What media types are spoken.
    public var negotiation: Negotiation

    /// Makes a middleware.
    public init(_ negotiation: Negotiation = Negotiation()) { self.negotiation = negotiation }

    /// Negotiates, and makes an error document of what is thrown further on.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            try ResourceService.Address.check(hosts: request.hosts)
            let type = try negotiation.answerType(for: request.headers)
            if request.hasBody { _ = try negotiation.requestType(in: request.headers) }
            response = try await next(request, context)
            // What was agreed on is said, unless the route said something of its own.
            if response.headers[.contentType] == HTTPMediaType.jsonAPI.description {
                response.headers[.contentType] = type.description
            }
        } catch let error as CancellationError {
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
            response.headers.append(contentsOf: Negotiation.vary)
        }
        return response
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
    /// Requests with a body say how long it is, or that it comes in chunks (RFC 9112, section 6.3);
    /// over HTTP/2 they need not, but they say of what type it is.
    fileprivate var hasBody: Bool {
        headers[.transferEncoding] != nil
            || headers[.contentLength].map { $0 != "0" } ?? (headers[.contentType] != nil)
    }
}

#endif
