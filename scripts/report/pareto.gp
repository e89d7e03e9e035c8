set logscale xy
set xlabel "mean time of a query (log scale)"
set ylabel "mean excess over the optimum (%, log scale)"
set format x "%.0s %cs"
set key outside right top vertical Left reverse
eval "set xtics (".one_two_five.")"
set xtics rotate by 30 right
# The other settings are left out, so that lines join those on the front.
front = "< awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == \"front\") at = i } NR == 1 || $at == 1' '".data."'"
plot for [i = 1:line_count] front \
    using (strcol(1) eq line_name[i] ? 1e-6 * column("query, us") : NaN):(column("excess, %")) \
    with linespoints linestyle i title line_name[i], \
    for [i = 1:line_count] front \
    using (strcol(1) eq line_name[i] ? 1e-6 * column("query, us") : NaN):(column("excess, %")):(strcol(2) . "/" . strcol(3)) \
    with labels font ",10" offset 0, 0.7 notitle
