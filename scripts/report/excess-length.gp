set logscale y
set yrange [0.02:*]
eval "set ytics (".one_two_five.")"
set xlabel "length of the shortest path (buckets of 64)"
set ylabel "mean excess over the optimum and 95 % (%, log scale)"
plot for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] && column("excess, %") > 0 ? column("length") : NaN):(column("excess, %")) \
    with lines linestyle i notitle, \
    for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] && column("excess, %") > 0 ? column("length") : NaN):(column("excess, %")):(column("low") > 0 ? column("low") : 1e-9):(column("high")) \
    with yerrorbars linestyle i + 8 notitle, \
    for [i = 1:line_count] NaN with linespoints linestyle i title line_name[i]
