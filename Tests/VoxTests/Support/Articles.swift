// SPDX-License-Identifier: MIT

import Vox

// Schemas for the predecessor's fixtures, which number their types.

/// What the types of a fixture end with.
protocol Suffix: Sendable {
    static var text: String { get }
}

enum NoSuffix: Suffix { static let text = "" }
enum One: Suffix { static let text = "1" }
enum Two: Suffix { static let text = "2" }
enum Three: Suffix { static let text = "3" }
enum Plural: Suffix { static let text = "s" }

struct Article<Ending: Suffix>: ResourceSchema {
    static var type: String { "articles" + Ending.text }
    let title = Attribute<String>("title")
    let descriptionText = Attribute<String>("description")
    let keywords = Attribute<[String]>("keywords")
    let customObject = Attribute<[String: String]>("customObject")
    let hint = Attribute<String>("hint")
    let rank = Attribute<Int>("rank")
    let featured = Attribute<Double>("featured")
    let dictionary = Attribute<[String: String]>("dictionary")
    let anotherDictionary = Attribute<[String: JSONValue]>("anotherDictionary")
    let numericArray = Attribute<[Int]>("numericArray")
    let arrayOfDictionaries = Attribute<[[String: String]]>("arrayOfDictionaries")
    let anotherArrayOfDictionaries = Attribute<[[String: String]]>("anotherArrayOfDictionaries")
    let optionalValue = Attribute<String>("optionalValue")
    let author = ToOne<Person<Ending>>("author")
    let coauthors = ToMany<Person<Ending>>("coauthors")
    let fans = ToMany<Person<Ending>>("fans")
}

struct Person<Ending: Suffix>: ResourceSchema {
    static var type: String { "persons" + Ending.text }
    let name = Attribute<String>("name")
    let favorite = ToOne<Article<Ending>>("favoriteArticle")
}

struct Player<Ending: Suffix>: ResourceSchema {
    static var type: String { "Player" + Ending.text }
    let titles = Attribute<[String]>("titles")
    let items = ToMany<AnyResource>("items")
}

struct Weapon<Ending: Suffix>: ResourceSchema {
    static var type: String { "Weapon" + Ending.text }
    let hint = Attribute<String>("hint")
    let shield = ToOne<Shield<Ending>>("shield")
}

struct Shield<Ending: Suffix>: ResourceSchema {
    static var type: String { "Shield" + Ending.text }
    let name = Attribute<String>("name")
}
