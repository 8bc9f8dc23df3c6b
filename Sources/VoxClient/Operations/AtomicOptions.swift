// SPDX-License-Identifier: MIT

extension APIOptions {
    /// The format of the atomic operations (https://jsonapi.org/ext/atomic) that a service accepts.
    /// The defaults are for a service that follows the standard and accepts operations at
    /// `/operations`.
    public struct AtomicOperations: Hashable, Sendable {
        /// The path of the operations below the address of the client. The extension does not
        /// define this path. Default: `operations`.
        public var path = "operations"

        /// The name of the extension in the parameter `ext` of media types. Default: the URI of the
        /// extension. Some services use another name for the extension, such as `atomic`.
        public var `extension` = AtomicDocument.uri

        /// False to send the parameter `ext` without quotes, for services that refuse quotes. A
        /// URI needs quotes (RFC 9110, section 5.6.6). Default: true.
        public var quotesExtension = true

        /// True to refuse a response whose media type does not name the extension. Default: true,
        /// as the standard requires (JSON:API 1.1, "Extensions").
        public var requiresExtension = true

        /// True for a service that omits results that have no data, so that a response can have
        /// fewer results than the request has operations. If true, the client also accepts a
        /// response with exactly one result for each creation and update of a resource, and merges
        /// these results. Default: false, because the extension requires a result for each
        /// operation.
        public var omitsEmptyResults = false

        /// Creates the default options.
        public init() {}

        var mediaType: String {
            quotesExtension
                ? HTTPMediaType.jsonAPI(ext: [`extension`]).description
                : "\(HTTPMediaType.jsonAPI); ext=\(`extension`)"
        }
    }
}
