// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import Vox

/// The programs of the page "Talking to real services", run against doubles of the services.
@Suite("Real services")
struct RealServiceTests {
    /// A service of the page: its double, its program, and what the program must find.
    struct Service: Sendable, CustomTestStringConvertible {
        let name: String
        let quirks: ServiceDouble.Quirks
        let program: @Sendable (any HTTPTransport) async throws -> Results
        let item: String
        let words: [String]
        let created: String
        let refused: String
        /// The writes that succeed.
        let writes: [String]

        var testDescription: String { name }

        var names: [String] {
            name == "App Store Connect"
                ? ["1.0 processing", "2.0 STAPLING", "3.0", "4.0", "5.0"]
                : (1...5).map { item.replacing("%", with: "\($0)") }
        }
    }

    static let services = [
        Service(
            name: "Datadog", quirks: .datadog, program: datadog, item: "Incident %",
            words: ["title must not be empty"], created: "9",
            refused: "400 POST /api/v2/incidents",
            writes: [
                #"POST /api/v2/incidents {"data":{"type":"incidents","attributes":{"title":"The disk is full"}}}"#,
                #"PATCH /api/v2/incidents/9 {"data":{"type":"incidents","id":"9","attributes":{"title":"The disk is nearly full"}}}"#,
                #"PATCH /api/v2/incidents/9/attachments {"data":[{"type":"incident_attachments","attributes":{"attachment_type":"link"}},{"type":"incident_attachments","attributes":{"attachment_type":"postmortem"}}]}"#,
            ]),
        Service(
            name: "Klaviyo", quirks: .klaviyo, program: klaviyo, item: "Campaign %",
            words: ["email must not be empty"], created: "9", refused: "400 POST /api/profiles",
            writes: [
                #"POST /api/profiles {"data":{"type":"profile","attributes":{"email":"ida@example.com"}}}"#,
                #"POST /api/profile-subscription-bulk-create-jobs {"data":{"type":"profile-subscription-bulk-create-job"}}"#,
            ]),
        Service(
            name: "App Store Connect", quirks: .appStoreConnect, program: appStoreConnect,
            item: "", words: ["limit is at most 200"], created: "p9", refused: "422 GET /v1/builds",
            writes: [
                #"POST /v1/appPriceSchedules {"data":{"type":"appPriceSchedules","relationships":{"manualPrices":{"data":[{"type":"appPrices","id":"${price-1}"}]}}},"included":[{"type":"appPrices","id":"${price-1}","attributes":{"startDate":"2027-01-01"}}]}"#
            ]),
        Service(
            name: "TIDAL", quirks: .tidal, program: tidal, item: "Playlist %",
            words: ["name must not be empty"], created: "9", refused: "400 POST /v2/playlists",
            writes: [
                #"POST /v2/playlists?countryCode=DE {"data":{"type":"playlists","attributes":{"name":"Rain"}}}"#,
                #"PATCH /v2/playlists/9?countryCode=DE {"data":{"type":"playlists","id":"9","attributes":{"name":"Light rain"}}}"#,
            ]),
        Service(
            name: "HCP Terraform", quirks: .terraform, program: terraform, item: "Workspace %",
            words: ["page[size] is at most 100"], created: "ws-9",
            refused: "422 GET /api/v2/organizations/music/workspaces",
            writes: [
                #"POST /api/v2/organizations/music/workspaces {"data":{"type":"workspaces","attributes":{"name":"production"}}}"#
            ]),
        Service(
            name: "Snyk", quirks: .snyk, program: snyk, item: "Project %",
            words: ["/rest/orgs/7/projects/none was not found"], created: "9",
            refused: "404 GET /rest/orgs/7/projects/none",
            writes: [
                #"POST /rest/orgs/7/projects?version=2024-10-15~beta {"data":{"type":"project","attributes":{"name":"website","tags":["public"]}}}"#
            ]),
        Service(
            name: "Patreon", quirks: .patreon, program: patreon, item: "Member %",
            words: ["uri must not be empty"], created: "9",
            refused: "400 POST /api/oauth2/v2/webhooks",
            writes: [
                #"POST /api/oauth2/v2/webhooks {"data":{"type":"webhook","attributes":{"uri":"https://music.example/hooks"}}}"#
            ]),
        Service(
            name: "Productive", quirks: .productive, program: productive, item: "Deal %",
            words: ["name must not be empty"], created: "9", refused: "422 POST /api/v2/deals",
            writes: [
                #"POST /api/v2/deals {"data":{"type":"deals","attributes":{"name":"Concert"}}}"#,
                #"POST /api/v2/deals {"data":[{"type":"deals","attributes":{"name":"Tour"}},{"type":"deals","attributes":{"name":"Festival"}}]}"#,
            ]),
        Service(
            name: "Better Stack", quirks: .betterStack, program: betterStack,
            item: "https://%.example", words: ["url must not be empty"], created: "9",
            refused: "422 POST /api/v2/monitors",
            writes: [
                #"POST /api/v2/monitors {"url":"https://music.example"}"#,
                "DELETE /api/v2/monitors/9",
            ]),
        Service(
            name: "Kustomer", quirks: .kustomer, program: kustomer, item: "Customer %",
            words: ["name must not be empty"], created: "9", refused: "400 POST /v1/customers",
            writes: [
                #"POST /v1/customers {"name":"Ida"}"#,
                #"PUT /v1/customers/9 {"id":"9","name":"Ida Lee"}"#,
            ]),
    ]

    @Test(
        "A program reads everything once, gets the words of an error, and writes",
        arguments: services)
    func programs(service: Service) async throws {
        let double = ServiceDouble(service.quirks)
        let results = try await service.program(double)
        #expect(results.names == service.names)
        #expect(results.end == .complete)
        #expect(results.words == service.words)
        #expect(results.created == service.created)
        if let one = results.one { #expect(one == service.names[2]) }
        // Only the request that must fail is refused.
        #expect(double.refused == [service.refused])
        let writes = double.lines.filter { !$0.hasPrefix("GET ") }
        #expect(
            service.refused.contains("GET")
                ? writes == service.writes : Array(writes.dropFirst()) == service.writes)
    }

    @Test("A client with the defaults does not get through", arguments: services)
    func defaults(service: Service) async throws {
        let double = ServiceDouble(service.quirks)
        let api = try APIClient(
            "https://api.example.com\(service.quirks.base)", transport: double, reliability: nil)
        let error = await requestError {
            _ = try await api.fetch(
                String(service.quirks.list.dropFirst()), as: [AnyResource].self
            ).result()
        }
        #expect(error?.status != nil)
        #expect(error?.errors.isEmpty == false)
        #expect(double.refused.count == 1)
    }

    @Test("One resource is read, and deleted where the service has deletions", arguments: services)
    func items(service: Service) async throws {
        let quirks = service.quirks
        let double = ServiceDouble(quirks)
        var options = APIOptions()
        for (name, value) in quirks.headers {
            if let name = HTTPField.Name(name) { options.headers[name] = value }
        }
        options.query = quirks.query.map { QueryItem($0.key, $0.value) }
        options.accepted = quirks.accept.map(HTTPMediaType.Accepted.list)
        let api = try APIClient(
            "https://api.example.com\(quirks.base)", transport: double, reliability: nil,
            options: options)
        let listed = try JSON(parsing: quirks.resource(3, [:]))
        let id = try #require(listed.id as String?)
        let path = String((quirks.item ?? quirks.list).dropFirst())
        let one = try await api.fetch("\(path)/\(id)", as: AnyResource.self).result().data
        #expect(one?.id == id && one?.type == listed.type as String?)
        let missing = await requestError {
            _ = try await api.fetch("\(path)/none", as: AnyResource.self).result()
        }
        #expect(missing?.code == .notFound && missing?.errors.isEmpty == false)
        let deleted = String((quirks.deletable ?? quirks.list).dropFirst()) + "/\(id)"
        guard quirks.deletable != nil else {
            let error = await requestError { try await api.delete(deleted).result() }
            #expect(error?.status?.code == 405)
            return
        }
        try await api.delete(deleted).result()
        let again = await requestError { try await api.delete(deleted).result() }
        #expect(again?.code == .notFound)
        if deleted == "\(path)/\(id)" {
            let error = await requestError {
                _ = try await api.fetch(deleted, as: AnyResource.self).result()
            }
            #expect(error?.code == .notFound)
        }
    }

    // MARK: The page

    /// The lines of a text without their indentation, empty lines and imports.
    private func lines(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
            !$0.isEmpty && !$0.hasPrefix("import ")
        }
    }

    private func root() -> URL {
        var root = URL(filePath: #filePath)
        for _ in 1...4 { root.deleteLastPathComponent() }
        return root
    }

    @Test(
        "The page shows exactly these programs",
        arguments: [
            ("The results", "Shared"), ("Datadog", "Datadog"), ("Klaviyo", "Klaviyo"),
            ("App Store Connect", "AppStore"), ("TIDAL", "Tidal"), ("HCP Terraform", "Terraform"),
            ("Snyk", "Snyk"), ("Patreon", "Patreon"), ("Productive", "Productive"),
            ("Better Stack", "BetterStack"), ("Kustomer", "Kustomer"),
        ])
    func page(heading: String, file: String) throws {
        let page = try String(
            contentsOf: root().appending(path: "Sources/Vox/Vox.docc/TalkingToServices.md"),
            encoding: .utf8)
        let program = try String(
            contentsOf: root().appending(
                path: "Tests/VoxClientTests/Doubles/\(file)Program.swift"), encoding: .utf8)
        let sections = page.components(separatedBy: "\n## ").filter {
            $0.hasPrefix("\(heading)\n")
        }
        #expect(sections.count == 1)
        let blocks = try #require(sections.first).components(separatedBy: "```swift\n").dropFirst()
            .map { lines($0.components(separatedBy: "\n```")[0]) }
        #expect(blocks == [lines(program).filter { !$0.hasPrefix("// SPDX") }])
    }
}
