# SPDX-License-Identifier: MIT
# Bars of ratios, in groups under the name of the job. From outside: theme, data (a path that
# -bars.tsv and -heads.tsv end), output, heading, base (where bars begin; 1: on a scale of
# logarithms), last (the end of the scale).

load "theme.gp"
bars = data . "-bars.tsv"
heads = data . "-heads.tsv"
set datafile separator "\t"

stats bars using 1 nooutput
rows = STATS_records ? -STATS_min : 1
first = base == 0 ? 0 : 0.05

set terminal svg size 900, 95 + 22 * rows dynamic enhanced font "Helvetica,Arial,sans-serif,13"
set output output
set lmargin at screen 0.34
set rmargin at screen 0.95
set title heading font ",16" at screen 0.02, screen 1 - 24.0 / (95 + 22 * rows)
set tmargin 3
set bmargin 4
set yrange [-rows - 0.7 : -0.3]
set xrange [first : last]
if (base == 1) {
    set logscale x
    set xtics (0.1, 0.2, 0.5, "1" 1, 2, 5, 10, 20, 50, 100, 200)
}
set xlabel "bar: median of pairs, with the middle half of them;  upright line: the goal" \
    textcolor rgb soft
set arrow from 1, graph 0 to 1, graph 1 nohead linecolor rgb soft linewidth 1.5 back
set ytics scale 0 textcolor rgb ink

short(x) = x < 10 ? sprintf("%.2f", x) : x < 100 ? sprintf("%.1f", x) : sprintf("%.0f", x)
rgb_of(name) = int(sprintf("%d", int("0x" . name[2:])))
colour(met) = met ? rgb_of(good) : rgb_of(bad)

plot \
    bars using (base):1:(base < $3 ? base : $3):(base < $3 ? $3 : base):($1 - 0.36):($1 + 0.36):(colour($7)) \
        with boxxyerror linecolor rgb variable fillstyle solid noborder, \
    bars using 3:1:4:5:ytic(2) with xerrorbars linecolor rgb ink pointtype -1 linewidth 1, \
    bars using 6:1:(0):(0.44) with vectors nohead linecolor rgb ink linewidth 2.5, \
    bars using 6:1:(0):(-0.44) with vectors nohead linecolor rgb ink linewidth 2.5, \
    bars using ($5 > $6 ? $5 : $6):1:(short($3)) with labels left offset 0.8, 0 textcolor rgb ink, \
    heads using (first):1:2 with labels left offset -37, 0 textcolor rgb ink font ":Bold" noenhanced
