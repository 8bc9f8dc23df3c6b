// SPDX-License-Identifier: MIT

extension ClientRequest {
    /// The maximum size of a response. A larger one fails with ``RequestError`` code
    /// `responseTooLarge`. Nil means no limit.
    public struct Limits: Hashable, Sendable {
        /// The bytes of the body after decompression. Default: 64 MiB.
        public var body: Int? = 64 << 20

        /// The maximum ratio of decompressed to compressed size. It is checked after the first MiB,
        /// because short texts may exceed it. Default: 100.
        public var expansion: Int? = 100

        /// The bytes of the names and values of all header fields. Default: 64 KiB. Transports have
        /// their own limits, too.
        public var headerBytes: Int? = 64 << 10

        /// The number of header fields. Default: 500.
        public var headerFields: Int? = 500

        /// The defaults.
        public init() {}
    }
}
