// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox

struct Campaign: ResourceSchema {
    static let type = "campaign"
    let name = Attribute<String>("name")
    let channel = Attribute<String>("messages.channel")
}
struct Profile: ResourceSchema {
    static let type = "profile"
    let email = Attribute<String>("email")
}

func klaviyo(_ transport: any HTTPTransport) async throws -> Results {
    var options = APIOptions()
    options.headers = [.authorization: "Klaviyo-API-Key key"]
    if let revision = HTTPField.Name("revision") { options.headers[revision] = "2026-07-15" }
    options.filters = .klaviyo
    let api = try APIClient(
        "https://a.klaviyo.com/api", transport: transport, options: options)
    var results = Results()

    let campaigns = DataSource<Campaign>(.path("campaigns/<id>"), client: api)
    let list = campaigns.fetch().filter(\.channel == "email").resources()
    results.names = try await list.all().map { $0.name ?? "" }
    results.end = list.end

    let profiles = DataSource<Profile>(.path("profiles/<id>"), client: api)
    let profile = Resource<Profile>()
    profile.email = ""
    do {
        try await profiles.create(profile).result()
    } catch let error as RequestError {
        results.words = error.errors(at: \Profile.email).compactMap(\.detail)
    }
    profile.email = "ida@example.com"
    try await profiles.create(profile).result()
    results.created = profile.id

    let job: JSON = ["data": ["type": "profile-subscription-bulk-create-job"]]
    try await api.post("profile-subscription-bulk-create-jobs").body(job).result()  // 202, no body
    return results
}
