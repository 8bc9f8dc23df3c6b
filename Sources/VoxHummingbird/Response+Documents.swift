// SPDX-License-Identifier: MIT
#if Hummingbird

public import HTTPTypes
public import Hummingbird
public import VoxServer

extension Response {
    /// An answer with a document.
    /// - Throws: ``DocumentError``: a plain write to the document that failed, an identity that is
    ///   missing.
    public init<Primary: PrimaryData>(
        document: Document<Primary>, status: HTTPResponse.Status = .ok,
        mediaType: HTTPMediaType = .jsonAPI, headers: HTTPFields = [:]
    ) throws(DocumentError) {
        self.init(
            status, jsonAPI: try document.documentData(), mediaType: mediaType, headers: headers)
    }

    /// An answer with a document that is text already.
    public init(
        _ status: HTTPResponse.Status = .ok, jsonAPI bytes: some Collection<UInt8>,
        mediaType: HTTPMediaType = .jsonAPI, headers: HTTPFields = [:]
    ) {
        var headers = headers
        headers[.contentType] = mediaType.description
        self.init(
            status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The error document of a refusal.
    public init(_ refusal: ErrorResponse) {
        self.init(refusal.status, jsonAPI: refusal.documentBytes, headers: refusal.headers)
    }
}

#endif
