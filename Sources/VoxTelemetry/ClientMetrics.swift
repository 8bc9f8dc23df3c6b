// SPDX-License-Identifier: MIT

#if AsyncHTTPClient || Hummingbird

public import CoreMetrics
internal import HTTPTypes
internal import Metrics
public import VoxHTTP

/// Counts requests and measures their time with swift-metrics.
///
/// | label | kind | value |
/// |---|---|---|
/// | `vox.requests` | counter | requests |
/// | `vox.request.duration` | timer | the time until the head of the response or the failure |
/// | `vox.response.bytes` | counter | bytes of bodies that were read |
///
/// The dimensions are `method` and, if the outcome is known, `outcome`. The value of `outcome` is
/// `2xx` to `5xx`, or the code of the error. To limit the number of time series, the address is not
/// a dimension, and methods outside of RFC 9110 and RFC 5789 are counted as `other`.
public struct ClientMetrics: HTTPMiddleware {
    private let factory: any MetricsFactory

    /// Creates the middleware.
    public init(factory: any MetricsFactory = MetricsSystem.factory) { self.factory = factory }

    /// Sends the request, and counts it.
    public func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        let start = ContinuousClock.now
        let method = Self.methods.contains(request.method) ? request.method.rawValue : "other"
        func count(_ outcome: String) {
            let dimensions = [("method", method), ("outcome", outcome)]
            Counter(label: "vox.requests", dimensions: dimensions, factory: factory).increment()
            Timer(label: "vox.request.duration", dimensions: dimensions, factory: factory)
                .record(duration: start.duration(to: .now))
        }
        do {
            var response = try await next.execute(request)
            count("\(response.status.code / 100)xx")
            let bytes = Counter(
                label: "vox.response.bytes", dimensions: [("method", method)], factory: factory)
            response.body = response.body.tapped(by: Bytes(counter: bytes))
            return response
        } catch {
            count(Self.name(of: error))
            throw error
        }
    }

    private static let methods: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]

    private static func name(of error: any Error) -> String {
        if let error = error as? RequestError { return error.code.description }
        return error is CancellationError ? "cancelled" : "error"
    }

    private struct Bytes: BodyTap {
        let counter: Counter

        func end(received: Int) { counter.increment(by: received) }

        func fail(_ error: any Error, received: Int) { counter.increment(by: received) }
    }
}

#endif
