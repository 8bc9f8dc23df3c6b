// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// MARK: Made by SQLStore.source(describing:)
// The schemas of the tables of a database, and what differs in the tables.
// The table "box" is no type: its primary key has 2 columns.
// The table "file" is no type: each row needs a value in "body", and no attribute has the type bytea.
// The table "price_step" is no type: its key has the type numeric.
// The table "scan" is no type: its primary key has 2 columns.
// The foreign key of "box_label" to "box" is no relationship: it has several columns.
// The column "text" of "box_label" is no attribute: it has the type character.
// The column "days" of "event" is no attribute: it has the type date[].
// The column "search" of "item" is no attribute: it has the type tsvector.
// The column "shift" of "person" is no attribute: it has the type time without time zone.
// The foreign key "country_id" of "collection" to "other.country" is no relationship: its target is no type.
// The table "item" has a condition that no schema says: (note <> 'open'::text).
// The table "item" has a condition that no schema says: (note = ANY (ARRAY['a'::text, 'b'::text])) NOT VALID.
// The table "item" has a condition that no schema says: percent CHECK (((VALUE >= 0) AND (VALUE <= 100))).
// The table "item" has unique values in "title", "acquired" together.
// The column "version" of "person" may count the changes of a row: if so, replace its attribute by version: "version".
// The view "item_count" is no type: it has no primary key.
// The view "open_item" is no type: it has no primary key.

import Foundation
import Vox
import VoxSQL

enum Archive {
struct BoxLabel: ResourceSchema {
    static let type = "box_label"
    let shelf = Attribute<Int>("shelf")
    let number = Attribute<Int>("number")
}

/// Where items are.
/// The second line.
struct Collection: ResourceSchema {
    static let type = "collection"
    let name = Attribute<String>("name").required()
    let parent = ToOne<Collection>("parent")
    /// Words, each once.
    let tags = Attribute<JSONValue>("tags")
    let countryId = Attribute<Int>("country_id")
    let collection = ToMany<Collection>("collection")
    let item = ToMany<Item>("item")
}

struct Event: ResourceSchema {
    static let type = "event"
    let kind = ToOne<Kind>("kind")
    let at = Attribute<Date>("at")
    let moods = Attribute<JSONValue>("moods")
}

struct Item: ResourceSchema {
    static let type = "item"
    let title = Attribute<String>("title").required()
    let status = Attribute<Status>("status")
    let price = Attribute<JSONNumber>("price")
    let weight = Attribute<Double>("weight")
    let amount = Attribute<JSONNumber>("amount")
    let share = Attribute<Int>("share").required()
    let data = Attribute<JSONValue>("data")
    let doubled = Attribute<JSONNumber>("doubled").readOnly()
    let acquired = Attribute<String>("acquired").transformed(by: .date("yyyy-MM-dd")).required()
    let loanedOn = Attribute<Date>("loaned_on")
    let collection = ToOne<Collection>("collection").required()
    let owner = ToOne<Person>("owner")
    let size = Attribute<Size>("size")
    let note = Attribute<String>("note")
    let person = ToMany<Person>("person")

    enum Status: String, CaseIterable, JSONConvertible {
        case open
        case inReview = "in review"
        case itSDone = "it's, done"
    }

    enum Size: String, CaseIterable, JSONConvertible {
        case a4 = "A4"
    }
}

struct Kind: ResourceSchema {
    static let type = "kind"
    let label = Attribute<String>("label")
    let event = ToMany<Event>("event")
}

struct Person: ResourceSchema {
    static let type = "person"
    let email = Attribute<String>("email").required()
    let handle = Attribute<String>("handle")
    let born = Attribute<String>("born").transformed(by: .date("yyyy-MM-dd"))
    let seen = Attribute<Date>("seen")
    let token = Attribute<UUID>("token")
    let mood = Attribute<Mood>("mood")
    let rowNumber = Attribute<Int>("row_number").readOnly()
    let version = Attribute<Int>("version")
    let itemOwner = ToMany<Item>("item-owner")
    let itemPersonItemId = ToMany<Item>("item_person-item_id")
    let friendshipA = ToMany<Person>("friendship-a")
    let friendshipB = ToMany<Person>("friendship-b")

    enum Mood: String, CaseIterable, JSONConvertible {
        case calm
        case veryLoud = "Very Loud"
        case self2 = "self"
    }
}

enum SQLTables {
    static let all: [SQLType] = [
        SQLType(
            BoxLabel.self, table: "box_label"),
        SQLType(
            Collection.self, table: "collection", key: .text("id")),
        SQLType(
            Event.self, table: "event",
            .column(\.kind, "kind")),
        SQLType(
            Item.self, table: "item",
            .column(\.owner, "owner"),
            .through(\.person, "item_person", owner: "item_id", target: "person_id")),
        SQLType(
            Kind.self, table: "kind", key: .text("code")),
        SQLType(
            Person.self, table: "person",
            .unique(\.handle),
            .column(\.itemOwner, "owner"),
            .through(\.itemPersonItemId, "item_person", owner: "person_id", target: "item_id"),
            .through(\.friendshipA, "friendship", owner: "b", target: "a"),
            .through(\.friendshipB, "friendship", owner: "a", target: "b")),
    ]
}
}
