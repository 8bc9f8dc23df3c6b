// SPDX-License-Identifier: MIT

#if AsyncHTTPClient
import AsyncHTTPClient
import NIOCore

extension HTTPClient.Configuration {
    private typealias Initializer = @Sendable (any Channel) -> EventLoopFuture<Void>

    /// Has a handler in every connection of HTTP/1.1, right behind one that AsyncHTTPClient puts there,
    /// and in every stream of HTTP/2 likewise.
    mutating func addHandler<First: ChannelHandler, Second: ChannelHandler>(
        after first: First.Type, orOfStreams second: Second.Type,
        _ make: @escaping @Sendable () -> any ChannelHandler
    ) {
        http1_1ConnectionDebugInitializer = Self.initializer(
            first, make, then: http1_1ConnectionDebugInitializer)
        http2StreamChannelDebugInitializer = Self.initializer(
            second, make, then: http2StreamChannelDebugInitializer)
    }

    /// Called in the event loop of the connection, when the handlers of AsyncHTTPClient are there.
    private static func initializer<Known: ChannelHandler>(
        _ known: Known.Type, _ make: @escaping @Sendable () -> any ChannelHandler,
        then next: Initializer?
    ) -> Initializer {
        { channel in
            let added = channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                let known = try pipeline.handler(type: Known.self)
                try pipeline.addHandler(make(), position: .after(known))
            }
            guard let next else { return added }
            return added.flatMap { next(channel) }
        }
    }
}
#endif
