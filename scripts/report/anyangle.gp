# Time against excess: the nearer to the lower left corner, the better. Bars: quartiles of the time, 95 % of the mean.
set logscale x
set xlabel "median time of a query (log scale)"
set ylabel "mean excess over the optimum under any (%)"
set format x "%.0s %cs"
set yrange [-0.3:*]
set key outside right top vertical Left reverse width -2
drawn(i) = strcol(1) eq line_name[i] && column("drawn") == 1
plot for [i = 1:line_count] data \
    using (drawn(i) ? 1e-6 * column("query, us") : NaN):(column("excess any, %")) \
    :(1e-6 * column("lower quartile")):(1e-6 * column("upper quartile")):(column("low")):(column("high")) \
    with xyerrorbars linecolor rgb colour[(i - 1) % 8 + 1] pointtype mark[(i + (i - 1) / 8 - 1) % 8 + 1] \
    linewidth 1.1 pointsize 1.2 title line_name[i]
