set logscale xy
set xlabel "portals of the channel, n (log scale)"
set ylabel "portals looked at (log scale)"
set yrange [3:*]
plot x with lines linecolor rgb "#999999" linewidth 1 title "n", \
    x**2 / 10 with lines linecolor rgb "#999999" linewidth 1 dashtype 2 title "n^2 / 10", \
    for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] ? column("portals") : NaN):(column("scanned")) \
    with points linestyle i title line_name[i]
