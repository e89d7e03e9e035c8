set logscale y
set xlabel "length of the shortest path (buckets of 64)"
set ylabel "mean excess over the optimum (%, log scale)"
plot for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] && column("excess, %") > 0 ? column("length") : NaN):(column("excess, %")) \
    with linespoints linestyle i title line_name[i]
