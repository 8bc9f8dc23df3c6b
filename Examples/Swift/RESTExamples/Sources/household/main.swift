// SPDX-License-Identifier: MIT

// A household and its persons: models in models, verbs that are adopted one by one, a path of its own
// for one verb, and responses without content.

import HTTPTypes
import VoxREST
import VoxTesting

struct Household: RESTSchema, Readable, Updatable {
    static let path = "households/<id>"
    let address = Attribute<String>("street_address")
    let people = Attribute<[TypedObject<Person>]>("people")
}

struct Person: RESTSchema, Readable, Creatable, Deletable {
    static let path = "people/<id>"
    static let createPath = "households/people"
    let firstName = Attribute<String>("first_name")
    let age = Attribute<Int>("age")
    let colour = Attribute<String>("favourite_colour")
}

let service = RecordedTransport()
service.record(
    .get, "/api/households/7",
    #"""
    {"id": 7, "street_address": "Harbour Lane 3",
     "people": [{"id": 2, "first_name": "Oskar", "age": 9}, {"id": 1, "first_name": "Ida", "age": 41}]}
    """#)
service.record(.patch, "/api/households/7", .init(.noContent))
service.record(.post, "/api/households/people", status: .created, #"{"id": 3, "first_name": "Jo"}"#)
service.record(.delete, "/api/people/3", .init(.noContent))
let log = RequestLog()

let client = try RESTClient("https://town.example/api", transport: service.with(log))
let households = client.models(Household.self)
let people = client.models(Person.self)

let household = try await households.fetch(id: "7").result()
let byName = (household.people ?? []).sorted { ($0.firstName ?? "") < ($1.firstName ?? "") }
print(household.address ?? "?", byName.map { "\($0.firstName ?? "?") (\($0.id ?? "?"))" })

byName[0].colour = "sea green"  // the view in the list is the person in the household
try await households.update(household).success()

let jo = TypedObject<Person>()
jo.firstName = "Jo"
try await people.create(jo).result()
try await people.delete(jo).success()
print(log.lines)

// prints: Harbour Lane 3 ["Ida (1)", "Oskar (2)"]
// prints: ["GET /api/households/7", "PATCH /api/households/7", "POST /api/households/people", "DELETE /api/people/3"]
