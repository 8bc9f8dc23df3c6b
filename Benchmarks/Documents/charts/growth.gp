# SPDX-License-Identifier: MIT
# Speed over size. From outside: theme, data (a path that .tsv ends), output,
# processor.

load "theme.gp"
set datafile separator "\t"
set terminal svg size 900, 480 dynamic enhanced font "Helvetica,Arial,sans-serif,13"
set output output
set label "Parsing compound documents of growing size, MB/s" at screen 0.02, screen 0.95 \
    font ",16" textcolor rgb ink
set label processor at screen 0.02, screen 0.9 textcolor rgb soft noenhanced
set tmargin 5
set key outside right top reverse Left samplen 2 textcolor rgb ink
set logscale xy
set xrange [1e3 : 2e8]
set yrange [5 : *]
set xtics ("1 kB" 1e3, "10 kB" 1e4, "100 kB" 1e5, "1 MB" 1e6, "10 MB" 1e7, "100 MB" 1e8)
set grid ytics linecolor rgb line
set bmargin 3
set lmargin 9

file = data . ".tsv"
# Columns and names, as documents-bench writes them, and colours that do on both pages.
columns = "3 6 7 2 4 8 10"
names = '"Vox lazy" yyjson simdjson "Vox eager" "yajl, no tree" RapidJSON JSONSerialization'
colours = "#2a9d8f #b083f0 #8957e5 #d9622b #8b949e #c9a227 #d1477a"
plot for [i = 1:words(columns)] file using 1:(column(int(word(columns, i)))) \
    with linespoints linewidth 2 pointtype 7 pointsize 0.35 linecolor rgb word(colours, i) \
    title word(names, i)
