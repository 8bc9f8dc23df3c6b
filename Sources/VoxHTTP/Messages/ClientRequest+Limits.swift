// SPDX-License-Identifier: MIT

extension ClientRequest {
    /// The maximum size of a response. If the response exceeds a limit, the request fails with
    /// ``RequestError`` code `responseTooLarge`. A value of nil means no limit.
    public struct Limits: Hashable, Sendable {
        /// The maximum number of bytes of the body after decompression. Default: 64 MiB.
        public var body: Int? = 64 << 20

        /// The maximum ratio of decompressed to compressed size. The ratio is checked after the
        /// first MiB, because short texts may exceed the maximum. Default: 100.
        public var expansion: Int? = 100

        /// The maximum number of bytes of the names and values of all header fields. Default: 64
        /// KiB. Each transport has its own limits too.
        public var headerBytes: Int? = 64 << 10

        /// The maximum number of header fields. Default: 500.
        public var headerFields: Int? = 500

        /// The defaults.
        public init() {}
    }
}
