// SPDX-License-Identifier: MIT

#if AsyncHTTPClient
import AsyncHTTPClient
import NIOCore

extension HTTPClient.Configuration {
    private typealias Initializer = @Sendable (any Channel) -> EventLoopFuture<Void>

    /// Adds a handler to every HTTP/1.1 connection and to every HTTP/2 stream, directly behind a
    /// handler of AsyncHTTPClient.
    mutating func addHandler<First: ChannelHandler, Second: ChannelHandler>(
        after first: First.Type, orOfStreams second: Second.Type,
        _ make: @escaping @Sendable () -> any ChannelHandler
    ) {
        http1_1ConnectionDebugInitializer = Self.initializer(
            first, make, then: http1_1ConnectionDebugInitializer)
        http2StreamChannelDebugInitializer = Self.initializer(
            second, make, then: http2StreamChannelDebugInitializer)
    }

    /// Returns an initializer. The initializer runs in the event loop of the connection after
    /// AsyncHTTPClient has added its handlers.
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
