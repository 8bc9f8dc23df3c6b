// SPDX-License-Identifier: MIT

/// A list as plain REST APIs have it: posts of eleven members, some 660 bytes each. The same number
/// gives the same bytes.
enum PostsText {
    static func list(_ count: Int) -> [UInt8] {
        Array("[\((1...count).map { post($0) }.joined(separator: ","))]".utf8)
    }

    /// The response of a service that has saved a post.
    static func saved(_ id: Int, title: String) -> [UInt8] {
        Array(post(id, title: title, updated: "2026-03-01T09:30:00Z").utf8)
    }

    private static func post(
        _ id: Int, title: String? = nil, updated: String = "2026-02-11T08:15:30Z"
    ) -> String {
        let title = title ?? "Notes of the day, part \(id)"
        let body = (0..<6).map { sentences[(id &* 7 &+ $0 &* 3) % sentences.count] }
            .joined(separator: " ")
        let author = id % 40 + 1
        return #"{"id":\#(id),"title":"\#(title)","#
            + #""body":"\#(body)","created_at":"2026-01-1\#(id % 10)T12:34:56Z","#
            + #""updated_at":"\#(updated)","views":\#(id &* 37 % 10_000),"rating":\#(id % 5).\#(id % 9 + 1),"#
            + #""published":\#(id % 3 != 0),"subtitle":null,"author":{"id":\#(author),"#
            + #""name":"Author number \#(author)","email":"author\#(author)@example.com"},"#
            + #""tags":["\#(tags[id % tags.count])","\#(tags[(id + 3) % tags.count])"]}"#
    }

    private static let tags = ["harbour", "night", "trains", "weather", "maps", "letters", "tides"]
    private static let sentences = [
        "The harbour was quiet before the first boat came in.",
        "Nobody on the pier had slept, and nobody said so.",
        "A train left for the north with all of its windows dark.",
        "Rain had been forecast for the afternoon, as always.",
        "On the map the road ended where the village began.",
        "She wrote \\\"back at nine\\\" and left the door open.",
        "Zażółć gęślą jaźń stood on the sign above the shop.",
        "The tide tables of that year were wrong by an hour.",
    ]
}
