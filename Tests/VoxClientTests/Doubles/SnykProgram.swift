// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox

struct Project: ResourceSchema {
    static let type = "project"
    let name = Attribute<String>("name")
    let tags = Attribute<[String]>("tags")
}

func snyk(_ transport: any HTTPTransport) async throws -> Results {
    var options = APIOptions()
    options.headers = [.authorization: "token key"]
    options.query = [QueryItem("version", "2024-10-15~beta")]
    let api = try APIClient("https://api.snyk.io/rest", transport: transport, options: options)
    let projects = DataSource<Project>(.path("orgs/7/projects/<id>"), client: api)
    var results = Results()

    let list = projects.fetch().resources()
    let all = try await list.all()
    results.names = all.map { $0.name ?? "" }
    results.end = list.end

    do {
        _ = try await projects.fetch(id: "none").result()
    } catch let error as RequestError {
        results.words = error.errors.compactMap(\.detail)
    }

    let project = Resource<Project>()
    project.name = "website"
    project.tags = ["public"]
    try await projects.create(project).result()
    results.created = project.id
    return results
}
