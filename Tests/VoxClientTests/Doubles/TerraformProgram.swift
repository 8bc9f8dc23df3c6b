// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox

struct Workspace: ResourceSchema {
    static let type = "workspaces"
    let name = Attribute<String>("name")
}

func terraform(_ transport: any HTTPTransport) async throws -> Results {
    var options = APIOptions()
    options.headers = [.authorization: "Bearer token"]
    let api = try APIClient(
        "https://app.terraform.io/api/v2", transport: transport, options: options)
    let workspaces = DataSource<Workspace>(
        .path("organizations/music/workspaces/<id>"), client: api)
    var results = Results()

    let pages = workspaces.fetch().query("page[size]", "2").pages
    for try await page in pages { results.names += page.data.map { $0.name ?? "" } }
    results.end = pages.end

    do {
        _ = try await workspaces.fetch().query("page[size]", "150").result()
    } catch let error as RequestError {
        results.words = error.errors.compactMap(\.detail)
    }

    let workspace = Resource<Workspace>()
    workspace.name = "production"
    try await workspaces.create(workspace).result()
    results.created = workspace.id
    return results
}
