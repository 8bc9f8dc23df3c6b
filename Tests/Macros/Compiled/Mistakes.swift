// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// What the macros say of mistakes: read by the compiler with -verify, which compares.

import VoxMacros

// MARK: What is marked

@Resource("bands")
class Band {}
// expected-error@-1 {{@Resource goes with a struct: a class conforms to ResourceModel by hand}}
// expected-note@-2 {{make it a struct}} {{1-6=struct}}

@Resource("labels")
actor Label {}
// expected-error@-1 {{@Resource goes with a struct: an actor conforms to ResourceModel by hand}}
// expected-note@-2 {{make it a struct}} {{1-6=struct}}

@Resource("media")
enum Medium { case tape }
// expected-error@-1 {{@Resource goes with a struct: an enum conforms to ResourceModel by hand}}

@ToOne var nobody: String? = nil
// expected-error@-1 {{@ToOne goes with a property of a struct that has @Resource}}

struct Unmarked {
    @Attribute("name") var name: String
    // expected-error@-1 {{@Attribute goes with a property of a struct that has @Resource}}
    @ToMany func tracks() {}
    // expected-error@-1 {{@ToMany goes with a property}}
}

// MARK: The type

@Resource("")
// expected-error@-1 {{a resource has a type}}
// expected-note@-2 {{write "venues"}} {{11-13="venues"}}
struct Venue {}

@Resource("music.venues")
// expected-error@-1 {{the type "music.venues" has a character that JSON:API forbids: "."}}
// expected-note@-2 {{write "music-venues"}} {{11-25="music-venues"}}
struct Hall {}

let stated: StaticString = "stages"
@Resource(stated)
// expected-error@-1 {{the name is a literal, "albums"}}
struct Stage {}

// MARK: Properties

@Resource("songs")
struct Song {
    let isSong = true
    // expected-error@-1 {{isSong has its value already, so none can be read from a resource}}
    // expected-note@-2 {{make it a variable}} {{5-8=var}}
    // expected-note@-3 {{make it static}} {{5-22=static let isSong = true}}
    var count = 0
    // expected-error@-1 {{@Resource needs the type of count: a macro sees no more than is written}}
    // expected-note@-2 {{write its type: Int}} {{9-18=count: Int = 0}}
    var added = Song.now
    // expected-error@-1 {{@Resource needs the type of added: a macro sees no more than is written}}
    // expected-note@-2 {{write its type: <#Type#>}} {{9-25=added: <#Type#> = Song.now}}
    var (first, second): (Int, Int)
    // expected-error@-1 {{@Resource takes one property at a time, not a tuple of them}}
    @ToOne var covers: [Song]
    // expected-error@-1 {{a to-one relationship leads to one resource, not to a list}}
    // expected-note@-2 {{write @ToMany}} {{5-11=@ToMany}}
    @ToMany("written-by") var writers: Writer
    // expected-error@-1 {{a to-many relationship leads to a list of resources}}
    // expected-note@-2 {{write @ToOne}} {{5-26=@ToOne("written-by")}}
    // expected-note@-3 {{make it a list}} {{40-46=[Writer]}}
    @ToOne var albumID: String
    // expected-error@-1 {{an id alone does not say of which type the resource is}}
    // expected-note@-2 {{say it: @ToOne(to:)}} {{5-11=@ToOne(to: <#Model#>.self)}}
    @ToMany("takes") var takeIDs: [String]
    // expected-error@-1 {{an id alone does not say of which type the resource is}}
    // expected-note@-2 {{say it: @ToMany(to:)}} {{5-21=@ToMany("takes", to: <#Model#>.self)}}
    @ToOne(to: Writer.self) var singer: Writer
    // expected-error@-1 {{with to: the property has the id of the resource, which is a String}}
    var producer: Resource<Writer.Schema>?
    // expected-error@-1 {{an attribute is a plain value: a resource is at the end of a relationship}}
    // expected-note@-2 {{mark it @ToOne}} {{5-43=@ToOne var producer: Resource<Writer.Schema>?}}
    var mixers: [Resource<Writer.Schema>]
    // expected-error@-1 {{an attribute is a plain value: resources are at the end of a relationship}}
    // expected-note@-2 {{mark it @ToMany}} {{5-42=@ToMany var mixers: [Resource<Writer.Schema>]}}
    @Attribute @ToOne var label: Writer
    // expected-error@-1 {{a property is one of attribute, to-one and to-many}}
    @Attribute(.readOnly, .required) var plays: Int = 0
    // expected-error@-1 {{plays is required, so no value stands in for it: leave out one of the two}}
    @ToOne static let shared: Writer? = nil
    // expected-error@-1 {{@ToOne says nothing about a static property, which is no field of the resource}}
    @Attribute var length: Int { 0 }
    // expected-error@-1 {{@Attribute says nothing about a computed property, which is no field of the resource}}
    @Transient var cache: Int
    // expected-error@-1 {{cache is kept out of the resource, so it needs a value to begin with}}
    #if DEBUG
    var notes: String
    // expected-error@-1 {{@Resource does not see properties inside of #if}}
    #endif
    static let now = 0
}

@Resource("writers")
struct Writer {
    let id: Int
    // expected-error@-1 {{an id is text: String, or String? where it may be missing}}
    // expected-note@-2 {{write String}} {{13-16=String}}
    // expected-note@-3 {{write String?}} {{13-16=String?}}
    var name: String
}

@Resource("people")
struct Person {
    @Attribute("identifier") var id: String?
    // expected-error@-1 {{id is the identity of the resource and no field of it}}
    // expected-note@-2 {{remove @Attribute}} {{5-45=var id: String?}}
    var type: String
    // expected-error@-1 {{a field of a resource is not called "type" (JSON:API 1.1, "Fields")}}
    @Attribute("id") var number: Int
    // expected-error@-1 {{a field of a resource is not called "id" (JSON:API 1.1, "Fields")}}
    var meta: String
    // expected-error@-1 {{a resource has a meta itself, which would hide this one}}
    // expected-note@-2 {{call the property metaValue}} {{5-21=@Attribute("meta") var metaValue: String}}
    @Attribute("links") var links: String
    // expected-error@-1 {{a resource has a links itself, which would hide this one}}
    @Attribute("first.name") var first: String
    // expected-error@-1 {{the name "first.name" has a character that JSON:API forbids: "."}}
    // expected-note@-2 {{write "first-name"}} {{16-28="first-name"}}
    @Attribute(exactly: "last name ") var last: String
    // expected-error@-1 {{the name "last name " begins or ends with a space, which JSON:API allows only in the middle}}
    // expected-note@-2 {{write "last name"}} {{25-37="last name"}}
    @Attribute(at: "address..city") var city: String
    // expected-error@-1 {{the name "" has no characters}}
    @Attribute(at: "type.kind") var kind: String
    // expected-error@-1 {{a field of a resource is not called "type" (JSON:API 1.1, "Fields")}}
    @Attribute("@born") var born: String
    // expected-error@-1 {{the name "@born" has a character that JSON:API forbids: "@"}}
    // expected-note@-2 {{write "born"}} {{16-23="born"}}
    @Attribute("") var empty: String
    // expected-error@-1 {{the name "" has no characters}}
    @Attribute("name") var name: String
    // expected-note@-1 {{"name" stands here, too}}
    @Attribute("name") var nickname: String
    // expected-error@-1 {{a resource has one field "name"}}
    var height: Int
    // expected-note@-1 {{"height" stands here, too}}
    @ToOne("height") var parent: Writer
    // expected-error@-1 {{a resource has one field "height"}}
}
