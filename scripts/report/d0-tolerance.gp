set logscale x
set xlabel "tolerance, a part of the optimum (log scale)"
set ylabel "paths no longer than that (%)"
set format x "10^{%L}"
set yrange [50:100]
set arrow 1 from graph 0, first 72 to graph 1, first 72 nohead linecolor rgb "#0072b2" linewidth 0.8 dashtype 3
set arrow 2 from graph 0, first 94 to graph 1, first 94 nohead linecolor rgb "#d55e00" linewidth 0.8 dashtype 3
set label 1 "published 72 %" at graph 0.32, first 70 noenhanced textcolor rgb "#0072b2"
set label 2 "published 94 %" at graph 0.32, first 91.5 noenhanced textcolor rgb "#d55e00"
plot for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] ? column("tolerance") : NaN):(column("share, %")) \
    with lines linestyle i notitle, \
    for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] ? column("tolerance") : NaN):(column("share, %")):(column("low")):(column("high")) \
    with yerrorbars linestyle i + 8 notitle, \
    for [i = 1:line_count] NaN with linespoints linestyle i title line_name[i]
