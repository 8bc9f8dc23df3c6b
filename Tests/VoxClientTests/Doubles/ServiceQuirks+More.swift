// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox

extension ServiceDouble.Quirks {
    private typealias Fault = ServiceDouble.Fault

    static var snyk: Self {
        var quirks = Self()
        quirks.base = "/rest"
        quirks.list = "/orgs/7/projects"
        quirks.deletable = "/orgs/7/projects"
        quirks.headers = ["Authorization": "token key"]
        quirks.query = ["version": "2024-10-15~beta"]
        quirks.start = { $0["starting_after"].map { Int($0.dropFirst()) } ?? 0 }
        // The links have the version already, and a version that occurs twice is refused.
        quirks.paging = { page in
            let next =
                "/rest/orgs/7/projects?version=2024-10-15%7Ebeta&starting_after=v\(page.end)"
            return
                #""jsonapi":{"version":"1.0"},"links":{\#(page.isLast ? "" : #""next":"\#(next)""#)}"#
        }
        quirks.resource = { number, _ in
            #"{"type":"project","id":"\#(number)","attributes":{"name":"Project \#(number)"}}"#
        }
        quirks.error = { fault in
            #"{"jsonapi":{"version":"1.0"},"errors":[{"id":"e","status":"\#(fault.status)","title":"Refused","detail":"\#(fault.words)"}]}"#
        }
        quirks.write = { _, body in
            let name = try body.required("data", "attributes", "name", status: 400)
            return (
                201, #"{"data":{"type":"project","id":"9","attributes":{"name":"\#(name)"}}}"#
            )
        }
        return quirks
    }

    static var patreon: Self {
        var quirks = Self()
        quirks.base = "/api/oauth2/v2"
        quirks.list = "/campaigns/7/members"
        quirks.item = "/members"
        quirks.deletable = "/webhooks"
        quirks.headers = ["Authorization": "Bearer token"]
        quirks.start = { $0["page[cursor]"].map { Int($0.dropFirst()) } ?? 0 }
        quirks.paging = { page in
            #""meta":{"pagination":{"total":5,"cursors":{"next":\#(page.orNull("c\(page.end)"))}}}"#
        }
        // There are no attributes without a fieldset.
        quirks.resource = { number, query in
            let name =
                query["fields[member]"] == "full_name" ? #""full_name":"Member \#(number)""# : ""
            return #"{"type":"member","id":"\#(number)","attributes":{\#(name)}}"#
        }
        quirks.error = { fault in
            #"{"errors":[{"code":1,"code_name":"ParameterInvalid","detail":"\#(fault.words)","id":"e","status":"\#(fault.status)","title":"Refused"}]}"#
        }
        quirks.write = { _, body in
            let address = try body.required("data", "attributes", "uri", status: 400)
            return (
                201, #"{"data":{"type":"webhook","id":"9","attributes":{"uri":"\#(address)"}}}"#
            )
        }
        return quirks
    }

    static var productive: Self {
        let bulk = "application/vnd.api+json; ext=bulk"
        var quirks = Self()
        quirks.base = "/api/v2"
        quirks.list = "/deals"
        quirks.deletable = "/deals"
        quirks.headers = ["X-Auth-Token": "token", "X-Organization-Id": "7"]
        quirks.taken = ["application/vnd.api+json", bulk]
        quirks.start = { (Int($0["page[number]"] ?? "1") ?? 0) * 2 - 2 }
        quirks.paging = { page in
            #""meta":{"current_page":\#(page.number),"total_pages":3,"total_count":5,"page_size":2}"#
        }
        quirks.resource = { number, _ in
            #"{"type":"deals","id":"\#(number)","attributes":{"name":"Deal \#(number)"}}"#
        }
        // The status is a number.
        quirks.error = { fault in
            #"{"errors":[{"status":\#(fault.status),"title":"Invalid","detail":"\#(fault.words)"}]}"#
        }
        quirks.write = { request, body in
            let isBulk = request.headers[.contentType] == bulk
            guard isBulk == (body.data.vox.kind == .array) else {
                throw Fault(status: 415, words: "a list needs ext=bulk")
            }
            if isBulk {
                return (
                    201,
                    #"{"data":[{"type":"deals","id":"10","attributes":{"name":"Tour"}},{"type":"deals","id":"11","attributes":{"name":"Festival"}}]}"#
                )
            }
            let name = try body.required("data", "attributes", "name", status: 422)
            return (201, #"{"data":{"type":"deals","id":"9","attributes":{"name":"\#(name)"}}}"#)
        }
        return quirks
    }

    static var betterStack: Self {
        var quirks = Self()
        quirks.base = "/api/v2"
        quirks.list = "/monitors"
        quirks.deletable = "/monitors"
        quirks.headers = ["Authorization": "Bearer token"]
        quirks.accept = "application/json"
        quirks.taken = ["application/json"]
        quirks.type = "application/json"
        quirks.size = ("per_page", 250)
        quirks.start = { (Int($0["page"] ?? "1") ?? 0) * 2 - 2 }
        quirks.paging = { page in
            let base = "https://uptime.betterstack.com/api/v2/monitors?per_page=2&page="
            return
                #""pagination":{"first":"\#(base)1","last":"\#(base)3","prev":null,"next":\#(page.orNull("\(base)\(page.number + 1)"))}"#
        }
        quirks.resource = { number, _ in
            #"{"type":"monitor","id":"\#(number)","attributes":{"url":"https://\#(number).example"}}"#
        }
        quirks.error = { #"{"errors":{"url":["\#($0.words)"]}}"# }
        quirks.write = { _, body in
            let address = try body.required("url", status: 422)
            return (
                201, #"{"data":{"type":"monitor","id":"9","attributes":{"url":"\#(address)"}}}"#
            )
        }
        return quirks
    }

    static var kustomer: Self {
        var quirks = Self()
        quirks.base = "/v1"
        quirks.list = "/customers"
        quirks.deletable = "/customers"
        quirks.headers = ["Authorization": "Bearer token"]
        quirks.accept = "application/json"
        quirks.taken = ["application/json"]
        quirks.type = "application/json"
        quirks.size = ("pageSize", 100)
        quirks.start = { (Int($0["page"] ?? "1") ?? 0) * 2 - 2 }
        quirks.paging = { page in
            let next = "/v1/customers?pageSize=2&page=\(page.number + 1)"
            return
                #""links":{"prev":null,"next":\#(page.orNull(next))},"meta":{"page":\#(page.number),"pageSize":2}"#
        }
        quirks.resource = { number, _ in
            #"{"type":"customer","id":"\#(number)","attributes":{"name":"Customer \#(number)"}}"#
        }
        quirks.error = { fault in
            #"{"errors":[{"status":\#(fault.status),"code":"invalid","title":"\#(fault.words)"}]}"#
        }
        quirks.write = { request, body in
            let name = try body.required("name", status: 400)
            guard request.method == .post || request.url.path == "/v1/customers/9" else {
                throw Fault(status: 404, words: "no such customer")
            }
            return (
                request.method == .post ? 201 : 200,
                #"{"data":{"type":"customer","id":"9","attributes":{"name":"\#(name)"}}}"#
            )
        }
        return quirks
    }
}
