// SPDX-License-Identifier: MIT

#if Network
import ArgumentParser
import HTTPTypes
import Vox
import VoxAsyncHTTPClient

struct Fetch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads a JSON:API document from a server.",
        discussion: """
            Prints a table of the primary data. The parameters from the options are appended to \
            the query of the address. The variables http_proxy, https_proxy and no_proxy are not used.

            Exit codes: 0 success; 1 the server returned an error, could not be reached, or \
            returned no JSON:API document, or a list of --all is cut off; 2 wrong usage.

            Examples:
              vox fetch https://example.com/articles --include author,comments.author
              vox fetch https://example.com/articles --fields articles=title --sort -created
              vox fetch https://example.com/articles --filter author=9 --page number=2 --page size=5
              vox fetch https://example.com/articles --all --json > articles.jsonl
              vox fetch https://example.com/me --header "Authorization: Bearer $TOKEN"
              vox fetch https://example.com/logs --all --next cursor:meta.after:page[cursor] \
                --query version=2026-01-01 --rate 10/1
            """)

    @Argument(help: "The address, http or https.")
    var url: String

    @Option(help: ArgumentHelp("Paths of relationships to include.", valueName: "a,b.c"))
    var include: NameList?

    @Option(
        help: ArgumentHelp(
            "Request only these fields of a type; repeatable.", valueName: "TYPE=a,b"))
    var fields: [Fieldset] = []

    @Option(
        help: ArgumentHelp(
            "Send filter[NAME]=VALUE; commas separate several values; repeatable.",
            valueName: "NAME=VALUE"))
    var filter: [Assignment] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Sort by these fields; a leading - sorts in descending order.", valueName: "-a,b"))
    var sort: NameList?

    @Option(
        help: ArgumentHelp(
            "Send page[NAME]=VALUE to request a page; repeatable.", valueName: "NAME=VALUE"))
    var page: [Assignment] = []

    @Flag(
        help: """
            Read all pages. If the server ends the list early, as its totals show, the exit code \
            is 1.
            """)
    var all = false

    @Option(help: ArgumentHelp("The maximum number of resources to print.", valueName: "count"))
    var limit: Int?

    // A string, because the parser would print a value that it cannot parse, and the value may be
    // secret.
    @Option(
        help: ArgumentHelp(
            "Send a header field; repeatable. Secret fields go to other machines only over https.",
            valueName: "'Name: value'"))
    var header: [String] = []

    @OptionGroup(title: "Options for services that differ from the standard")
    var service: ServiceProfile

    @Flag(
        help: """
            Print one resource object per line (JSON Lines), unchanged except for white space. \
            Included resources follow the resources of their page.
            """)
    var json = false

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
        do throws(RequestError) {
            _ = try request()
        } catch {
            throw ValidationError(error.reason)
        }
    }

    func run() async throws {
        var output: any ResourceOutput = json ? ResourceLines() : ResourceTable(fields: fields)
        do throws(RequestError) {
            try await read(into: &output)
        } catch {
            Terminal.progress("")
            output.finish()
            throw Failure(error)
        }
        Terminal.progress("")
        output.finish()
    }

    private func read(into output: inout any ResourceOutput) async throws(RequestError) {
        var left = limit ?? .max
        var count = 0
        do {
            let noted: @Sendable (Paging.Note) -> Void = {
                Terminal.progress("")
                Terminal.complain("note: \($0)")
            }
            let pages = try request().pages(noted: all ? noted : nil)
            for try await document in pages {
                let resources = document.data.prefix(left)
                Terminal.progress("")
                try output.add(Array(resources), of: document)
                count += 1
                left -= resources.count
                if !all || left == 0 { return }
                Terminal.progress("\(count) page\(count == 1 ? "" : "s")")
            }
            switch pages.end {
            case .cutOff(let reason):
                throw RequestError(code: .incomplete, message: "the list is cut off: \(reason)")
            case .unknown:
                Terminal.progress("")
                Terminal.complain(
                    "note: the server does not say whether another page follows; see --next")
            case .complete, nil: break
            }
        } catch let error as RequestError {
            throw error
        } catch {
            throw RequestError(code: .document, message: "\(error)", cause: error)
        }
    }

    // MARK: The request

    private func profile() throws(RequestError) -> (ServiceProfile, headers: [String]) {
        do {
            return try service.withFile()
        } catch {
            let reason = (error as? ValidationError)?.message ?? "\(error)"
            throw RequestError(code: .invalidURL, message: reason, cause: error)
        }
    }

    private func request() throws(RequestError) -> ReadRequest<AnyPrimaryData> {
        let (service, fileHeaders) = try profile()
        let api = try service.client(of: url, transport: AsyncHTTPClientTransport.shared)
        var request = api.fetch(url, as: AnyPrimaryData.self)
        if let include { request = request.include(include.names) }
        for fieldset in fields { request = request.fields(fieldset.type, fieldset.names) }
        for filter in filter { request = request.filter([item(of: filter)]) }
        if let sort { request = request.sort(sort.sortFields) }
        if !page.isEmpty { request = request.paginate(Page(members: page)) }
        for text in fileHeaders { request.settings.headers.append(try Self.field(text)) }
        let own = try header.map { text throws(RequestError) in try Self.field(text) }
        for field in own { request.settings.headers[field.name] = nil }
        for field in own { request.settings.headers.append(field) }
        request = request.onProgress { progress in
            let expected = progress.expected.map { " of \($0)" } ?? ""
            Terminal.progress("\(progress.received)\(expected) bytes")
        }
        _ = try request.url()
        return request
    }

    private struct Page: Pagination.Strategy {
        let members: [Assignment]
        var queryItems: [QueryItem] { members.map { QueryItem("page[\($0.name)]", $0.value) } }
    }

    /// Returns the query item of a filter.
    private func item(of filter: Assignment) -> QueryItem {
        let values = filter.value.split(separator: ",", omittingEmptySubsequences: false)
        return QueryItem("filter[\(filter.name)]", list: values.map(String.init))
    }

    /// Parses a header field. Error messages do not contain the value, because it may be secret.
    static func field(_ text: String) throws(RequestError) -> HTTPField {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else {
            throw RequestError(
                code: .invalidHeader, message: "A header field must have the form 'Name: value'.")
        }
        let value = String(parts[1].drop { $0 == " " })
        guard HTTPField.isValidValue(value) else {
            throw RequestError(
                code: .invalidHeader,
                message:
                    "The value of \(name) contains a character not allowed in header fields."
            )
        }
        return HTTPField(name: name, value: value)
    }
}
#endif
