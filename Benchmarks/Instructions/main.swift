// SPDX-License-Identifier: MIT

// One job, so many times: what `make bench-instructions` counts the instructions of, here and at another
// commit. It keeps to what both know.

import Foundation
import Vox

struct Album: ResourceSchema {
    static let type = "albums"
    let title = Attribute<String>("title")
    let year = Attribute<Int>("year")
    let price = Attribute<Double>("price")
    let live = Attribute<Bool>("live")
    let artist = ToOne<Artist>("artist")
    let tracks = ToMany<Track>("tracks")
}
struct Artist: ResourceSchema {
    static let type = "artists"
    let name = Attribute<String>("name")
}
struct Track: ResourceSchema {
    static let type = "tracks"
    let title = Attribute<String>("title")
}

func text(_ count: Int) -> String {
    var data: [String] = [], included: [String] = []
    for n in 0..<count {
        data.append(
            #"{"type":"albums","id":"\#(n)","attributes":{"title":"Album number \#(n), a longer title","year":\#(1900 + n % 100),"price":\#(n).25,"live":\#(n % 2 == 0)},"relationships":{"artist":{"data":{"type":"artists","id":"\#(n % 20)"}},"tracks":{"data":[{"type":"tracks","id":"\#(n % 40)"},{"type":"tracks","id":"\#((n + 1) % 40)"}]}}}"#
        )
    }
    for n in 0..<20 {
        included.append(#"{"type":"artists","id":"\#(n)","attributes":{"name":"Artist \#(n)"}}"#)
    }
    for n in 0..<40 {
        included.append(#"{"type":"tracks","id":"\#(n)","attributes":{"title":"Track \#(n)"}}"#)
    }
    return
        #"{"data":[\#(data.joined(separator: ","))],"included":[\#(included.joined(separator: ","))]}"#
}

/// The jobs, in the order in which they are printed; without arguments the program says them.
let jobs = [
    "open eagerly", "open lazily", "read Int", "read Double", "read Bool", "read String",
    "read to-one",
    "read to-many", "read untyped attribute", "read plain JSON", "edit Int", "edit String",
    "edit plain JSON", "edit to-one",
]
let arguments = CommandLine.arguments.dropFirst()
guard let job = arguments.first, let times = arguments.dropFirst().first.flatMap({ Int($0) }) else {
    print(jobs.joined(separator: "\n"))
    exit(0)
}

let source = text(200)
var sum = 0
switch job {
case "open eagerly", "open lazily":
    for _ in 0..<times {
        var options = DocumentOptions()
        options.parsing = job == "open lazily" ? .lazy : .eager
        let document = try Document<[Album]>(parsing: source, options: options)
        sum += document.data.count
    }
default:
    let document = try Document<[Album]>(parsing: source)
    let json = try JSON(parsing: source)
    for round in 0..<times {
        switch job {
        case "read Int": for album in document.data { sum += album.year ?? 0 }
        case "read Double": for album in document.data { sum += Int(album.price ?? 0) }
        case "read Bool": for album in document.data { sum += album.live == true ? 1 : 0 }
        case "read String": for album in document.data { sum += album.title?.utf8.count ?? 0 }
        case "read to-one":
            for album in document.data { sum += album.artist?.name?.utf8.count ?? 0 }
        case "read to-many":
            for album in document.data {
                for track in album.tracks { sum += track.title?.utf8.count ?? 0 }
            }
        case "read untyped attribute":
            for album in document.data { let year: Int? = album.attributes.year; sum += year ?? 0 }
        case "read plain JSON":
            for n in 0..<200 { let year: Int? = json.data[n].attributes.year; sum += year ?? 0 }
        case "edit Int": for album in document.data { album.year = round }
        case "edit String":
            for album in document.data {
                album.title = round % 2 == 0 ? "one title" : "another title"
            }
        case "edit plain JSON": for n in 0..<200 { json.data[n].attributes.year = round }
        case "edit to-one":
            let first = document.data[0].artist, second = document.data[1].artist
            for album in document.data { album.artist = round % 2 == 0 ? first : second }
        default: exit(2)
        }
    }
}
print(sum)
