// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox

struct Member: ResourceSchema {
    static let type = "member"
    let name = Attribute<String>("full_name")
}
struct Webhook: ResourceSchema {
    static let type = "webhook"
    let address = Attribute<String>("uri")
}

func patreon(_ transport: any HTTPTransport) async throws -> Results {
    var options = APIOptions()
    options.headers = [.authorization: "Bearer token"]
    options.paging = .first(
        .known, .cursor("meta.pagination.cursors.next", parameter: "page[cursor]"))
    let api = try APIClient(
        "https://www.patreon.com/api/oauth2/v2", transport: transport, options: options)
    var results = Results()

    let members = DataSource<Member>(.path("campaigns/7/members/<id>"), client: api)
    let list = members.fetch().fields(Member.self, \.name).resources()
    results.names = try await list.all().map { $0.name ?? "" }
    results.end = list.end

    let webhooks = DataSource<Webhook>(.path("webhooks/<id>"), client: api)
    let webhook = Resource<Webhook>()
    webhook.address = ""
    do {
        try await webhooks.create(webhook).result()
    } catch let error as RequestError {
        results.words = error.errors.compactMap(\.detail)
    }
    webhook.address = "https://music.example/hooks"
    try await webhooks.create(webhook).result()
    results.created = webhook.id
    return results
}
