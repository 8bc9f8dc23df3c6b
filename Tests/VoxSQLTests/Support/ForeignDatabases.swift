// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

/// Databases as other programs make them, with the forms of well-known examples.
enum ForeignDatabase: String, CaseIterable {
    /// A record shop in SQLite: names in capitals, lengths, and tables that refer to themselves.
    case shop
    /// A rental in SQLite: lists of values, views, keys of several columns, days and decimals.
    case rental
    /// An archive in PostgreSQL: enumerations, arrays, UUIDs, domains, schemas and comments.
    case archive

    var kind: TestDatabase { self == .archive ? .postgreSQL : .sqlite }

    /// The statements that create the tables. `other` is another schema, outside of the search path.
    func statements(other: String) -> [String] {
        let text =
            switch self {
            case .shop: Self.shopTables
            case .rental: Self.rentalTables
            case .archive: Self.archiveTables.replacing("OTHER", with: other)
            }
        return text.split(separator: ";\n").map(String.init)
    }

    private static let shopTables = """
        CREATE TABLE [Artist] ([ArtistId] INTEGER NOT NULL PRIMARY KEY, [Name] NVARCHAR(120));
        CREATE TABLE [Album] ([AlbumId] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
            [Title] NVARCHAR(160) NOT NULL, [ArtistId] INTEGER NOT NULL,
            FOREIGN KEY ([ArtistId]) REFERENCES [Artist] ([ArtistId]) ON DELETE NO ACTION);
        CREATE TABLE [Employee] ([EmployeeId] INTEGER NOT NULL,
            [LastName] NVARCHAR(20) NOT NULL, [FirstName] NVARCHAR(20) NOT NULL,
            [ReportsTo] INTEGER, [BirthDate] DATETIME, [HireDate] DATE, [Email] NVARCHAR(60) UNIQUE,
            CONSTRAINT [PK_Employee] PRIMARY KEY ([EmployeeId]),
            FOREIGN KEY ([ReportsTo]) REFERENCES [Employee] ([EmployeeId]));
        CREATE TABLE [Customer] ([CustomerId] INTEGER NOT NULL PRIMARY KEY,
            [FirstName] NVARCHAR(40) NOT NULL, [Company] NVARCHAR(80), [PostalCode] NVARCHAR(10),
            [Email] NVARCHAR(60) NOT NULL, [SupportRepId] INTEGER REFERENCES [Employee]);
        CREATE TABLE [Genre] ([GenreId] INTEGER NOT NULL PRIMARY KEY, [Name] NVARCHAR(120));
        CREATE TABLE [MediaType] ([MediaTypeId] INTEGER NOT NULL PRIMARY KEY, [Name] NVARCHAR(120));
        CREATE TABLE [Track] ([TrackId] INTEGER NOT NULL PRIMARY KEY, [Name] NVARCHAR(200) NOT NULL,
            [AlbumId] INTEGER, [MediaTypeId] INTEGER NOT NULL, [GenreId] INTEGER,
            [Composer] NVARCHAR(220), [Milliseconds] INTEGER NOT NULL, [Bytes] INTEGER,
            [UnitPrice] NUMERIC(10,2) NOT NULL,
            FOREIGN KEY ([AlbumId]) REFERENCES [Album] ([AlbumId]),
            FOREIGN KEY ([GenreId]) REFERENCES [Genre] ([GenreId]),
            FOREIGN KEY ([MediaTypeId]) REFERENCES [MediaType] ([MediaTypeId]));
        CREATE TABLE [Invoice] ([InvoiceId] INTEGER NOT NULL PRIMARY KEY,
            [CustomerId] INTEGER NOT NULL REFERENCES [Customer] ([CustomerId]),
            [InvoiceDate] DATETIME NOT NULL, [BillingCity] NVARCHAR(40),
            [Total] NUMERIC(10,2) NOT NULL);
        CREATE TABLE [InvoiceLine] ([InvoiceLineId] INTEGER NOT NULL PRIMARY KEY,
            [InvoiceId] INTEGER NOT NULL REFERENCES [Invoice] ([InvoiceId]),
            [TrackId] INTEGER NOT NULL REFERENCES [Track] ([TrackId]),
            [UnitPrice] NUMERIC(10,2) NOT NULL, [Quantity] INTEGER NOT NULL);
        CREATE TABLE [Playlist] ([PlaylistId] INTEGER NOT NULL PRIMARY KEY, [Name] NVARCHAR(120));
        CREATE TABLE [PlaylistTrack] ([PlaylistId] INTEGER NOT NULL, [TrackId] INTEGER NOT NULL,
            CONSTRAINT [PK_PlaylistTrack] PRIMARY KEY ([PlaylistId], [TrackId]),
            FOREIGN KEY ([PlaylistId]) REFERENCES [Playlist] ([PlaylistId]),
            FOREIGN KEY ([TrackId]) REFERENCES [Track] ([TrackId]));
        CREATE INDEX [IFK_AlbumArtistId] ON [Album] ([ArtistId]);
        INSERT INTO [Artist] VALUES (1, 'Ann');
        INSERT INTO [Album] VALUES (1, 'One', 1);
        INSERT INTO [Employee] VALUES (1, 'A', 'B', NULL, '1962-02-18 00:00:00', '2002-08-14', NULL);
        INSERT INTO [Employee] VALUES (2, 'C', 'D', 1, NULL, '2002-08-14 00:00:00', NULL);
        INSERT INTO [Playlist] VALUES (1, 'Best');
        INSERT INTO [MediaType] VALUES (1, 'Tape');
        INSERT INTO [Track] VALUES (1, 'First', 1, 1, NULL, NULL, 1000, NULL, 0.99);
        INSERT INTO [PlaylistTrack] VALUES (1, 1)
        """

    private static let rentalTables = """
        CREATE TABLE country (country_id INTEGER PRIMARY KEY, country VARCHAR(50) NOT NULL,
            last_update TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP);
        CREATE TABLE city (city_id INTEGER PRIMARY KEY, city TEXT NOT NULL,
            country_id INT NOT NULL REFERENCES country (country_id) ON UPDATE CASCADE,
            UNIQUE (city, country_id));
        CREATE TABLE language (language_id SMALLINT NOT NULL PRIMARY KEY, name CHAR(20) NOT NULL);
        CREATE TABLE film (film_id INTEGER PRIMARY KEY, title VARCHAR(255) NOT NULL,
            release_year VARCHAR(4), language_id SMALLINT NOT NULL REFERENCES language (language_id),
            rental_rate DECIMAL(4,2) DEFAULT 4.99 NOT NULL CHECK (rental_rate >= 0),
            rating VARCHAR(10) DEFAULT 'G', special TEXT, is_new BOOLEAN NOT NULL DEFAULT 1,
            "default" TEXT, price_class TEXT GENERATED ALWAYS AS (
                CASE WHEN rental_rate > 2 THEN 'dear' ELSE 'cheap' END) VIRTUAL,
            CONSTRAINT special_rating CHECK (rating IN ('G', 'PG', 'PG-13', 'R', 'NC-17', 'init')),
            CHECK (special IS NULL OR special IN ('it''s', '', 'Größe
        2')));
        CREATE TABLE actor (actor_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL,
            picture BLOB, starts TIME, pair INTEGER REFERENCES actor (actor_id),
            rival INTEGER REFERENCES actor (actor_id));
        CREATE TABLE film_actor (actor_id INT NOT NULL REFERENCES actor (actor_id),
            film_id INT NOT NULL REFERENCES film (film_id),
            last_update TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP CHECK (last_update > '2000'),
            PRIMARY KEY (actor_id, film_id));
        CREATE TABLE store (store_id INTEGER PRIMARY KEY, manager_staff_id INT NOT NULL
            REFERENCES staff (staff_id) DEFERRABLE INITIALLY DEFERRED, lock_version INT NOT NULL DEFAULT 0);
        CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, username TEXT NOT NULL UNIQUE,
            role TEXT NOT NULL CHECK ("role" IN ('clerk', 'In_Charge', 'manager')),
            store_id INT REFERENCES store (store_id), active SMALLINT NOT NULL DEFAULT 1);
        CREATE TABLE inventory (inventory_id INTEGER PRIMARY KEY,
            film_id INT NOT NULL REFERENCES film (film_id),
            store_id INT NOT NULL REFERENCES store (store_id));
        CREATE TABLE "rental" (rental_id INTEGER PRIMARY KEY, "due-on" DATE NOT NULL,
            rented_at DATETIME NOT NULL, inventory_id INT REFERENCES inventory (inventory_id)
            ON DELETE SET NULL, status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'done')),
            Version INTEGER NOT NULL DEFAULT 1, CHECK (rented_at <= "due-on"));
        CREATE TABLE "Order Details" (rental_id INT REFERENCES rental (rental_id),
            film_id INT REFERENCES film (film_id), quantity INT NOT NULL,
            PRIMARY KEY (rental_id, film_id));
        CREATE TABLE region (code TEXT PRIMARY KEY NOT NULL, name TEXT COLLATE NOCASE
            CHECK (name IN ('north', 'south')));
        CREATE TABLE shipper (shipper_id INTEGER PRIMARY KEY, region TEXT REFERENCES region (code),
            username TEXT REFERENCES staff (username), staff TEXT REFERENCES staff (staff_id));
        CREATE TABLE profile (staff_id INTEGER PRIMARY KEY REFERENCES staff (staff_id), about TEXT);
        CREATE TABLE log (message TEXT);
        CREATE VIEW film_list AS SELECT film_id, title FROM film;
        INSERT INTO country (country_id, country) VALUES (1, 'Peru');
        INSERT INTO city VALUES (1, 'Lima', 1);
        INSERT INTO rental ("due-on", rented_at) VALUES ('2024-02-29', '2024-02-01T10:00:00Z');
        INSERT INTO language VALUES (1, 'Quechua');
        INSERT INTO film (title, language_id, rating) VALUES ('One', 1, 'PG-13')
        """

    private static let archiveTables = """
        CREATE TYPE mood AS ENUM ('calm', 'Very Loud', 'self');
        CREATE DOMAIN percent AS smallint NOT NULL CHECK (VALUE BETWEEN 0 AND 100);
        CREATE TABLE OTHER.country (id integer PRIMARY KEY);
        CREATE TABLE collection (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text NOT NULL,
            parent_id uuid REFERENCES collection (id), tags text[] NOT NULL DEFAULT '{}',
            country_id integer REFERENCES OTHER.country (id));
        COMMENT ON TABLE collection IS 'Where items are.
        The second line.';
        COMMENT ON COLUMN collection.tags IS 'Words, each once.';
        CREATE TABLE person (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            email varchar(254) NOT NULL UNIQUE DEFERRABLE, handle text UNIQUE, born date,
            seen timestamptz, token uuid, mood mood NOT NULL DEFAULT 'calm', shift time,
            row_number bigint GENERATED ALWAYS AS IDENTITY, version integer NOT NULL DEFAULT 1);
        CREATE TABLE item (id serial PRIMARY KEY, title varchar(80) NOT NULL,
            status varchar(10) NOT NULL DEFAULT 'open',
            price numeric(10,2), weight real, amount numeric, share percent, data jsonb,
            doubled numeric GENERATED ALWAYS AS (price * 2) STORED, search tsvector,
            acquired date NOT NULL, loaned_on timestamp, collection_id uuid NOT NULL
            REFERENCES collection (id), owner bigint REFERENCES person (id),
            size text CHECK (size = 'A4'), note text,
            CONSTRAINT item_status CHECK (status IN ('open', 'in review', 'it''s, done')),
            CONSTRAINT item_note CHECK (note <> 'open'), UNIQUE (title, acquired));
        ALTER TABLE item ADD CONSTRAINT later CHECK (note IN ('a', 'b')) NOT VALID;
        CREATE TABLE item_person (item_id integer REFERENCES item (id),
            person_id bigint REFERENCES person (id), PRIMARY KEY (item_id, person_id));
        CREATE TABLE friendship (a bigint REFERENCES person (id), b bigint REFERENCES person (id),
            PRIMARY KEY (b, a));
        CREATE TABLE box (shelf integer, number integer, PRIMARY KEY (shelf, number));
        CREATE TABLE box_label (id serial PRIMARY KEY, shelf integer, number integer,
            text character(5), FOREIGN KEY (shelf, number) REFERENCES box (shelf, number));
        CREATE TABLE kind (code mood PRIMARY KEY, label text);
        CREATE TABLE price_step (id numeric(8) PRIMARY KEY, amount double precision);
        CREATE TABLE event (id bigint PRIMARY KEY, kind mood REFERENCES kind (code),
            at timestamptz NOT NULL DEFAULT now(), moods mood[], days date[]);
        CREATE TABLE scan (id bigserial, taken date NOT NULL, item_id integer REFERENCES item (id),
            PRIMARY KEY (id, taken)) PARTITION BY RANGE (taken);
        CREATE TABLE scan_2024 PARTITION OF scan FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
        CREATE TABLE file (id text PRIMARY KEY, body bytea NOT NULL);
        CREATE VIEW open_item AS SELECT * FROM item WHERE status = 'open';
        CREATE MATERIALIZED VIEW item_count AS SELECT count(*) FROM item;
        INSERT INTO collection (id, name) VALUES ('123e4567-e89b-12d3-a456-426614174000', 'One');
        INSERT INTO person (email, born) VALUES ('a@b.example', '1990-02-28');
        INSERT INTO item (title, price, acquired, collection_id, share)
            VALUES ('Map', 1.10, '2024-02-29', '123e4567-e89b-12d3-a456-426614174000', 7)
        """
}

#endif
