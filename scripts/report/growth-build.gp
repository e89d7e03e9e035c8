set logscale xy
set xlabel "vertices of the map, n (log scale)"
set ylabel "median time to build (log scale)"
set format y "%.0s %cs"
plot for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] ? column("vertices") : NaN):(1e-6 * column("median, us")) \
    with linespoints linestyle i title line_name[i]
