// SPDX-License-Identifier: MIT

internal import Dispatch

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

extension ClientRequest.Body {
    /// Creates a body from a file. The file is read in chunks of 64 KiB, on threads that do not
    /// belong to Swift concurrency.
    ///
    /// The size of the file is read when the body is created. If the size of the file has changed
    /// when the body is sent, the request fails with code `unsendable`.
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - contentType: the media type.
    /// - Throws: ``RequestError`` with code `unsendable` if the file does not exist, or is a
    ///   folder, a pipe or a device.
    public init(file path: String, contentType: String? = nil) throws(RequestError) {
        var status = stat()
        // As a C string, such a path would end early and name another file.
        guard !path.utf8.contains(0) else { throw RequestError.file(path, ENOENT) }
        guard stat(path, &status) == 0 else { throw RequestError.file(path, errno) }
        let size = try File.size(status, path)
        self.init(length: size, contentType: contentType) {
            try await FileChunks(file: File.open(path, size: size))
        }
    }
}

/// An open file, which is closed when the last reference to it is released.
private final class File: Sendable {
    private static let queue = DispatchQueue(label: "vox.files", attributes: .concurrent)
    private static let chunk = 64 << 10

    private let path: String
    private let descriptor: Int32

    private init(_ path: String, _ descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    static func size(_ status: stat, _ path: String) throws(RequestError) -> Int {
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw RequestError(
                code: .unsendable, message: "\"\(path)\" cannot be sent: it is not a regular file")
        }
        return Int(status.st_size)
    }

    static func open(_ path: String, size: Int) async throws -> File {
        try await offThread {
            // Does not block if the path has become a pipe, which would wait for its other end.
            let descriptor = Self.descriptor(path)
            guard descriptor >= 0 else { throw RequestError.file(path, errno) }
            let file = File(path, descriptor)
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw RequestError.file(path, errno) }
            guard try Self.size(status, path) == size else {
                throw RequestError(
                    code: .unsendable,
                    message: "\"\(path)\" cannot be sent: it should have \(size) bytes, but has "
                        + "\(status.st_size)")
            }
            return file
        }
    }

    func read(at offset: Int) async throws -> [UInt8]? {
        try await Self.offThread { [self] in
            while true {
                var failure: Int32 = 0
                let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, filled in
                    let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
                    if count < 0 { failure = errno }
                    filled = max(count, 0)
                }
                if failure == 0 { return bytes.isEmpty ? nil : bytes }
                guard failure == EINTR else { throw RequestError.file(path, failure) }
            }
        }
    }

    private static func descriptor(_ path: String) -> Int32 {
        #if canImport(Glibc)
        Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        #elseif canImport(Musl)
        Musl.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        #else
        Darwin.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        #endif
    }

    /// Runs work on a thread that may block, because the work may wait for a disk.
    private static func offThread<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }
}

private struct FileChunks: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    typealias Failure = any Error

    let file: File

    struct AsyncIterator: AsyncIteratorProtocol {
        let file: File
        var offset = 0

        mutating func next() async throws -> [UInt8]? {
            try await next(isolation: #isolation)
        }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> [UInt8]? {
            try Task.checkCancellation()
            guard let chunk = try await file.read(at: offset) else { return nil }
            offset += chunk.count
            return chunk
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(file: file) }
}

extension RequestError {
    fileprivate static func file(_ path: String, _ number: Int32) -> RequestError {
        RequestError(
            code: .unsendable,
            message: "\"\(path)\" cannot be read: \(String(cString: strerror(number)))")
    }
}
