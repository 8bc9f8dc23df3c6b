// SPDX-License-Identifier: MIT

#if Network
import ArgumentParser
import Foundation
import HTTPTypes
import Vox

/// The options that say how a service differs from the standard. A file can have the same options.
struct ServiceProfile: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Read these options from a JSON file: accept, query, header and next as lists of the \
            texts that the options take, base, relative-to and rate as one text.
            """, valueName: "FILE"))
    var profile: String?

    @Option(
        help: ArgumentHelp(
            """
            Also read responses of this media type, besides application/vnd.api+json and \
            application/json; repeatable.
            """, valueName: "TYPE"))
    var accept: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            Send this parameter with every request, also with links that do not have it; repeatable.
            """, valueName: "NAME=VALUE"))
    var query: [Assignment] = []

    @Flag(help: "Send the parameters of --query with the first request only, not with links.")
    var plainLinks = false

    @Option(
        help: ArgumentHelp(
            "The address of the service, below which its paths are. Default: the address.",
            valueName: "URL"))
    var base: String?

    @Option(help: "What relative links refer to: the document that has them, or --base.")
    var relativeTo: LinkOrigin?

    @Option(
        help: ArgumentHelp(
            """
            How --all finds the next page; repeatable, and the first that finds one counts. known: \
            links and the forms that many services use, the default. link:PATH: an address at this \
            place of the response, such as meta.next. cursor:PATH:PARAMETER, number:PARAMETER, \
            number:PARAMETER:FIRST, offset:PARAMETER: a value of this parameter, such as \
            cursor:meta.page.after:page[cursor].
            """, valueName: "WAY"))
    var next: [PageWay] = []

    @Option(
        help: ArgumentHelp(
            "Send at most so many requests in so many seconds, such as 10/1.",
            valueName: "COUNT/SECONDS"))
    var rate: Rate?

    enum LinkOrigin: String, ExpressibleByArgument, CaseIterable {
        case document, base
    }

    /// A limit of requests in a time.
    struct Rate: ExpressibleByArgument {
        let requests: Int
        let seconds: Double

        init?(argument: String) {
            let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, let requests = Int(parts[0]), requests > 0,
                let seconds = Double(parts[1]), seconds <= 86_400,
                Duration.seconds(seconds.isNaN ? 0 : seconds) > .zero
            else { return nil }
            self.requests = requests
            self.seconds = seconds
        }
    }

    /// A way to find the next page.
    struct PageWay: ExpressibleByArgument {
        let way: Paging.Next

        init?(argument: String) {
            let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
                .map(String.init)
            guard !parts.contains("") else { return nil }
            switch (parts[0], parts.count) {
            case ("known", 1): way = .known
            case ("link", 2): way = .next(parts[1])
            case ("cursor", 3): way = .cursor(parts[1], parameter: parts[2])
            case ("offset", 2): way = .offset(parts[1])
            case ("number", 2): way = .number(parts[1])
            case ("number", 3):
                guard let first = Int(parts[2]) else { return nil }
                way = .number(parts[1], first: first)
            default: return nil
            }
        }
    }

    // MARK: The client

    /// Returns a client of the service.
    func client(
        of url: String, transport: any HTTPTransport
    ) throws(RequestError) -> APIClient {
        var options = APIOptions()
        options.acceptedTypes.formUnion(accept)
        options.query = query.map { QueryItem($0.name, $0.value) }
        options.addsQueryToLinks = !plainLinks
        options.linkBase = relativeTo == .base ? .client : .document
        if !next.isEmpty { options.paging = .first(of: next.map(\.way)) }
        var reliability = ReliabilityOptions()
        if let rate {
            reliability.rateBudget = ReliabilityOptions.RateBudget(
                limits: [(rate.requests, per: .seconds(rate.seconds))])
        }
        return try APIClient(
            base ?? String(url.prefix { $0 != "?" && $0 != "#" }), transport: transport,
            reliability: reliability, options: options)
    }

    /// Returns these options with the ones of the file. An option of the command line replaces the
    /// same option of the file, and a parameter replaces the parameter of the same name. Media types
    /// are joined.
    /// - Throws: `ValidationError`.
    func withFile() throws -> (profile: ServiceProfile, headers: [String]) {
        guard let path = profile else { return (self, []) }
        let json: JSON
        do {
            json = try JSON(parsing: Input(name: path).bytes())
        } catch {
            let reason = (error as? Failure)?.message ?? "\(error)"
            throw ValidationError("--profile: \(path) cannot be read: \(reason)")
        }
        var whole = self
        var headers: [String] = []
        for (name, value) in json.vox.members {
            switch name {
            case "accept": whole.accept += try Self.texts(value, name)
            case "header": headers = try Self.texts(value, name)
            case "query":
                let items: [Assignment] = try Self.texts(value, name).map {
                    try Self.parsed($0, name)
                }
                whole.query =
                    items.filter { item in !query.contains { $0.name == item.name } } + query
            case "next":
                if next.isEmpty {
                    whole.next = try Self.texts(value, name).map { try Self.parsed($0, name) }
                }
            case "base": whole.base = try base ?? Self.text(value, name)
            case "relative-to":
                whole.relativeTo = try relativeTo ?? Self.parsed(Self.text(value, name), name)
            case "rate": whole.rate = try rate ?? Self.parsed(Self.text(value, name), name)
            default: throw ValidationError("--profile: there is no option \"\(name)\".")
            }
        }
        return (whole, headers)
    }

    private static func texts(_ json: JSON, _ name: String) throws -> [String] {
        guard let texts = [String](json) else {
            throw ValidationError("--profile: \"\(name)\" must be a list of texts.")
        }
        return texts
    }

    private static func text(_ json: JSON, _ name: String) throws -> String {
        guard let text = String(json) else {
            throw ValidationError("--profile: \"\(name)\" must be a text.")
        }
        return text
    }

    private static func parsed<Value: ExpressibleByArgument>(
        _ text: String, _ name: String
    ) throws -> Value {
        guard let value = Value(argument: text) else {
            throw ValidationError("--profile: \"\(name)\" has an invalid value.")
        }
        return value
    }
}
#endif
