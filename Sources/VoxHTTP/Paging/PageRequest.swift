// SPDX-License-Identifier: MIT

/// A request for one page of a list.
package struct PageRequest<Page>: Sendable {
    /// A function that reads a page from the response.
    package typealias Reader = @Sendable () throws -> ReadPage<Page>

    let url: Result<HTTPURL, RequestError>
    let send: @Sendable () async throws -> Reader

    /// Creates a request for a page.
    /// - Parameters:
    ///   - url: the address of the page. If computing the address fails, the error is thrown when
    ///     the page is requested.
    ///   - send: sends the request, and returns the function that reads the response.
    package init(
        _ url: Result<HTTPURL, RequestError>, _ send: @escaping @Sendable () async throws -> Reader
    ) {
        self.url = url
        self.send = send
    }
}

/// A page that was read.
package struct ReadPage<Page> {
    let page: Page
    let count: Int
    let bytes: Int
    let next: PageRequest<Page>?
    let notes: () -> [PageNote]

    /// Creates a page that was read.
    /// - Parameters:
    ///   - page: the page.
    ///   - count: the number of resources on the page.
    ///   - bytes: the size of the body of the response.
    ///   - next: the request for the next page; nil for the last page.
    ///   - notes: finds probable mistakes of the server. This function is called only if the
    ///     program listens for notes.
    package init(
        _ page: Page, count: Int, bytes: Int, next: PageRequest<Page>?,
        notes: @escaping () -> [PageNote]
    ) {
        self.page = page
        self.count = count
        self.bytes = bytes
        self.next = next
        self.notes = notes
    }
}

/// A request that runs in the background until its result is needed. Releasing it cancels it.
final class Prefetched<Value: Sendable>: Sendable {
    private let task: Task<Value, any Error>

    init(_ send: @escaping @Sendable () async throws -> Value) {
        task = Task(operation: send)
    }

    deinit { task.cancel() }

    nonisolated(nonsending) func value() async throws -> Value {
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: { [task] in
            task.cancel()
        }
    }
}
