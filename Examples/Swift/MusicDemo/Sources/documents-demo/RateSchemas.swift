// SPDX-License-Identifier: MIT

import Vox

// A real API: monthly exchange rates.

struct RateMonth: ResourceSchema {
    static let type = "exchange_rate_collection"
    let year = Attribute<String>("year")
    let month = Attribute<String>("month")
    let rates = ToMany<Rate>("exchange_rates")
    let files = ToMany<RateFile>("exchange_rate_files")
}

struct Rate: ResourceSchema {
    static let type = "exchange_rate"
    let country = Attribute<String>("country")
    let currency = Attribute<String>("currency_code")
    let rate = Attribute<String>("rate")
}

struct RateFile: ResourceSchema {
    static let type = "exchange_rate_file"
    let path = Attribute<String>("file_path")
    let size = Attribute<Int>("file_size")
}
