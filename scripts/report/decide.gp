set logscale y
set ylabel "mean time of a query (log scale)"
set format y "%.0s %cs"
set xtics rotate by 35 right noenhanced
set bmargin 9
set lmargin 14
set key outside right top vertical Left reverse
plot for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] ? column("column") : NaN):(1e-6 * column("query, us")) \
    with points linecolor rgb colour[(i - 1) % 8 + 1] pointtype mark[(i + (i - 1) / 8 - 1) % 8 + 1] \
    linewidth 1.2 title line_name[i], \
    data using (column("column")):(1e-6 * column("query, us")):xtic(2) with dots linecolor rgb "white" notitle
