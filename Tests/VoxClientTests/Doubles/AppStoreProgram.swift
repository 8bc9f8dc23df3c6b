// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox

enum BuildState: String {
    case processing = "PROCESSING"
    case valid = "VALID"
}
struct Build: ResourceSchema {
    static let type = "builds"
    let version = Attribute<String>("version")
    let state = Attribute<OpenEnum<BuildState>>("processingState")
}
struct PriceSchedule: ResourceSchema {
    static let type = "appPriceSchedules"
    let prices = ToMany<AppPrice>("manualPrices")
}
struct AppPrice: ResourceSchema {
    static let type = "appPrices"
    let start = Attribute<String>("startDate")
}

func appStoreConnect(_ transport: any HTTPTransport) async throws -> Results {
    var options = APIOptions()
    options.headers = [.authorization: "Bearer token"]
    options.accepted = HTTPMediaType.Accepted.list("application/json")
    options.sentType = "application/json"
    let api = try APIClient(
        "https://api.appstoreconnect.apple.com/v1", transport: transport, options: options)
    var results = Results()

    let builds = DataSource<Build>(.path("builds/<id>"), client: api)
    let list = builds.fetch().query(exactly: "limit", "2").resources()
    for try await build in list {
        switch build.state {
        case .known(.valid): results.names.append(build.version ?? "")
        case .known(let state): results.names.append("\(build.version ?? "") \(state)")
        case .unknown(let text): results.names.append("\(build.version ?? "") \(text)")
        case nil: break
        }
    }
    results.end = list.end

    do {
        _ = try await builds.fetch().query(exactly: "limit", "500").result()
    } catch let error as RequestError {
        results.words = error.errors.compactMap(\.detail)
    }

    let price = Resource<AppPrice>()
    price.id = "${price-1}"
    price.start = "2027-01-01"
    let schedule = Resource<PriceSchedule>()
    schedule.prices = [price]
    let schedules = DataSource<PriceSchedule>(.path("appPriceSchedules/<id>"), client: api)
    try await schedules.create(schedule, including: [price.as(AnyResource.self)].compactMap { $0 })
        .result()
    results.created = price.id  // The id of the service replaces ${price-1}.
    return results
}
