// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox

struct Deal: ResourceSchema {
    static let type = "deals"
    let name = Attribute<String>("name")
}

func productive(_ transport: any HTTPTransport) async throws -> Results {
    var options = APIOptions()
    for (name, value) in [("X-Auth-Token", "token"), ("X-Organization-Id", "7")] {
        if let name = HTTPField.Name(name) { options.headers[name] = value }
    }
    let api = try APIClient(
        "https://api.productive.io/api/v2", transport: transport, options: options)
    let deals = DataSource<Deal>(.path("deals/<id>"), client: api)
    var results = Results()

    let list = deals.fetch().paginate(.page(number: 1, size: 2)).resources()
    results.names = try await list.all().map { $0.name ?? "" }
    results.end = list.end

    let deal = Resource<Deal>()
    deal.name = ""
    do {
        try await deals.create(deal).result()
    } catch let error as RequestError {
        results.words = error.errors.compactMap(\.detail)
    }
    deal.name = "Concert"
    try await deals.create(deal).result()
    results.created = deal.id

    let others = ["Tour", "Festival"].map { name in
        let other = Resource<Deal>()
        other.name = name
        return other
    }
    try await api.post("deals").body(others)
        .header(.contentType, "application/vnd.api+json; ext=bulk").result()
    return results
}
