set logscale x 2
set logscale y
set xlabel "K, the side of a cluster (cells, log scale)"
set ylabel "time after one change (log scale)"
set format y "%.0s %cs"
set xtics (8, 16, 32, 64)
plot for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] ? column("K") : NaN):(1e-6 * column("update, us")) \
    with linespoints linestyle i title line_name[i] . ": update", \
    for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] ? column("K") : NaN):(1e-6 * column("rebuild, us")) \
    with linespoints linecolor rgb colour[i] pointtype mark[i] linewidth 1 dashtype 3 title line_name[i] . ": rebuild"
