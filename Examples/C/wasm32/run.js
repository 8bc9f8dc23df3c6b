// SPDX-License-Identifier: MIT
// node run.js MODULE: prints what the module reads.
WebAssembly.instantiate(require("fs").readFileSync(process.argv[2])).then(({ instance }) => {
    const { memory, year_of, __heap_base } = instance.exports;
    const text = new TextEncoder().encode('{"title": "Night Trains", "year": 1994}');
    memory.grow(1); // for the text
    new Uint8Array(memory.buffer, __heap_base.value, text.length).set(text);
    console.log(year_of(__heap_base.value, text.length));
});
