set logscale xy
eval "set xtics (".one_two_five.")"
eval "set ytics (".one_two_five.")"
set format "%.0f"
set xlabel "length of the shortest path (log scale)"
set ylabel "cells expanded by A* (mean, log scale)"
set key outside right top vertical Left reverse
plot for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] ? column("length") : NaN):(column("expanded")) \
    with points linestyle i title line_name[i]
