# SPDX-License-Identifier: MIT
# Bars of ratios, in groups under the name of the job. From outside: theme, data (a path that
# -bars.tsv and -heads.gp end), output, heading, processor. Bars begin at 1, on a scale of logarithms.

load "theme.gp"
bars = data . "-bars.tsv"
set datafile separator "\t"

stats bars using 1 nooutput name "row"
stats bars using 4 nooutput name "low"
stats bars using 5 nooutput name "high"
# On a processor without goals the column is empty, and there is nothing to enclose.
stats bars using 6 nooutput name "goal"
if (!exists("goal_min")) { goal_min = low_min; goal_max = high_max }
max(x, y) = x > y ? x : y
min(x, y) = x < y ? x : y
rows = -row_min
height = 115 + 22 * rows
start = min(0.7, 0.8 * min(low_min, goal_min))
end = 1.8 * max(high_max, goal_max)

set terminal svg size 900, height dynamic enhanced font "Helvetica,Arial,sans-serif,13"
set output output
set label heading at screen 0.02, screen 1 - 24.0 / height font ",16" textcolor rgb ink noenhanced
set label processor at screen 0.02, screen 1 - 44.0 / height textcolor rgb soft noenhanced
set lmargin at screen 0.48
set rmargin at screen 0.97
set tmargin 4
set bmargin 4
set yrange [-rows - 0.7 : -0.3]
set xrange [start : end]
set logscale x
set xtics (0.05, 0.1, 0.2, 0.5, "1" 1, 2, 5, 10, 20, 50, 100, 200)
set xlabel "bar: median of the pairs,  whiskers: middle half,  line: goal" \
    textcolor rgb soft
set arrow from 1, graph 0 to 1, graph 1 nohead linecolor rgb soft linewidth 1.5 back
set ytics noenhanced textcolor rgb soft

short(x) = x < 10 ? sprintf("%.2f", x) : x < 100 ? sprintf("%.1f", x) : sprintf("%.0f", x)
colour(met) = met == 1 ? good : bad

load data . "-heads.gp"
plot \
    bars using (1):1:(min(1, $3)):(max(1, $3)):($1 - 0.36):($1 + 0.36):(colour($7)) \
        with boxxyerror linecolor rgb variable fillstyle solid noborder, \
    bars using 3:1:4:5:ytic(2) with xerrorbars linecolor rgb ink pointtype -1 linewidth 1, \
    bars using 6:1:(0):(0.44) with vectors nohead linecolor rgb ink linewidth 2.5, \
    bars using 6:1:(0):(-0.44) with vectors nohead linecolor rgb ink linewidth 2.5, \
    bars using (max(1, max($5, valid(6) ? $6 : $5))):1:(short($3)) \
        with labels left offset 0.8, 0 textcolor rgb ink
