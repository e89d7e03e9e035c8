set xlabel "length of the shortest path"
set ylabel "mean excess over the optimum (%)"
set yrange [0:*]
set offsets 0, 0, graph 0.06, 0
set xrange [0:80]
set key outside right top vertical Left reverse
# fallback=same gives the lines of none almost everywhere: it is in the table only.
shown(i) = strstrt(line_name[i], "same") == 0
plot for [i = 1:line_count] data \
    using (shown(i) && strcol(1) eq line_name[i] ? column("length") : NaN):(column("excess, %")) \
    with linespoints linecolor rgb colour[(2 * i + 2) / 3 % 8 + 1] pointtype mark[(2 * i + 2) / 3 % 8 + 1] \
    linewidth 1.4 title shown(i) ? line_name[i] : ""
