set logscale xy
set xlabel "longer than the optimum by more than (%, log scale)"
set ylabel "share of pairs (%, log scale)"
set yrange [0.2:100]
plot for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] ? column("excess, %") : NaN):(column("share of pairs, %")) \
    with fsteps linestyle i title line_name[i]
