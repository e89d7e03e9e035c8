set logscale x 2
set logscale y
set xlabel "side of the map (cells, log scale)"
set ylabel "mean time of a query (log scale)"
set format y "%.0s %cs"
plot for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] ? column("side") : NaN):(1e-6 * column("query, us")) \
    with lines linestyle i notitle, \
    for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] ? column("side") : NaN):(1e-6 * column("query, us")):(1e-6 * column("low")):(1e-6 * column("high")) \
    with yerrorbars linestyle i + 8 notitle, \
    for [i = 1:line_count] NaN with linespoints linestyle i title line_name[i]
