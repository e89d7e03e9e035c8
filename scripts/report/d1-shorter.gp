set logscale x 2
set xlabel "width of corridors (cells, log scale)"
set ylabel "shorter than the grid's path, %"
set yrange [0:*]
plot 8 with lines linecolor rgb "#999999" linewidth 1 dashtype 2 title "published: 8 to 12 %", \
    12 with lines linecolor rgb "#999999" linewidth 1 dashtype 2 notitle, \
    for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] ? column("corridor") : NaN):(column("shorter, %")) \
    with linespoints linestyle i title line_name[i], \
    for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] ? column("corridor") : NaN):(column("shorter, %")):(column("low")):(column("high")) \
    with yerrorbars linestyle i + 8 notitle
