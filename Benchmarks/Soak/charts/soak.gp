# SPDX-License-Identifier: MIT
# Memory, descriptors and latency over time, one below the other. From outside: theme, data (a path
# that .tsv ends), output, heading.

load "theme.gp"
set datafile separator "\t"
file = data . ".tsv"
# The first line of the file names the columns.
set key autotitle columnhead
set key off
set terminal svg size 900, 560 dynamic enhanced font "Helvetica,Arial,sans-serif,13"
set output output
set grid xtics ytics linecolor rgb line linewidth 1 linetype 1
set lmargin at screen 0.08
set rmargin at screen 0.97
set yrange [0 : *]

stats file using 1 nooutput name "time"
minutes = time_max > 180
unit = minutes ? 60.0 : 1.0
set xrange [0 : time_max / unit]
# The verdict compares the last third with the middle third.
set for [i = 1:2] arrow from time_max / unit * i / 3, graph 0 to time_max / unit * i / 3, graph 1 \
    nohead linecolor rgb soft linewidth 1 dashtype 3

set multiplot
set label 1 heading at screen 0.02, screen 0.96 font ",16" textcolor rgb ink noenhanced

set tmargin at screen 0.87
set bmargin at screen 0.67
set label 2 "Resident memory, MiB" at graph 0, graph 1.1 textcolor rgb soft
set format x ""
plot file using ($1 / unit):5 with lines linewidth 2 linecolor rgb good

unset label 1
set tmargin at screen 0.60
set bmargin at screen 0.40
set label 2 "Open descriptors"
plot file using ($1 / unit):6 with lines linewidth 2 linecolor rgb good

set tmargin at screen 0.33
set bmargin at screen 0.10
set label 2 "Latency, ms"
set format x
set xlabel (minutes ? "minutes" : "seconds") textcolor rgb soft offset 0, 0.5
set key at graph 1, graph 1.22 right top horizontal samplen 2 textcolor rgb soft
plot file using ($1 / unit):4 with lines linewidth 2 linecolor rgb bad title "99th percentile", \
    file using ($1 / unit):3 with lines linewidth 2 linecolor rgb good title "median"
unset multiplot
