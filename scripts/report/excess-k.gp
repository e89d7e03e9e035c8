set logscale x 2
set xlabel "K, the side of a cluster (cells, log scale)"
set ylabel "mean excess over the optimum (%)"
set xtics (4, 8, 12, 16, 24, 32, 48, 64, 96, 128)
set yrange [0:*]
set offsets graph 0.03, graph 0.03, graph 0.06, 0
plot for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] ? column("K") : NaN):(column("excess, %")) \
    with lines linestyle i notitle, \
    for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] ? column("K") : NaN):(column("excess, %")):(column("low")):(column("high")) \
    with yerrorbars linestyle i + 8 notitle, \
    for [i = 1:line_count] NaN with linespoints linestyle i title line_name[i]
