// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// MARK: Made by SQLStore.source(describing:)
// The schemas of the tables of a database, and what differs in the tables.
// The table "image" is no type: each row needs a value in "bytes", and no attribute has the type BLOB.
// The table "price_list" is no type: its primary key has 2 columns.
// The column "cover" of "record" is no attribute: it has the type BLOB.

import Foundation
import Vox
import VoxSQL

struct SongList: ResourceSchema {
    static let type = "Song-List"
    let name = Attribute<String>("Name")
    let record = ToOne<Record>("Record")
    let guest = ToOne<Singer>("guest")
    let composer = ToOne<Singer>("composer")
}

struct Record: ResourceSchema {
    static let type = "record"
    let title = Attribute<String>("title").required()
    let price = Attribute<Double>("price")
    let released = Attribute<Date>("released")
    let live = Attribute<Bool>("live")
    let `in` = Attribute<String>("in")
    let singer = ToOne<Singer>("singer").required()
    let doublePrice = Attribute<Int>("double_price").readOnly()
    let songList = ToMany<SongList>("Song-List")
    let style = ToMany<Style>("style")
}

struct Singer: ResourceSchema {
    static let type = "singer"
    let name = Attribute<String>("name").required()
    let singerType = Attribute<String>("singer-type")
    let songListGuest = ToMany<SongList>("Song-List-guest")
    let songListComposer = ToMany<SongList>("Song-List-composer")
    let record = ToMany<Record>("record")
    let rivalOther = ToMany<Singer>("rival-other")
    let rivalOne = ToMany<Singer>("rival-one")
}

struct Style: ResourceSchema {
    static let type = "style"
    let parent = ToOne<Style>("parent")
    let record = ToMany<Record>("record")
    let style = ToMany<Style>("style")
}

enum SQLTables {
    static let all: [SQLType] = [
        SQLType(
            SongList.self, table: "Song List",
            .column(\.name, "Name"),
            .column(\.record, "RecordId"),
            .column(\.guest, "guest"), key: .integer("SongId")),
        SQLType(
            Record.self, table: "record",
            .through(\.style, "record_style", owner: "record", target: "style")),
        SQLType(
            Singer.self, table: "singer",
            .unique(\.name),
            .column(\.singerType, "type"),
            .column(\.songListGuest, "guest"),
            .column(\.songListComposer, "composer_id"),
            .through(\.rivalOther, "rival", owner: "one", target: "other"),
            .through(\.rivalOne, "rival", owner: "other", target: "one")),
        SQLType(
            Style.self, table: "style",
            .column(\.parent, "parent"), key: .text("code")),
    ]
}
