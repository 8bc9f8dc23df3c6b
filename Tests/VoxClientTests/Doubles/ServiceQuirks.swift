// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox

/// The services of the page "Talking to real services", made from their descriptions.
extension ServiceDouble.Quirks {
    private typealias Fault = ServiceDouble.Fault

    static var datadog: Self {
        var quirks = Self()
        quirks.base = "/api/v2"
        quirks.list = "/incidents"
        quirks.deletable = "/incidents"
        quirks.headers = ["DD-API-KEY": "key", "DD-APPLICATION-KEY": "application-key"]
        quirks.accept = "application/json"
        quirks.unauthorized = 403
        quirks.taken = ["application/json"]
        quirks.type = "application/json"
        quirks.start = { Int($0["page[offset]"] ?? "0") }
        // The last page has an offset, too: an empty page follows.
        quirks.paging = {
            #""meta":{"pagination":{"offset":\#($0.start),"next_offset":\#($0.end)}}"#
        }
        // One resource has no id, and an attribute has the name of a member.
        quirks.resource = { number, _ in
            let id = number == 2 ? "" : #""id":"\#(number)","#
            return
                #"{"type":"incidents",\#(id)"attributes":{"title":"Incident \#(number)","type":"a"}}"#
        }
        quirks.error = { #"{"errors":["\#($0.words)"]}"# }
        quirks.write = { request, body in
            if request.url.path.hasSuffix("/attachments") {
                guard body.data.vox.kind == .array else {
                    throw Fault(status: 400, words: "data must be a list")
                }
                return (202, "")
            }
            if request.method == .patch {
                _ = try body.required("data", "attributes", "title", status: 400)
                return (200, "{}")
            }
            let title = try body.required("data", "attributes", "title", status: 400)
            return (
                200, #"{"data":{"type":"incidents","id":"9","attributes":{"title":"\#(title)"}}}"#
            )
        }
        return quirks
    }

    static var klaviyo: Self {
        var quirks = Self()
        quirks.base = "/api"
        quirks.list = "/campaigns"
        quirks.deletable = "/campaigns"
        quirks.headers = ["Authorization": "Klaviyo-API-Key key", "revision": "2026-07-15"]
        quirks.listQuery = ["filter": #"equals(messages.channel,"email")"#]
        quirks.fields = [
            "RateLimit-Limit": "75, 75;w=1, 700;w=60", "RateLimit-Remaining": "74",
            "RateLimit-Reset": "1",
        ]
        quirks.start = { $0["page[cursor]"].map { Int($0.dropFirst()) } ?? 0 }
        quirks.paging = { page in
            let next =
                "https://a.klaviyo.com/api/campaigns?filter=equals(messages.channel,%22email%22)&page%5Bcursor%5D=c\(page.end)"
            return #""links":{"self":"\#(page.url.text)","next":\#(page.orNull(next)),"prev":null}"#
        }
        quirks.resource = { number, _ in
            #"{"type":"campaign","id":"\#(number)","attributes":{"name":"Campaign \#(number)"}}"#
        }
        quirks.error = { fault in
            #"{"errors":[{"id":"e","status":\#(fault.status),"code":"invalid","title":"Invalid input.","detail":"\#(fault.words)","source":\#(fault.source.isEmpty ? "{}" : fault.source)}]}"#
        }
        quirks.write = { request, body in
            guard request.url.path.hasSuffix("/profiles") else { return (202, "") }
            let email = try body.required("data", "attributes", "email", status: 400)
            return (
                201, #"{"data":{"type":"profile","id":"9","attributes":{"email":"\#(email)"}}}"#
            )
        }
        return quirks
    }

    static var appStoreConnect: Self {
        var quirks = Self()
        quirks.base = "/v1"
        quirks.list = "/builds"
        quirks.headers = ["Authorization": "Bearer token"]
        quirks.accept = "application/json"
        quirks.taken = ["application/json"]
        quirks.type = "application/json"
        quirks.fields = ["X-Rate-Limit": "user-hour-lim:3500;user-hour-rem:3400;"]
        quirks.size = ("limit", 200)
        quirks.start = { $0["cursor"].map { Int($0.dropFirst()) } ?? 0 }
        quirks.paging = { page in
            let next =
                "https://api.appstoreconnect.apple.com/v1/builds?cursor=c\(page.end)&limit=2"
            return
                #""links":{"self":"\#(page.url.text)"\#(page.isLast ? "" : #","next":"\#(next)""#)},"meta":{"paging":{"total":5,"limit":2}}"#
        }
        // One state is in no description.
        quirks.resource = { number, _ in
            let state = number == 1 ? "PROCESSING" : number == 2 ? "STAPLING" : "VALID"
            return
                #"{"type":"builds","id":"\#(number)","attributes":{"version":"\#(number).0","processingState":"\#(state)"}}"#
        }
        quirks.error = { fault in
            #"{"errors":[{"id":"e","status":"\#(fault.status)","code":"PARAMETER_ERROR.INVALID","title":"A parameter is invalid","detail":"\#(fault.words)","source":\#(fault.source.isEmpty ? "{}" : fault.source)}]}"#
        }
        quirks.write = { _, body in
            // A related resource has an id of the form ${…}, and no member lid.
            let draft = body.included.vox.elements.first ?? .null
            let id = try draft.required("id", status: 409)
            let linkage = body.data.relationships.manualPrices.data.vox.elements
            guard id.hasPrefix("${"), id.hasSuffix("}"), linkage.first?.id == id else {
                throw Fault(
                    status: 409, words: "an included resource has no local id")
            }
            return (
                201,
                #"{"data":{"type":"appPriceSchedules","id":"9","relationships":{"manualPrices":{"data":[{"type":"appPrices","id":"p9"}]}}},"included":[{"type":"appPrices","id":"p9","attributes":{"startDate":"2027-01-01"}}]}"#
            )
        }
        return quirks
    }

    static var tidal: Self {
        var quirks = Self()
        quirks.base = "/v2"
        quirks.list = "/playlists"
        quirks.deletable = "/playlists"
        quirks.headers = ["Authorization": "Bearer token"]
        quirks.query = ["countryCode": "DE"]
        quirks.start = { $0["page[cursor]"].map { Int($0.dropFirst()) } ?? 0 }
        // Links have neither the origin nor the first segment of the path.
        quirks.paging = { page in
            guard !page.isLast else { return #""links":{"self":"/playlists?countryCode=DE"}"# }
            return
                #""links":{"self":"/playlists?countryCode=DE","next":"/playlists?countryCode=DE&page%5Bcursor%5D=c\#(page.end)","meta":{"nextCursor":"c\#(page.end)"}}"#
        }
        quirks.resource = { number, _ in
            #"{"type":"playlists","id":"\#(number)","attributes":{"name":"Playlist \#(number)"},"relationships":{"items":{"links":{"self":"/playlists/\#(number)/relationships/items"}}},"links":{"self":"/playlists/\#(number)"}}"#
        }
        quirks.error = { fault in
            #"{"errors":[{"status":"\#(fault.status)","code":"INVALID","detail":"\#(fault.words)"}]}"#
        }
        quirks.write = { request, body in
            guard HTTPField.Name("Idempotency-Key").flatMap({ request.headers[$0] }) != nil else {
                throw Fault(status: 400, words: "Idempotency-Key is needed")
            }
            let name = try body.required("data", "attributes", "name", status: 400)
            let isNew = request.method == .post
            guard isNew || request.url.path == "/v2/playlists/9" else {
                throw Fault(status: 404, words: "no such playlist")
            }
            return (
                isNew ? 201 : 200,
                #"{"data":{"type":"playlists","id":"9","attributes":{"name":"\#(name)"},"links":{"self":"/playlists/9"}}}"#
            )
        }
        return quirks
    }

    static var terraform: Self {
        var quirks = Self()
        quirks.base = "/api/v2"
        quirks.list = "/organizations/music/workspaces"
        quirks.item = "/workspaces"
        quirks.deletable = "/workspaces"
        quirks.headers = ["Authorization": "Bearer token"]
        quirks.start = { (Int($0["page[number]"] ?? "1") ?? 0) * 2 - 2 }
        quirks.paging = { page in
            #""meta":{"pagination":{"current-page":\#(page.number),"page-size":2,"prev-page":null,"next-page":\#(page.nextNumber),"total-pages":3,"total-count":5}}"#
        }
        quirks.resource = { number, _ in
            #"{"type":"workspaces","id":"ws-\#(number)","attributes":{"name":"Workspace \#(number)"}}"#
        }
        quirks.error = { fault in
            #"{"errors":[{"status":"\#(fault.status)","title":"invalid attribute","detail":"\#(fault.words)"}]}"#
        }
        quirks.write = { _, body in
            let name = try body.required("data", "attributes", "name", status: 422)
            return (
                201, #"{"data":{"type":"workspaces","id":"ws-9","attributes":{"name":"\#(name)"}}}"#
            )
        }
        return quirks
    }
}
