// SPDX-License-Identifier: MIT

import CBench

/// Documents after those of three kinds of service. Nothing is to be tuned on them: they show whether
/// what was gained on the others is gained by everybody.
struct OtherTexts {
    /// A page of a mailing service: 20 profiles of many short strings.
    let profiles: Text
    /// A page of a content management system: a long text in HTML, escaped as PHP does it.
    let node: Text
    /// A timetable: thousands of small numbers, a few of them with fractions.
    let timetable: Text

    /// Each with three attributes of its first resource.
    var small: [(text: Text, document: bench_small)] {
        [
            (profiles, profiles.small("email", "first_name", "locale")),
            (node, node.small("title", "status", "drupal_internal__nid")),
            (timetable, timetable.small("line", "direction", "valid")),
        ]
    }

    init(_ random: inout SeededRandom) {
        profiles = Text(name: "a page of profiles", Self.profiles(&random).utf8)
        node = Text(name: "a node with HTML", Self.node(&random).utf8)
        timetable = Text(name: "a timetable", Self.timetable(&random).utf8)
    }

    private static func profiles(_ random: inout SeededRandom) -> String {
        let base = "https://a.mailer.example/api/profiles"
        let profiles = (0..<20).map { number in
            let id = "01GDDKASAP8TKDDA2GRZDSV\(1000 + number)"
            let first = random.pick(["Sarah", "José", "Zoë", "Ibrahim", "Ana"])
            let last = random.pick(["Mason", "Okafor", "Lindström", "Nguyen"])
            let day = "2025-1\(random(3))-0\(random(9) + 1)T0\(random(10)):15:00+00:00"
            let person =
                #""email":"\#(last.lowercased()).\#(number)@example.com","phone_number":"+1500555\#(1000 + random(9000))","#
                + #""external_id":null,"first_name":"\#(first)","last_name":"\#(last)","#
                + #""organization":"Example Corporation","locale":"en-US","title":"Regional Manager","#
                + #""image":"https://images.example.com/\#(random(1 << 30)).jpeg","#
                + #""created":"\#(day)","updated":"\#(day)","last_event_date":"\#(day)""#
            let place =
                #""location":{"address1":"\#(random(900)) E 7th Street","address2":"","city":"New York","#
                + #""country":"United States","latitude":"40.\#(random(10_000))","longitude":"-74.\#(random(10_000))","#
                + #""region":"NY","zip":"100\#(10 + random(80))","timezone":"America/New_York","ip":"127.0.0.\#(random(255))"}"#
            let properties =
                #""properties":{"$consent":["email"],"pseudonym":"Dr. \#(last)","last_order":\#(random(400)).\#(10 + random(89)),"#
                + #""newsletter":\#(random(2) == 0),"tags":["vip","spring"]}"#
            let links = ["lists", "segments", "push-tokens"].map {
                #""\#($0)":{"links":{"self":"\#(base)/\#(id)/relationships/\#($0)/","related":"\#(base)/\#(id)/\#($0)/"}}"#
            }
            return
                #"{"type":"profile","id":"\#(id)","attributes":{\#(person),\#(place),\#(properties)},"#
                + #""relationships":{\#(links.joined(separator: ","))},"links":{"self":"\#(base)/\#(id)/"}}"#
        }
        return
            #"{"data":[\#(profiles.joined(separator: ","))],"links":{"self":"\#(base)/","first":null,"#
            + #""last":null,"prev":null,"next":"\#(base)/?page%5Bcursor%5D=bmV4dDo6aWQ6Ok5NblJS"}}"#
    }

    private static func node(_ random: inout SeededRandom) -> String {
        let base = "https:\\/\\/cms.example\\/jsonapi\\/node\\/article\\/0b6f9a1e"
        let html = (0..<30).map { number in
            #"\u003Cp class=\u0022lead part-\#(number)\u0022\u003E\#(random.words(bytes: 120 + random(200)))"#
                + #" \u0026amp; caf\u00e9 \u003Ca href=\u0022\/node\/\#(random(900))\u0022\u003Emore\u003C\/a\u003E\u003C\/p\u003E\r\n"#
        }.joined()
        func related(_ name: String, _ type: String, _ meta: String) -> String {
            #""\#(name)":{"data":{"type":"\#(type)","id":"5d2f-\#(name)","meta":{\#(meta)}},"#
                + #""links":{"related":{"href":"\#(base)\/\#(name)"},"self":{"href":"\#(base)\/relationships\/\#(name)"}}}"#
        }
        let relationships = [
            related(
                "node_type", "node_type--node_type", #""drupal_internal__target_id":"article""#),
            related("uid", "user--user", #""drupal_internal__target_id":\#(random(90))"#),
            related(
                "field_image", "file--file",
                #""alt":"A harbour","title":"","width":1200,"height":800"#),
        ]
        return
            #"{"jsonapi":{"version":"1.0","meta":{"links":{"self":{"href":"http:\/\/jsonapi.org\/format\/1.0\/"}}}},"#
            + #""data":{"type":"node--article","id":"0b6f9a1e","links":{"self":{"href":"\#(base)"}},"#
            + #""attributes":{"drupal_internal__nid":\#(random(9000)),"drupal_internal__vid":\#(random(9000)),"#
            + #""langcode":"en","revision_timestamp":"2026-02-03T04:05:06+00:00","revision_log":null,"status":true,"#
            + #""title":"\#(random.words(bytes: 40))","created":"2026-02-03T04:05:06+00:00","promote":true,"sticky":false,"#
            + #""path":{"alias":"\/harbour\/night","pid":\#(random(500)),"langcode":"en"},"#
            + #""body":{"value":"\#(html)","format":"full_html","processed":"\#(html)","summary":""}},"#
            + #""relationships":{\#(relationships.joined(separator: ","))}},"links":{"self":{"href":"\#(base)"}}}"#
    }

    private static func timetable(_ random: inout SeededRandom) -> String {
        let stops = (0..<30).map { number in
            let first = 290 + number * 3
            let times = (0..<80).map { String(first + $0 * 12 + random(3)) }
            return
                #"{"stop":\#(8_010_000 + random(9999)),"lat":54.\#(100_000 + random(900_000)),"lon":10.\#(100_000 + random(900_000)),"#
                + #""platform":\#(random(12)),"times":[\#(times.joined(separator: ","))]}"#
        }
        return
            #"{"data":{"type":"timetables","id":"S1-5","attributes":{"line":"S1","direction":1,"valid":true,"#
            + #""days":[1,2,3,4,5],"stops":[\#(stops.joined(separator: ","))]}}}"#
    }
}
