// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox

struct Customer: ResourceSchema {
    static let type = "customer"
    let name = Attribute<String>("name")
}

func kustomer(_ transport: any HTTPTransport) async throws -> Results {
    var options = APIOptions()
    options.headers = [.authorization: "Bearer token"]
    options.accepted = HTTPMediaType.Accepted.list("application/json")
    options.writes.form = .flat
    options.writes.updateMethod = .put
    let api = try APIClient(
        "https://api.kustomerapp.com/v1", transport: transport, options: options)
    let customers = DataSource<Customer>(.path("customers/<id>"), client: api)
    var results = Results()

    let list = customers.fetch().query("pageSize", "2").resources()
    results.names = try await list.all().map { $0.name ?? "" }
    results.end = list.end

    let customer = Resource<Customer>()
    customer.name = ""
    do {
        try await customers.create(customer).result()
    } catch let error as RequestError {
        results.words = error.errors.compactMap(\.title)
    }
    customer.name = "Ida"
    try await customers.create(customer).result()
    results.created = customer.id

    customer.name = "Ida Lee"
    try await customers.update(customer).result()
    return results
}
