// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox

struct Monitor: ResourceSchema {
    static let type = "monitor"
    let address = Attribute<String>("url")
}

func betterStack(_ transport: any HTTPTransport) async throws -> Results {
    var options = APIOptions()
    options.headers = [.authorization: "Bearer token"]
    options.accepted = HTTPMediaType.Accepted.list("application/json")
    options.writes.form = .flat
    let api = try APIClient(
        "https://uptime.betterstack.com/api/v2", transport: transport, options: options)
    let monitors = DataSource<Monitor>(.path("monitors/<id>"), client: api)
    var results = Results()

    let list = monitors.fetch().query("per_page", "2").resources()
    results.names = try await list.all().map { $0.address ?? "" }
    results.end = list.end

    results.one = try await monitors.fetch(id: "3").result().data?.address

    let monitor = Resource<Monitor>()
    monitor.address = ""
    do {
        try await monitors.create(monitor).result()
    } catch let error as RequestError {
        results.words = error.errors(at: \Monitor.address).compactMap(\.detail)
    }
    monitor.address = "https://music.example"
    try await monitors.create(monitor).result()
    results.created = monitor.id
    try await monitors.delete(monitor).result()
    return results
}
