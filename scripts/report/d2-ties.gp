# Two fields side by side: what A* expands, and HPA*'s gain against it. One point a way of breaking ties.
array way[4] = ["large-g", "published", "index", "small-g"]
position(style, tie) = style eq "published" ? 2 : tie eq "large-g" ? 1 : tie eq "index" ? 3 : 4
from(interval) = real(interval)
to(interval) = real(interval[strstrt(interval, "to ") + 3:])
set logscale y
set xrange [0.5:4.5]
set offsets 0, 0, graph 0.06, graph 0.06
set xtics ("large-g" 1, "published" 2, "index" 3, "small-g" 4)
set xlabel "of equal f, A* takes first"
set format y "%.0f"
eval "set ytics (".one_two_five.")"
set key at screen 0.5, 0.99 center top vertical maxrows 1 noenhanced
set multiplot layout 1, 2 margins 0.115, 0.98, 0.12, 0.88 spacing 0.1
aside(i) = position(strcol("style"), strcol("tie")) + 0.14 * (i - 0.5 * (line_count + 1))
mine(i, value) = strcol(1) eq line_name[i] ? value : NaN
set title note noenhanced textcolor rgb "#b00000"
set ylabel "cells expanded by A* (mean, log scale)"
plot for [i = 1:line_count] data using (aside(i)):(mine(i, column("expanded"))) with points linestyle i title line_name[i]
unset key
unset title
set ylabel "A*'s time over HPA*'s (mean and 95 %, log scale)"
plot for [i = 1:line_count] data \
    using (aside(i)):(mine(i, column("gain"))):(from(strcol("gain 95 %"))):(to(strcol("gain 95 %"))) \
    with yerrorbars linestyle i + 8 notitle, \
    for [i = 1:line_count] data using (aside(i)):(mine(i, column("gain"))) with points linestyle i notitle
unset multiplot
