set logscale xy
set xlabel "mean time of a query (log scale)"
set ylabel "mean excess over the optimum (%, log scale)"
set format x "%.0s %cs"
set key outside right top vertical Left reverse
on_front(i) = strcol(1) eq line_name[i] && column("front") == 1
plot for [i = 1:line_count] data \
    using (on_front(i) ? 1e-6 * column("query, us") : NaN):(column("excess, %")) \
    with points linestyle i title line_name[i], \
    for [i = 1:line_count] data \
    using (on_front(i) ? 1e-6 * column("query, us") : NaN):(column("excess, %")):(strcol(2) . "/" . strcol(3)) \
    with labels font ",9" offset 0, 0.7 notitle
