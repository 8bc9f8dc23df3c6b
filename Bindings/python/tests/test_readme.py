# SPDX-License-Identifier: MIT
"""All code on the page of the module runs: sessions of Python, programs, and the command."""

import contextlib
import doctest
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

import vox

PAGE = pathlib.Path(__file__).resolve().parent.parent / "README.md"


class Readme(unittest.TestCase):
    def test_code(self):
        found, text = [], PAGE.read_text()
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as ending:
            os.chdir(folder)
            ending.callback(os.chdir, before)
            names = {"vox": vox}
            for block in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
                line, (language, code) = text.count("\n", 0, block.start()) + 1, block.groups()
                found.append(language)
                with self.subTest(line=line):
                    self.run_block(language, code, line, names)
        self.assertEqual((found.count("sh"), found.count("python") > 15, set(found)),
                         (3, True, {"sh", "python"}))

    def run_block(self, language, code, line, names):
        if language == "sh":
            command, *arguments = shlex.split(code)
            if command == "python":
                subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
        elif ">>>" in code:
            test = doctest.DocTestParser().get_doctest(code, names, "README", str(PAGE), line)
            said = []
            result = doctest.DocTestRunner().run(test, out=said.append, clear_globs=False)
            names.update(test.globs)
            self.assertEqual(result.failed, 0, "".join(said))
        else:
            exec(compile(code, str(PAGE), "exec"), names)


if __name__ == "__main__":
    unittest.main()
