// SPDX-License-Identifier: MIT

/// Responses of HTTP/2 for the tests that change them, and responses that break its rules.
enum HTTP2Responses {
    private typealias Bytes = HTTP2Bytes

    private static let whole = Bytes.endHeaders
    private static let last = Bytes.endHeaders | Bytes.endStream
    private static let body = Array(#"{"data":[]}"#.utf8)
    private static let acknowledged = Bytes.frame(.settings, Bytes.acknowledgement, stream: 0)

    private static func headers(
        _ fields: [(String, String)], _ flags: UInt8 = whole, stream: UInt32 = 1
    ) -> [UInt8] {
        Bytes.frame(.headers, flags, stream: stream, Bytes.block(fields))
    }

    private static func data(
        _ bytes: [UInt8] = body, _ flags: UInt8 = Bytes.endStream, stream: UInt32 = 1
    ) -> [UInt8] {
        Bytes.frame(.data, flags, stream: stream, bytes)
    }

    /// A response as servers send it.
    static let plain =
        acknowledged + headers([(":status", "200"), ("content-length", "11")]) + data()

    /// Responses of each kind: with all sorts of frames, behind an interim one and with trailers, from
    /// the tables of HPACK, a redirect.
    static let correct: [[UInt8]] = [
        plain,
        acknowledged + Bytes.frame(.windowUpdate, stream: 0, Bytes.bytes(1000))
            + Bytes.frame(.ping, stream: 0, Array(repeating: 7, count: 8))
            + headers([(":status", "103"), ("link", "</x>")])
            + headers([(":status", "200"), ("trailer", "x-t")])
            + data([3] + body + [0, 0, 0], Bytes.padded)
            + headers([("x-t", "1")], last),
        // ":status: 204" and "date" of the static table, in the dynamic table from then on.
        acknowledged
            + Bytes.frame(
                .headers, 0, [0x3F, 0xE1, 0x1F, 0x89, 0x61, 0x02, 0x61, 0x62, 0xBE])
            + Bytes.frame(.continuation, whole, Bytes.field("x", "y"))
            + data([]) + Bytes.frame(.goAway, stream: 0, Bytes.bytes(1) + Bytes.bytes(0)),
        acknowledged
            + Bytes.frame(.settings, stream: 0, [0, 3, 0, 0, 0, 100, 0, 4, 0, 1, 0, 0])
            + headers([(":status", "302"), ("location", "/y?z=1")], last),
        acknowledged + headers([(":status", "200")]) + data(body, 0)
            + Bytes.frame(.reset, 0, Bytes.bytes(8)),
    ]

    /// What breaks the rules in ways that changes of one byte do not come to.
    static let wrong: [[UInt8]] =
        fields.flatMap { fields in
            [headers(fields) + data(), headers(fields, last)].map { acknowledged + $0 }
        } + frames.map { acknowledged + $0 }

    private static let fields =
        statuses.map { [(":status", $0)] } + fieldLists
        + lengths.map { [(":status", "200"), ("content-length", $0)] }
        + codings.map { [(":status", "200"), ("content-encoding", $0)] }

    private static let statuses = [
        "0", "000", "1", "099", "100", "101", "102", "199", "204", "304", "600", "999", "1000",
        "-1",
        "", "abc", " 200", "200 ", "2e2", "18446744073709551616", "\u{662}\u{660}\u{660}",
    ]

    private static let lengths = [
        "", "-1", "+11", "2", "100", "11, 11", "abc", "99999999999999999999",
    ]

    private static let codings = ["gzip", "gzip, gzip", "deflate", "br", ""]

    private static let fieldLists: [[(String, String)]] = [
        [], [("content-length", "11")], [(":status", "200"), (":status", "200")],
        [(":status", "200"), (":status", "099")], [("a", "b"), (":status", "200")],
        [(":status", "200"), (":path", "/")], [(":status", "200"), (":other", "")],
        [(":method", "GET"), (":path", "/"), (":scheme", "https"), (":authority", "a")],
        [(":status", "200"), ("a\0b", "c")], [(":status", "200"), ("a", "b\0c")],
        [(":status", "200"), ("Upper", "c")], [(":status", "200"), ("", "c")],
        [(":status", "200"), ("", "")], [(":status", "200"), (":", "c")],
        [(":status", "200"), ("a", "b\r\nc: d")], [(":status", "200"), ("a\r\nb", "c")],
        [(":status", "200"), ("a b", "c")], [(":status", "200"), ("\u{E9}", "\u{E9}")],
        [(":status", "200"), ("connection", "close")],
        [(":status", "200"), ("connection", "upgrade"), ("upgrade", "h2c")],
        [(":status", "200"), ("transfer-encoding", "chunked")],
    ]

    private static let ok = headers([(":status", "200")])

    /// Frames that come too early, too late or twice, with numbers or lengths that are not allowed.
    private static let frames =
        order + [0, 1, 3, 0x7FFF_FFFF, 0xFFFF_FFFF].flatMap(streams) + layout
        + settings.map { Bytes.frame(.settings, stream: 0, $0) + ok + data() }
        + blocks.map { Bytes.frame(.headers, whole, $0) + data() }

    private static let order: [[UInt8]] = {
        var list: [[UInt8]] = []
        list.append(data())
        list.append(data([], 0))
        list.append(data() + ok)
        list.append(ok + ok)
        list.append(ok + data() + data())
        list.append(ok + data() + ok)
        list.append(ok + headers([(":status", "200")], last))
        list.append(ok + headers([("a", "b")]) + data())
        list.append(headers([(":status", "100")]) + data())
        list.append(headers([(":status", "100")]) + ok + data())
        list.append(
            Array(repeatElement(headers([(":status", "103")]), count: 200).joined()) + ok + data())
        list.append(Bytes.frame(.reset, 0, Bytes.bytes(0)))
        list.append(Bytes.frame(.reset, 0, Bytes.bytes(7)))
        list.append(ok + Bytes.frame(.reset, 0, Bytes.bytes(0)))
        list.append(ok + data() + Bytes.frame(.reset, 0, Bytes.bytes(0)))
        list.append(Bytes.frame(.reset, 0, Bytes.bytes(0)) + ok + data())
        list.append(Bytes.frame(.reset, 0, [0]))
        list.append(Bytes.frame(.reset, stream: 0, Bytes.bytes(0)))
        list.append(Bytes.frame(.reset, stream: 3, [0, 0, 0, 0]))
        return list
    }()

    private static func streams(_ stream: UInt32) -> [[UInt8]] {
        let away = Bytes.frame(.goAway, stream: 0, Bytes.bytes(stream) + Bytes.bytes(0))
        var list: [[UInt8]] = []
        list.append(away)
        list.append(away + ok + data())
        list.append(ok + away)
        list.append(ok + away + data())
        list.append(away + away)
        list.append(
            headers([(":status", "200")], stream: stream) + data(stream: stream) + ok + data())
        list.append(Bytes.frame(.windowUpdate, stream: stream, Bytes.bytes(0)) + ok + data())
        list.append(
            Bytes.frame(.windowUpdate, stream: stream, Bytes.bytes(0x7FFF_FFFF)) + ok + data())
        list.append(Bytes.frame(.priority, stream: stream, Bytes.bytes(stream) + [1]) + ok + data())
        list.append(Bytes.frame(.pushPromise, whole, Bytes.bytes(stream)) + ok + data())
        list.append(Bytes.frame(.pushPromise, whole, stream: stream, Bytes.bytes(2)) + ok + data())
        return list
    }

    private static let layout: [[UInt8]] = {
        var list: [[UInt8]] = []
        list.append(ok + data([200, 1, 2], Bytes.padded))
        list.append(ok + data([], Bytes.padded))
        list.append(
            Bytes.frame(.headers, whole | Bytes.padded, [255] + Bytes.field(":status", "200")))
        list.append(
            Bytes.frame(.headers, whole | 0x20, [0, 0, 0, 1, 9] + Bytes.field(":status", "200")))
        list.append(Bytes.frame(.headers, whole | 0x20, [0]))
        list.append(Bytes.frame(.headers, whole, []))
        list.append(Bytes.frame(.headers, 0, Bytes.field(":status", "200")) + data())
        list.append(Bytes.frame(.continuation, whole, Bytes.field(":status", "200")) + data())
        list.append(Bytes.frame(.ping, stream: 0, [1]) + ok + data())
        list.append(Bytes.frame(.settings, stream: 0, [1]))
        list.append(Bytes.frame(.settings, Bytes.acknowledgement, stream: 0, [1]) + ok + data())
        list.append(acknowledged + acknowledged + ok + data())
        list.append(Bytes.frame(.goAway, stream: 0, [0]) + ok)
        list.append([0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 1])
        list.append(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8))
        list.append([])
        return list
    }()

    /// The settings 0 to 9, with the smallest and the largest values.
    private static let settings: [[UInt8]] = (0...9).flatMap { number in
        [0, 1, 0x7FFF_FFFF, 0xFFFF_FFFF].map { [0, UInt8(number)] + Bytes.bytes($0) }
    }

    /// Header blocks that no table and no Huffman code has.
    private static let blocks: [[UInt8]] = [
        [0x80], [0xBE], [0xFF], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
        [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
        [0x3F, 0xFF, 0xFF, 0x7F],
        [0x88, 0x3F], [0x88, 0x20], [0x20, 0x20, 0x20, 0x88], [0x3F, 0xE2, 0x1F, 0x88],
        [0x08, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x08, 0x81, 0x00], [0x08, 0x80], [0x08, 0x03, 0x32],
        [0x00, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0x00], [0x40],
        [0x88, 0],
        [0x88, 0x40, 0x80, 0x80], [0x88, 0x88],
    ]
}
