# SPDX-License-Identifier: MIT
"""Documents as mappings, values that are missing, and decimals."""

import json
import pickle
import unittest
from collections.abc import Mapping
from decimal import Decimal

import vox


class Mappings(unittest.TestCase):
    def test_documents_are_mappings(self):
        with vox.parse('{"a": 1, "b": {"c": 2}}') as document:
            self.assertIsInstance(document, Mapping)
            self.assertEqual(dict(document.items())["a"], 1)
            self.assertEqual((document.get("b")["c"], document.get("x", 7)), (2, 7))
            self.assertEqual(document.value(), {"a": 1, "b": {"c": 2}})
            document.update(a=3)
            self.assertEqual(document.pop("a"), 3)
            self.assertEqual(document.write("compact"), b'{"b":{"c":2}}')

    def test_missing_values_are_lookup_errors(self):
        with vox.parse('{"a": [1]}') as document:
            for pointer in ("/b", "/a/1", "/b/c"):
                with self.assertRaises(LookupError) as raised:
                    document.at(pointer)
                self.assertIsInstance(raised.exception, vox.MissingError)
                copied = pickle.loads(pickle.dumps(raised.exception))
                self.assertEqual((type(copied), copied.pointer), (vox.MissingError, pointer))
            with self.assertRaises(vox.Error) as raised:
                document.at("b")
            self.assertNotIsInstance(raised.exception, LookupError)

    def test_decimals(self):
        text = '{"a": 0.10, "b": [1e2, 3]}'
        with vox.parse(text, parse_float=Decimal) as document:
            self.assertEqual(repr(document["a"]), "Decimal('0.10')")
            self.assertEqual(document.value(), json.loads(text, parse_float=Decimal))
            self.assertEqual(document["b"].value(), [Decimal("1e2"), 3])
            document["a"] = Decimal("123456789.123456789123456789")
            self.assertEqual(str(document["a"]), "123456789.123456789123456789")
            with self.assertRaises(ValueError):
                document["a"] = Decimal("NaN")


if __name__ == "__main__":
    unittest.main()
