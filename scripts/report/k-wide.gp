# A field for each map (from left to right) and quantity (from top to bottom); a line for each width.
set logscale xy
set xtics (4, 8, 16, 32, 64, 128) offset 0, 0.4 font ",10"
set xrange [3.6:145]
set offsets 0, 0, graph 0.08, graph 0.08
array quantity[5] = ["nodes", "index, MiB", "prepare, ms", "query, us", "excess, %"]
array name[5] = ["nodes", "index\n(MiB)", "preparation\n(ms)", "query\n(us)", "excess\n(%)"]
array wide[5] = ["1", "3", "6", "12", "inf"]
set ytics font ",10" offset 0.6, 0 format "%g"
set key at screen 0.5, 0.995 center top vertical maxrows 1 font ",14"
set label "K, the side of a cluster (cells); all axes logarithmic" at screen 0.5, 0.015 center font ",14"
if (note ne "") { set label note at screen 0.99, 0.015 right noenhanced textcolor rgb "#b00000" }
unset title
set multiplot layout 5, line_count columnsfirst margins 0.105, 0.99, 0.065, 0.90 spacing 0.055, 0.022
do for [i = 1:line_count] {
    do for [q = 1:5] {
        unset title
        if (q == 1) { set title line_name[i] noenhanced offset 0, -0.6 font ",14" textcolor rgb "black" }
        if (i == 1) { set ylabel name[q] offset 0.5, 0 font ",13" } else { unset ylabel }
        if (q == 5) { set format x "%g" } else { set format x "" }
        if (i > 1 || q > 1) { unset key; unset label }
        plot for [w = 1:5] data \
            using (strcol(1) eq line_name[i] && strcol("wide") eq wide[w] ? column("K") : NaN):(column(quantity[q])) \
            with linespoints linestyle w pointsize 0.5 linewidth 1.2 title "wide = ".wide[w]
    }
}
unset multiplot
