// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// MARK: Made by SQLStore.source(describing:)
// The schemas of the tables of a database, and what differs in the tables.
// The table "Order Details" is no type: its primary key has 2 columns.
// The table "language" is no type: its key has the type SMALLINT: use INTEGER.
// The table "log" is no type: its primary key has 0 columns.
// The column "last_update" of "film_actor" is in no schema: the table only links others.
// The table "film_actor" has a condition that no schema says: last_update > '2000'.
// The column "picture" of "actor" is no attribute: it has the type BLOB.
// The column "starts" of "actor" is no attribute: it has the type TIME.
// The table "city" has unique values in "city", "country_id" together.
// The foreign key "language_id" of "film" to "language" is no relationship: its target is no type.
// The table "film" has a condition that no schema says: rental_rate >= 0.
// The foreign key "staff_id" of "profile" to "staff" is no relationship: the column is the primary key.
// The table "region" has a condition that no schema says: name IN ('north', 'south').
// The column "Version" of "rental" may count the changes of a row: if so, replace its attribute by version: "Version".
// The table "rental" has a condition that no schema says: rented_at <= "due-on".
// The foreign key "username" of "shipper" to "staff" is no relationship: it refers to "username", which is not the primary key.
// The foreign key "staff" of "shipper" to "staff" is no relationship: the column has another target, or another type than its target.
// The column "lock_version" of "store" may count the changes of a row: if so, replace its attribute by version: "lock_version".
// The view "film_list" is no type: it has no primary key.

import Foundation
import Vox
import VoxSQL

enum Rental {
struct Actor: ResourceSchema {
    static let type = "actor"
    let firstName = Attribute<String>("first_name").required()
    let pair = ToOne<Actor>("pair")
    let rival = ToOne<Actor>("rival")
    let actorPair = ToMany<Actor>("actor-pair")
    let actorRival = ToMany<Actor>("actor-rival")
    let film = ToMany<Film>("film")
}

struct City: ResourceSchema {
    static let type = "city"
    let city = Attribute<String>("city").required()
    let country = ToOne<Country>("country").required()
}

struct Country: ResourceSchema {
    static let type = "country"
    let country = Attribute<String>("country").required()
    let lastUpdate = Attribute<Date>("last_update")
    let city = ToMany<City>("city")
}

struct Film: ResourceSchema {
    static let type = "film"
    let title = Attribute<String>("title").required()
    let releaseYear = Attribute<String>("release_year")
    let languageId = Attribute<Int>("language_id").required()
    let rentalRate = Attribute<Double>("rental_rate")
    let rating = Attribute<Rating>("rating")
    let special = Attribute<Special>("special")
    let isNew = Attribute<Bool>("is_new")
    let `default` = Attribute<String>("default")
    let priceClass = Attribute<String>("price_class").readOnly()
    let actor = ToMany<Actor>("actor")
    let inventory = ToMany<Inventory>("inventory")

    enum Rating: String, CaseIterable, JSONConvertible {
        case g = "G"
        case pg = "PG"
        case pg13 = "PG-13"
        case r = "R"
        case nc17 = "NC-17"
        case init2 = "init"
    }

    enum Special: String, CaseIterable, JSONConvertible {
        case itS = "it's"
        case x = ""
        case größe2 = "Größe\u{a}2"
    }
}

struct Inventory: ResourceSchema {
    static let type = "inventory"
    let film = ToOne<Film>("film").required()
    let store = ToOne<Store>("store").required()
    let rental = ToMany<Rental>("rental")
}

struct Profile: ResourceSchema {
    static let type = "profile"
    let about = Attribute<String>("about")
}

struct Region: ResourceSchema {
    static let type = "region"
    let name = Attribute<String>("name")
    let shipper = ToMany<Shipper>("shipper")
}

struct Rental: ResourceSchema {
    static let type = "rental"
    let dueOn = Attribute<String>("due-on").transformed(by: .date("yyyy-MM-dd")).required()
    let rentedAt = Attribute<Date>("rented_at").required()
    let inventory = ToOne<Inventory>("inventory")
    let status = Attribute<Status>("status")
    let version = Attribute<Int>("Version")

    enum Status: String, CaseIterable, JSONConvertible {
        case open
        case done
    }
}

struct Shipper: ResourceSchema {
    static let type = "shipper"
    let region = ToOne<Region>("region")
    let username = Attribute<String>("username")
    let staff = Attribute<String>("staff")
}

struct Staff: ResourceSchema {
    static let type = "staff"
    let username = Attribute<String>("username").required()
    let role = Attribute<Role>("role").required()
    let store = ToOne<Store>("store")
    let active = Attribute<Int>("active")
    let staffStore = ToMany<Store>("staff-store")

    enum Role: String, CaseIterable, JSONConvertible {
        case clerk
        case inCharge = "In_Charge"
        case manager
    }
}

struct Store: ResourceSchema {
    static let type = "store"
    let managerStaff = ToOne<Staff>("manager_staff").required()
    let lockVersion = Attribute<Int>("lock_version")
    let inventory = ToMany<Inventory>("inventory")
    let staff = ToMany<Staff>("staff")
}

enum SQLTables {
    static let all: [SQLType] = [
        SQLType(
            Actor.self, table: "actor",
            .column(\.pair, "pair"),
            .column(\.rival, "rival"),
            .column(\.actorPair, "pair"),
            .column(\.actorRival, "rival"),
            .through(\.film, "film_actor", owner: "actor_id", target: "film_id"), key: .integer("actor_id")),
        SQLType(
            City.self, table: "city", key: .integer("city_id")),
        SQLType(
            Country.self, table: "country", key: .integer("country_id")),
        SQLType(
            Film.self, table: "film", key: .integer("film_id")),
        SQLType(
            Inventory.self, table: "inventory", key: .integer("inventory_id")),
        SQLType(
            Profile.self, table: "profile", key: .integer("staff_id")),
        SQLType(
            Region.self, table: "region", key: .text("code")),
        SQLType(
            Rental.self, table: "rental",
            .column(\.dueOn, "due-on"),
            .column(\.version, "Version"), key: .integer("rental_id")),
        SQLType(
            Shipper.self, table: "shipper",
            .column(\.region, "region"), key: .integer("shipper_id")),
        SQLType(
            Staff.self, table: "staff",
            .unique(\.username), key: .integer("staff_id")),
        SQLType(
            Store.self, table: "store", key: .integer("store_id")),
    ]
}
}
