// SPDX-License-Identifier: MIT

import Testing
import VoxREST

private struct Post: ObjectSchema {
    static let keyStrategy = KeyStrategy.snakeCase
    let title = Attribute<String>("title")
    let authorName = Attribute<String>("authorName")
    let city = Attribute<String>(at: "address.city")
    let renamed = Attribute<String>("shown").written(as: "sent")
}

/// The fields and the messages about the whole, in order.
private func found(_ errors: ValidationErrors?) -> [String]? {
    errors.map { errors in
        errors.base.map { "(\($0))" }
            + errors.fields.map { "\($0.name): \($0.messages.joined(separator: ", "))" }
    }
}

private func found(_ text: String, _ decoder: ValidationErrors.Decoder, _ type: String? = nil)
    -> [String]?
{
    found(
        decoder.validationErrors(
            in: ValidationErrors.Decoder.Body(text, status: 422, contentType: type)))
}

@Suite("Validation errors")
struct ValidationTests {
    @Test(
        "MW-085 the shapes of Rails",
        arguments: [
            (
                #"{"errors": {"title": ["can't be blank", "is short"], "base": ["is full"]}}"#,
                ["(is full)", "title: can't be blank, is short"]
            ),
            (#"{"post": {"errors": {"contents": ["is short"]}}}"#, ["contents: is short"]),
            (#"{"errors": {"address.city": ["is unknown"]}}"#, ["address.city: is unknown"]),
            (#"{"errors": {"title": "can't be blank"}}"#, ["title: can't be blank"]),
            (
                #"{"errors": {"title": [{"error": "blank", "message": "is blank"}]}}"#,
                ["title: is blank"]
            ),
            (#"{"errors": ["Title is blank", "Full"]}"#, ["(Title is blank)", "(Full)"]),
            (#"{"errors": "Title can't be blank"}"#, ["(Title can't be blank)"]),
            (
                #"{"errors": [{"field": "title", "message": "is blank"}, {"message": "full"}]}"#,
                ["(full)", "title: is blank"]
            ),
            (#"{"error": "Not allowed"}"#, ["(Not allowed)"]),
            (#"{"error": {"code": 7, "message": "Not allowed"}}"#, ["(Not allowed)"]),
            (#"{"title": ["is blank"], "body": ["is low"]}"#, ["title: is blank", "body: is low"]),
        ])
    func rails(text: String, expected: [String]) {
        #expect(found(text, .rails) == expected)
        #expect(found(text, .standard) == expected)
    }

    @Test("MW-085 the shape of Laravel: dotted names, and a sentence about all")
    func laravel() {
        let text = #"""
            {"message": "The email is bad. (and 1 more error)", "errors": {
              "user.email": ["The user.email field must be an email."],
              "items.0.price": ["The price is required.", "The price is low."]}}
            """#
        let expected = [
            "user.email: The user.email field must be an email.",
            "items.0.price: The price is required., The price is low.",
        ]
        #expect(found(text, .laravel) == expected)
        #expect(found(text, .standard) == expected)
        let errors = ValidationErrors.Decoder.standard.validationErrors(
            in: ValidationErrors.Decoder.Body(text, status: 422))
        #expect(errors?.summary == "The email is bad. (and 1 more error)")
        #expect(errors?["items.0.price"] == ["The price is required.", "The price is low."])
        #expect(found(#"{"message": "Unauthenticated."}"#, .laravel) == nil)
        #expect(found(#"{"message": "x", "errors": {}}"#, .laravel) == nil)
        #expect(found(#"{"errors": {"a": ["b"]}}"#, .laravel) == nil)
    }

    @Test(
        "MW-085 the shapes of Django REST framework, nested ones and lists of objects",
        arguments: [
            (#"{"title": ["This field is required."]}"#, ["title: This field is required."]),
            (
                #"{"title": ["Bad."], "non_field_errors": ["Not unique."]}"#,
                ["(Not unique.)", "title: Bad."]
            ),
            (#"{"detail": "Not found."}"#, ["(Not found.)"]),
            (#"["Not this way."]"#, ["(Not this way.)"]),
            (
                #"{"address": {"city": ["Bad."], "geo": {"lat": ["Low.", "Odd."]}}}"#,
                ["address.city: Bad.", "address.geo.lat: Low., Odd."]
            ),
            (#"{"address": {"non_field_errors": ["Bad."]}}"#, ["address: Bad."]),
            (
                #"{"items": [{}, {"price": ["Low."]}, {"price": ["High."], "sku": ["Odd."]}]}"#,
                ["items.1.price: Low.", "items.2.price: High.", "items.2.sku: Odd."]
            ),
            (#"[{}, {"title": ["Bad."]}]"#, ["1.title: Bad."]),
            (#"{"tags": {"0": ["Bad."]}}"#, ["tags.0: Bad."]),
            (#"{"detail": "Bad.", "code": "token", "messages": [{"a": 1}]}"#, ["(Bad.)"]),
        ])
    func django(text: String, expected: [String]) {
        #expect(found(text, .django) == expected)
        #expect(found(text, .standard) == expected)
    }

    @Test("MW-085 problem details (RFC 9457): errors with pointers, or what the details say")
    func problemDetails() {
        let several = #"""
            {"type": "https://shop.example/problems/invalid", "title": "The order is not valid.",
             "errors": [
               {"detail": "must be a positive number", "pointer": "#/age"},
               {"detail": "must be red, green or blue", "pointer": "#/profile/colour"},
               {"detail": "is odd", "pointer": "#/a~1b/x%20y/%C3%A9"},
               {"detail": "is plain", "pointer": "/lines/0/sku"},
               {"detail": "is whole", "pointer": "#"},
               {"detail": "is lost", "pointer": "no pointer"},
               {"detail": "has a name", "name": "size"}]}
            """#
        let expected = [
            "(is whole)", "(is lost)", "age: must be a positive number",
            "profile.colour: must be red, green or blue", "a/b.x y.é: is odd",
            "lines.0.sku: is plain", "size: has a name",
        ]
        for type in [nil, "application/problem+json", "Application/Problem+JSON; charset=utf-8"] {
            #expect(found(several, .problemDetails, type) == expected)
            #expect(found(several, .standard, type) == expected)
        }
        let plain = #"{"type": "about:blank", "title": "x", "status": 403, "detail": "30 short"}"#
        #expect(found(plain, .problemDetails) == ["(30 short)"])
        #expect(
            found(#"{"title": "Invalid"}"#, .problemDetails, "application/problem+json")
                == ["(Invalid)"])
        #expect(
            found(
                #"{"title": "x", "status": 400, "errors": {"Title": ["is blank"]}}"#,
                .problemDetails) == ["Title: is blank"])
        #expect(
            found(
                #"{"type": "x", "title": "y", "status": 400, "#
                    + #""invalid-params": [{"name": "age", "reason": "is low"}]}"#,
                .problemDetails) == ["age: is low"])
        #expect(found(#"{"title": ["is blank"]}"#, .problemDetails) == nil)
        #expect(found(#"{"title": "a post", "body": "text"}"#, .problemDetails) == nil)
        let errors = ValidationErrors.Decoder.problemDetails.validationErrors(
            in: ValidationErrors.Decoder.Body(several, status: 422))
        #expect(errors?.summary == "The order is not valid.")
    }

    @Test(
        "MW-085 what is no report of errors, and what is hostile, gives none and fails in nothing",
        arguments: [
            "", "{", "<html>502</html>", "null", "1", #""text""#, "[]", "{}", "[[]]", "[{}]",
            #"{"errors": null}"#, #"{"errors": 5}"#, #"{"errors": {}}"#, #"{"errors": []}"#,
            #"{"errors": [1, null, {}, []]}"#,
            #"{"errors": {"a": 1, "b": {"c": {}}, "d": [null]}}"#,
            #"{"a": 1, "b": true, "c": null}"#, #"{"title": []}"#, #"{"error": 7}"#,
            #"{"status": "ok"}"#, #"{"detail": 5}"#, #"{"detail": null}"#,
            String(repeating: #"{"a":"#, count: 40) + #"["x"]"# + String(repeating: "}", count: 40),
            String(repeating: "[", count: 100_000),
        ])
    func none(text: String) {
        for type in [nil, "application/problem+json", "text/html"] {
            let body = ValidationErrors.Decoder.Body(text, status: 422, contentType: type)
            #expect(ValidationErrors.Decoder.standard.validationErrors(in: body) == nil)
            #expect(body.bytes == Array(text.utf8), "the bytes stay")
        }
    }

    @Test("MW-085 huge answers are bounded: so many messages, each so long")
    func bounds() throws {
        let many = (0..<3_000).map { #""f\#($0)": ["bad"]"# }.joined(separator: ",")
        let errors = try #require(
            ValidationErrors.Decoder.django.validationErrors(
                in: ValidationErrors.Decoder.Body("{\(many)}", status: 400)))
        #expect(errors.fields.count == ValidationErrors.maximumCount)
        #expect(errors["f999"] == ["bad"] && errors["f1000"] == [])

        let long = String(repeating: "é", count: 100_000)
        let text = #"{"errors": {"a": ["x\#(long)"], "b\#(long)": ["c"]}}"#
        let cut = try #require(
            ValidationErrors.Decoder.rails.validationErrors(
                in: ValidationErrors.Decoder.Body(text, status: 400)))
        let message = try #require(cut["a"].first)
        #expect(message.utf8.count <= ValidationErrors.maximumLength + 3)
        #expect(message.hasPrefix("xé") && message.hasSuffix("é…"))
        #expect(cut.fields.allSatisfy { $0.name.utf8.count <= ValidationErrors.maximumLength + 3 })

        let list = "[" + String(repeating: #""x","#, count: 50_000) + #""x"]"#
        #expect(
            ValidationErrors.Decoder.django.validationErrors(
                in: ValidationErrors.Decoder.Body(list, status: 400))?.base.count
                == ValidationErrors.maximumCount)
    }

    @Test(
        "MW-085 messages are sentences to be shown",
        arguments: [
            ("title", "can't be blank", "Title can't be blank"),
            ("first_name", "is short", "First name is short"),
            ("firstName", "is short", "First name is short"),
            ("first-name", "is short", "First name is short"),
            ("address.city", "is short", "Address city is short"),
            ("items.0.price", "is low", "Items 0 price is low"),
            ("title", "This field is required.", "Title: This field is required."),
            ("first_name", "The first name is required.", "The first name is required."),
            ("user.email", "The user.email is bad.", "The user.email is bad."),
            ("title", "", "Title"), ("base", "Is full", "Is full"), ("", "Is full", "Is full"),
        ])
    func sentences(field: String, message: String, sentence: String) {
        var errors = ValidationErrors()
        errors.add(message, to: field)
        #expect(errors.messages == [sentence])
    }

    @Test("MW-085 errors are found by name and by property, compared, and described")
    func asking() {
        var errors = ValidationErrors()
        #expect(errors.isEmpty && errors.description == "no errors")
        errors.add("is blank", to: "title")
        errors.add("is odd", to: "author_name")
        errors.add("is short", to: "title")
        errors.add("is unknown", to: "address.city")
        errors.add("was sent", to: "sent")
        errors.add("Closed.")
        #expect(errors[\Post.title] == ["is blank", "is short"])
        #expect(errors[\Post.authorName] == ["is odd"])
        #expect(errors[\Post.city] == ["is unknown"])
        #expect(errors[\Post.renamed] == ["was sent"])
        #expect(errors["title"] == ["is blank", "is short"] && errors["body"] == [])
        #expect(errors.base == ["Closed."])
        #expect(errors.fields.map(\.name) == ["title", "author_name", "address.city", "sent"])
        #expect(errors.description.hasPrefix("Closed.; Title is blank; Title is short; "))
        var other = ValidationErrors()
        other.add("is blank", to: "title")
        #expect(errors != other && other == other)
        var same = ValidationErrors()
        same.add("is blank", to: "title")
        #expect(other == same && other.hashValue == same.hashValue)
        same.summary = "All is lost."
        #expect(other != same)
    }

    @Test("MW-085 a shape of one's own is plugged in, before those that are known")
    func ownShape() {
        let ownErrors = ValidationErrors.Decoder { body in
            guard body.status == 400, let problems = body.json?.problems,
                problems.vox.kind == .array
            else { return nil }
            var errors = ValidationErrors()
            for problem in problems.vox.elements {
                errors.add(problem.text ?? "", to: problem.at ?? "")
            }
            return errors
        }
        let decoder = ValidationErrors.Decoder.first(ownErrors, .standard)
        let text = #"{"problems": [{"at": "title", "text": "is blank"}]}"#
        let own = decoder.validationErrors(in: ValidationErrors.Decoder.Body(text, status: 400))
        #expect(own?["title"] == ["is blank"])
        #expect(
            decoder.validationErrors(in: ValidationErrors.Decoder.Body(text, status: 422)) == nil)
        let rails = ValidationErrors.Decoder.Body(
            #"{"errors": {"title": ["is blank"]}}"#, status: 422)
        #expect(decoder.validationErrors(in: rails)?["title"] == ["is blank"])
    }
}
