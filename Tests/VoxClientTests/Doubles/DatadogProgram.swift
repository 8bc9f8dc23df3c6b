// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox

struct Incident: ResourceSchema {
    static let type = "incidents"
    let title = Attribute<String>("title")
}
struct Attachment: ResourceSchema {
    static let type = "incident_attachments"
    let kind = Attribute<String>("attachment_type")
}

func datadog(_ transport: any HTTPTransport) async throws -> Results {
    var options = APIOptions()
    for (name, key) in [("DD-API-KEY", "key"), ("DD-APPLICATION-KEY", "application-key")] {
        if let name = HTTPField.Name(name) { options.headers[name] = key }
    }
    options.accepted = HTTPMediaType.Accepted.list("application/json")
    options.sentType = "application/json"
    options.writes.acceptsOtherBodies = true
    let api = try APIClient(
        "https://api.datadoghq.com/api/v2", transport: transport, options: options)
    let incidents = DataSource<Incident>(.path("incidents/<id>"), client: api)
    var results = Results()

    let list = incidents.fetch().query("page[size]", "2").resources()
    results.names = try await list.all().map { $0.title ?? "" }
    results.end = list.end

    let incident = Resource<Incident>()
    incident.title = ""
    do {
        try await incidents.create(incident).result()
    } catch let error as RequestError {
        results.words = error.errors.compactMap(\.detail)
    }
    incident.title = "The disk is full"
    try await incidents.create(incident).result()
    results.created = incident.id

    incident.title = "The disk is nearly full"
    try await incidents.update(incident).result()  // The response is {}.
    let attachments = ["link", "postmortem"].map { kind in
        let attachment = Resource<Attachment>()
        attachment.kind = kind
        return attachment
    }
    try await api.patch("incidents/9/attachments").body(attachments).result()
    return results
}
