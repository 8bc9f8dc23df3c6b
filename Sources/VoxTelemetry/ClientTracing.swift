// SPDX-License-Identifier: MIT

#if Telemetry

internal import HTTPTypes
internal import Instrumentation
public import Tracing
public import VoxHTTP

/// Makes a span for each request, and tells the server about it, with swift-distributed-tracing.
///
/// The span is named after the method, and has the attributes that OpenTelemetry names for HTTP
/// clients; of the address not the query. It ends with the head of the response.
///
/// Belongs under `eachSend` of `Vox.ReliabilityOptions`: each span has header fields of its own,
/// and requests that differ in those cannot share a transfer.
public struct ClientTracing: HTTPMiddleware {
    private let tracer: any Tracer

    /// Makes the middleware.
    public init(tracer: any Tracer = InstrumentationSystem.tracer) { self.tracer = tracer }

    /// Sends the request within a span.
    public func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        // A result, so that the span does not record errors itself: those of others may hold
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
