// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// What the macros say of mistakes: read by the compiler with -verify, which compares.

import VoxMacros

// MARK: What is marked

@Resource("bands")
class Band {}
// expected-error@-1 {{@Resource can only be used on a struct: a class must conform to ResourceModel without the macro}}
// expected-note@-2 {{make it a struct}} {{1-6=struct}}

@Resource("labels")
actor Label {}
// expected-error@-1 {{@Resource can only be used on a struct: an actor must conform to ResourceModel without the macro}}
// expected-note@-2 {{make it a struct}} {{1-6=struct}}

@Resource("media")
enum Medium { case tape }
// expected-error@-1 {{@Resource can only be used on a struct: an enum must conform to ResourceModel without the macro}}

@ToOne var nobody: String? = nil
// expected-error@-1 {{@ToOne can only be used on a property of a struct with @Resource}}

struct Unmarked {
    @Attribute("name") var name: String
    // expected-error@-1 {{@Attribute can only be used on a property of a struct with @Resource}}
    @ToMany func tracks() {}
    // expected-error@-1 {{@ToMany can only be used on a property}}
}

// MARK: The type

@Resource("")
// expected-error@-1 {{a resource must have a type}}
// expected-note@-2 {{write "venues"}} {{11-13="venues"}}
struct Venue {}

@Resource("music.venues")
// expected-error@-1 {{the type "music.venues" contains a character that JSON:API does not allow: "."}}
// expected-note@-2 {{write "music-venues"}} {{11-25="music-venues"}}
struct Hall {}

let stated: StaticString = "stages"
@Resource(stated)
// expected-error@-1 {{the name must be a string literal, such as "albums"}}
struct Stage {}

// MARK: Properties

@Resource("songs")
struct Song {
    let isSong = true
    // expected-error@-1 {{isSong already has a value, so it cannot be read from a resource}}
    // expected-note@-2 {{make it a variable}} {{5-8=var}}
    // expected-note@-3 {{make it static}} {{5-22=static let isSong = true}}
    var count = 0
    // expected-error@-1 {{@Resource needs the type of count: a macro cannot infer types}}
    // expected-note@-2 {{write its type: Int}} {{9-18=count: Int = 0}}
    var added = Song.now
    // expected-error@-1 {{@Resource needs the type of added: a macro cannot infer types}}
    // expected-note@-2 {{write its type: <#Type#>}} {{9-25=added: <#Type#> = Song.now}}
    var (first, second): (Int, Int)
    // expected-error@-1 {{@Resource does not support tuples: declare each property separately}}
    @ToOne var covers: [Song]
    // expected-error@-1 {{the type of a to-one relationship must not be a list}}
    // expected-note@-2 {{write @ToMany}} {{5-11=@ToMany}}
    @ToMany("written-by") var writers: Writer
    // expected-error@-1 {{the type of a to-many relationship must be a list}}
    // expected-note@-2 {{write @ToOne}} {{5-26=@ToOne("written-by")}}
    // expected-note@-3 {{make it a list}} {{40-46=[Writer]}}
    @ToOne var albumID: String
    // expected-error@-1 {{an id does not define the type of the resource}}
    // expected-note@-2 {{write @ToOne(to:)}} {{5-11=@ToOne(to: <#Model#>.self)}}
    @ToMany("takes") var takeIDs: [String]
    // expected-error@-1 {{an id does not define the type of the resource}}
    // expected-note@-2 {{write @ToMany(to:)}} {{5-21=@ToMany("takes", to: <#Model#>.self)}}
    @ToOne(to: Writer.self) var singer: Writer
    // expected-error@-1 {{with to:, the property is the id of the resource, so its type must be String}}
    var producer: Resource<Writer.Schema>?
    // expected-error@-1 {{an attribute cannot contain a resource: use a relationship}}
    // expected-note@-2 {{mark it @ToOne}} {{5-43=@ToOne var producer: Resource<Writer.Schema>?}}
    var mixers: [Resource<Writer.Schema>]
    // expected-error@-1 {{an attribute cannot contain resources: use a relationship}}
    // expected-note@-2 {{mark it @ToMany}} {{5-42=@ToMany var mixers: [Resource<Writer.Schema>]}}
    @Attribute @ToOne var label: Writer
    // expected-error@-1 {{a property can have only one of @Attribute, @ToOne, @ToMany and @Transient}}
    @Attribute(.readOnly, .required) var plays: Int = 0
    // expected-error@-1 {{plays is required, so it cannot have a default value: remove .required or the value}}
    @ToOne static let shared: Writer? = nil
    // expected-error@-1 {{@ToOne cannot be used on a static property, which is not a field of the resource}}
    @Attribute var length: Int { 0 }
    // expected-error@-1 {{@Attribute cannot be used on a computed property, which is not a field of the resource}}
    @Transient var cache: Int
    // expected-error@-1 {{cache is not part of the resource, so it needs an initial value}}
    #if DEBUG
    var notes: String
    // expected-error@-1 {{@Resource does not support properties inside #if}}
    #endif
    static let now = 0
}

@Resource("writers")
struct Writer {
    let id: Int
    // expected-error@-1 {{the type of id must be String, or String? if the id may be missing}}
    // expected-note@-2 {{write String}} {{13-16=String}}
    // expected-note@-3 {{write String?}} {{13-16=String?}}
    var name: String
}

@Resource("people")
struct Person {
    @Attribute("identifier") var id: String?
    // expected-error@-1 {{id is the identity of the resource, not a field}}
    // expected-note@-2 {{remove @Attribute}} {{5-45=var id: String?}}
    var type: String
    // expected-error@-1 {{a field of a resource cannot have the name "type" (JSON:API 1.1, "Fields")}}
    @Attribute("id") var number: Int
    // expected-error@-1 {{a field of a resource cannot have the name "id" (JSON:API 1.1, "Fields")}}
    var meta: String
    // expected-error@-1 {{Resource has a property meta, which would hide this field}}
    // expected-note@-2 {{rename the property to metaValue}} {{5-21=@Attribute("meta") var metaValue: String}}
    @Attribute("links") var links: String
    // expected-error@-1 {{Resource has a property links, which would hide this field}}
    @Attribute("first.name") var first: String
    // expected-error@-1 {{the name "first.name" contains a character that JSON:API does not allow: "."}}
    // expected-note@-2 {{write "first-name"}} {{16-28="first-name"}}
    @Attribute(exactly: "last name ") var last: String
    // expected-error@-1 {{the name "last name " begins or ends with a space, which JSON:API allows only in the middle}}
    // expected-note@-2 {{write "last name"}} {{25-37="last name"}}
    @Attribute(at: "address..city") var city: String
    // expected-error@-1 {{the name "" is empty}}
    @Attribute(at: "type.kind") var kind: String
    // expected-error@-1 {{a field of a resource cannot have the name "type" (JSON:API 1.1, "Fields")}}
    @Attribute("@born") var born: String
    // expected-error@-1 {{the name "@born" contains a character that JSON:API does not allow: "@"}}
    // expected-note@-2 {{write "born"}} {{16-23="born"}}
    @Attribute("") var empty: String
    // expected-error@-1 {{the name "" is empty}}
    @Attribute("name") var name: String
    // expected-note@-1 {{"name" is first declared here}}
    @Attribute("name") var nickname: String
    // expected-error@-1 {{the resource has more than one field "name"}}
    var height: Int
    // expected-note@-1 {{"height" is first declared here}}
    @ToOne("height") var parent: Writer
    // expected-error@-1 {{the resource has more than one field "height"}}
}
