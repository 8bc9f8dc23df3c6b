// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// MARK: Made by SQLStore.source(describing:)
// The schemas of the tables of a database, and what differs in the tables.

import Foundation
import Vox
import VoxSQL

enum Shop {
struct Album: ResourceSchema {
    static let type = "Album"
    let title = Attribute<String>("Title").required()
    let artist = ToOne<Artist>("Artist").required()
    let track = ToMany<Track>("Track")
}

struct Artist: ResourceSchema {
    static let type = "Artist"
    let name = Attribute<String>("Name")
    let album = ToMany<Album>("Album")
}

struct Customer: ResourceSchema {
    static let type = "Customer"
    let firstName = Attribute<String>("FirstName").required()
    let company = Attribute<String>("Company")
    let postalCode = Attribute<String>("PostalCode")
    let email = Attribute<String>("Email").required()
    let supportRep = ToOne<Employee>("SupportRep")
    let invoice = ToMany<Invoice>("Invoice")
}

struct Employee: ResourceSchema {
    static let type = "Employee"
    let lastName = Attribute<String>("LastName").required()
    let firstName = Attribute<String>("FirstName").required()
    let reportsTo = ToOne<Employee>("ReportsTo")
    let birthDate = Attribute<Date>("BirthDate")
    let hireDate = Attribute<String>("HireDate").transformed(by: .date("yyyy-MM-dd"))
    let email = Attribute<String>("Email")
    let customer = ToMany<Customer>("Customer")
    let employee = ToMany<Employee>("Employee")
}

struct Genre: ResourceSchema {
    static let type = "Genre"
    let name = Attribute<String>("Name")
    let track = ToMany<Track>("Track")
}

struct Invoice: ResourceSchema {
    static let type = "Invoice"
    let customer = ToOne<Customer>("Customer").required()
    let invoiceDate = Attribute<Date>("InvoiceDate").required()
    let billingCity = Attribute<String>("BillingCity")
    let total = Attribute<Double>("Total").required()
    let invoiceLine = ToMany<InvoiceLine>("InvoiceLine")
}

struct InvoiceLine: ResourceSchema {
    static let type = "InvoiceLine"
    let invoice = ToOne<Invoice>("Invoice").required()
    let track = ToOne<Track>("Track").required()
    let unitPrice = Attribute<Double>("UnitPrice").required()
    let quantity = Attribute<Int>("Quantity").required()
}

struct MediaType: ResourceSchema {
    static let type = "MediaType"
    let name = Attribute<String>("Name")
    let track = ToMany<Track>("Track")
}

struct Playlist: ResourceSchema {
    static let type = "Playlist"
    let name = Attribute<String>("Name")
    let track = ToMany<Track>("Track")
}

struct Track: ResourceSchema {
    static let type = "Track"
    let name = Attribute<String>("Name").required()
    let album = ToOne<Album>("Album")
    let mediaType = ToOne<MediaType>("MediaType").required()
    let genre = ToOne<Genre>("Genre")
    let composer = Attribute<String>("Composer")
    let milliseconds = Attribute<Int>("Milliseconds").required()
    let bytes = Attribute<Int>("Bytes")
    let unitPrice = Attribute<Double>("UnitPrice").required()
    let invoiceLine = ToMany<InvoiceLine>("InvoiceLine")
    let playlist = ToMany<Playlist>("Playlist")
}

enum SQLTables {
    static let all: [SQLType] = [
        SQLType(
            Album.self, table: "Album",
            .column(\.title, "Title"),
            .column(\.artist, "ArtistId"), key: .integer("AlbumId")),
        SQLType(
            Artist.self, table: "Artist",
            .column(\.name, "Name"), key: .integer("ArtistId")),
        SQLType(
            Customer.self, table: "Customer",
            .column(\.firstName, "FirstName"),
            .column(\.company, "Company"),
            .column(\.postalCode, "PostalCode"),
            .column(\.email, "Email"),
            .column(\.supportRep, "SupportRepId"), key: .integer("CustomerId")),
        SQLType(
            Employee.self, table: "Employee",
            .column(\.lastName, "LastName"),
            .column(\.firstName, "FirstName"),
            .column(\.reportsTo, "ReportsTo"),
            .column(\.birthDate, "BirthDate"),
            .column(\.hireDate, "HireDate"),
            .column(\.email, "Email"),
            .unique(\.email), key: .integer("EmployeeId")),
        SQLType(
            Genre.self, table: "Genre",
            .column(\.name, "Name"), key: .integer("GenreId")),
        SQLType(
            Invoice.self, table: "Invoice",
            .column(\.customer, "CustomerId"),
            .column(\.invoiceDate, "InvoiceDate"),
            .column(\.billingCity, "BillingCity"),
            .column(\.total, "Total"), key: .integer("InvoiceId")),
        SQLType(
            InvoiceLine.self, table: "InvoiceLine",
            .column(\.invoice, "InvoiceId"),
            .column(\.track, "TrackId"),
            .column(\.unitPrice, "UnitPrice"),
            .column(\.quantity, "Quantity"), key: .integer("InvoiceLineId")),
        SQLType(
            MediaType.self, table: "MediaType",
            .column(\.name, "Name"), key: .integer("MediaTypeId")),
        SQLType(
            Playlist.self, table: "Playlist",
            .column(\.name, "Name"),
            .through(\.track, "PlaylistTrack", owner: "PlaylistId", target: "TrackId"), key: .integer("PlaylistId")),
        SQLType(
            Track.self, table: "Track",
            .column(\.name, "Name"),
            .column(\.album, "AlbumId"),
            .column(\.mediaType, "MediaTypeId"),
            .column(\.genre, "GenreId"),
            .column(\.composer, "Composer"),
            .column(\.milliseconds, "Milliseconds"),
            .column(\.bytes, "Bytes"),
            .column(\.unitPrice, "UnitPrice"), key: .integer("TrackId")),
    ]
}
}
