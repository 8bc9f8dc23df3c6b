// SPDX-License-Identifier: MIT

extension ClientRequest {
    /// How large a response may be. Beyond, the transfer is ended with ``RequestError`` code
    /// `responseTooLarge`. Nil allows any size.
    public struct Limits: Hashable, Sendable {
        /// Bytes of the body, counted as they are handed out (decompressed). Default: 64 MiB.
        public var body: Int? = 64 << 20

        /// How many times larger a body may become by decompression; looked at from the first MiB
        /// on, for short texts may repeat themselves more than that. Default: 100.
        public var expansion: Int? = 100

        /// Bytes of names and values of the header fields together. Default: 64 KiB. Transports
        /// have bounds of their own beside.
        public var headerBytes: Int? = 64 << 10

        /// The number of header fields. Default: 500.
        public var headerFields: Int? = 500

        /// The defaults.
        public init() {}
    }
}
