set logscale xy
eval "set xtics (".one_two_five.")"
eval "set ytics (".one_two_five.")"
set format x "%.0f"
set yrange [*:45]
set xrange [*:250000]
set object rectangle from first 1e5, graph 0 to first 2e5, graph 1 behind fillcolor rgb "#ececec" fillstyle solid noborder
set label "published nodes" at first 141421, graph 0.03 center textcolor rgb "#404040"
set xlabel "nodes of the abstract graph (log scale)"
set ylabel "all-nodes over same-cluster, preparation (log scale)"
set arrow from graph 0, first 30 to graph 1, first 30 nohead dashtype 3 linecolor rgb "#404040"
set label "published: 30" at graph 0.02, first 32
plot for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] ? column("nodes") : NaN):(column("factor")) \
    with linespoints linestyle i title line_name[i], \
    for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] ? column("nodes") : NaN):(column("factor")):(sprintf("K = %d", column("K"))) \
    with labels offset 0, 1 notitle
