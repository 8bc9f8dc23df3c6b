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
    let url: HTTPURL?
    let count: Int
    let bytes: Int
    let next: PageRequest<Page>?
    let content: (() -> Int)?
    let identities: () -> [Int?]
    let end: (_ repeated: Int) -> Paging.End
    let notes: () -> [Paging.Note]

    /// Creates a page that was read.
    /// - Parameters:
    ///   - page: the page.
    ///   - url: the address that sent the page; nil if the page was not read from a server.
    ///   - count: the number of resources on the page.
    ///   - bytes: the size of the body of the response.
    ///   - next: the request for the next page; nil for the last page.
    ///   - content: returns a hash of the resources of the page; nil for a page that was not
    ///     requested by a query parameter. The hash shows whether the server ignored the parameter.
    ///   - identities: returns a hash of the identity of each resource; nil for a resource without
    ///     identity. This function is not called for a list of one page.
    ///   - end: returns how the list ends (``Paging/End``) if no page is requested after this page.
    ///     The argument of this function is the number of resources that an earlier page also had.
    ///   - notes: returns notes on probable mistakes of the server. This function is called only if
    ///     the program has passed a function that receives notes.
    package init(
        _ page: Page, from url: HTTPURL?, count: Int, bytes: Int, next: PageRequest<Page>?,
        content: (() -> Int)?, identities: @escaping () -> [Int?] = { [] },
        end: @escaping (_ repeated: Int) -> Paging.End, notes: @escaping () -> [Paging.Note]
    ) {
        self.page = page
        self.url = url
        self.count = count
        self.bytes = bytes
        self.next = next
        self.content = content
        self.identities = identities
        self.end = end
        self.notes = notes
    }
}

/// A request that runs in the background until its result is needed. Releasing this object cancels
/// the request.
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
