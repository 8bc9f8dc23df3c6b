// SPDX-License-Identifier: MIT

#if AsyncHTTPClient || Hummingbird

internal import HTTPTypes
internal import Instrumentation
public import Tracing
public import VoxHTTP

/// Creates a span for each request with swift-distributed-tracing, and sends the context of the
/// span to the server.
///
/// The name of the span is the method of the request. The span has the OpenTelemetry attributes for
/// HTTP clients. The address in the attributes has no query. The span ends when the head of the
/// response arrives.
///
/// Add this middleware to `eachSend` of `Vox.ReliabilityOptions`, not to `eachCall`. Each span adds
/// its own header fields, and requests with different header fields cannot be coalesced.
public struct ClientTracing: HTTPMiddleware {
    private let tracer: any Tracer

    /// Creates the middleware.
    public init(tracer: any Tracer = InstrumentationSystem.tracer) { self.tracer = tracer }

    /// Sends the request, and creates a span around it.
    public func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        // A result, because the span would record a thrown error, and foreign errors may contain
        // secrets.
        let outcome: Result<ClientResponse, any Error> = await tracer.withSpan(
            request.method.rawValue, ofKind: .client
        ) { span in
            span.attributes["http.request.method"] = request.method.rawValue
            span.attributes["url.full"] = request.url.description
            span.attributes["server.address"] = request.url.host
            span.attributes["server.port"] = request.url.port
            var request = request
            tracer.inject(span.context, into: &request.headers, using: Fields())
            do {
                let response = try await next.execute(request)
                span.attributes["http.response.status_code"] = response.status.code
                if response.status.code >= 400 {
                    span.attributes["error.type"] = "\(response.status.code)"
                    span.setStatus(SpanStatus(code: .error))
                }
                return .success(response)
            } catch {
                let known = error as? RequestError
                span.attributes["error.type"] = known?.code.description ?? "\(type(of: error))"
                if let known { span.recordError(known) }
                span.setStatus(SpanStatus(code: .error))
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private struct Fields: Injector {
        func inject(_ value: String, forKey key: String, into headers: inout HTTPFields) {
            guard let name = HTTPField.Name(key) else { return }
            headers[name] = value
        }
    }
}

#endif
