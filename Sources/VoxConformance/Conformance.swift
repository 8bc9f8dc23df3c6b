// SPDX-License-Identifier: MIT

/// Checks whether a server follows JSON:API 1.1, by requests alone.
///
/// A run looks for the collections of the server, sends requests to them, and compares the
/// responses with the rules of the standard. The result is a ``Conformance/Report``. The page
/// ``VoxConformance`` has an example.
///
/// A run only reads, unless ``Options/writes`` lists resources that the run may create. After each
/// probe, the run deletes the resources that it has created. The run sends its requests one after
/// another. It sends requests only to the origin of the server.
public struct Conformance: Sendable {
    private let base: HTTPURL
    private let transport: any HTTPTransport
    private let options: Options

    /// Creates the check of a server.
    /// - Parameters:
    ///   - base: the address below which the collections are. Its query is not used.
    ///   - transport: sends each request once. The run adds time limits, redirects and the limit of
    ///     requests a second.
    ///   - options: what is probed, and the limits of the run.
    public init(
        of base: HTTPURL, over transport: any HTTPTransport, options: Options = Options()
    ) {
        self.base = base.with(target: base.path)
        self.transport = transport
        self.options = options
    }

    /// Runs the probes.
    ///
    /// If the task is cancelled, the run deletes the resources that it has created, and returns an
    /// incomplete report.
    /// - Parameter progress: receives a line about the next part of the run.
    /// - Returns: the report of the run, complete or not.
    public func run(
        progress: @escaping @Sendable (String) -> Void = { _ in }
    ) async -> Conformance.Report {
        var run = ConformanceRun(base, over: transport, options: options, progress: progress)
        return await run.run()
    }
}
