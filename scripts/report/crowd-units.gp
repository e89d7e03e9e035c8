# Two fields side by side, one for each queue of A*; the legend is for both.
set logscale xy
set xrange [0.9:110]
set xtics (1, 2, 5, 10, 20, 50, 100)
set yrange [0.01:1000]
set offsets 0, 0, 0, 0
set format y "%g"
set xlabel "units with one goal (log scale)"
set arrow from graph 0, first 1 to graph 1, first 1 nohead dashtype 3 linecolor rgb "#404040"
set key at screen 0.5, 0.99 center top vertical noenhanced maxrows 3
set multiplot layout 1, 2 margins 0.09, 0.98, 0.12, 0.78 spacing 0.07
do for [queue in "heap buckets"] {
    against = "A*, ".queue
    set title "against ".against.(note eq "" ? "" : "\n".note) noenhanced textcolor rgb "black"
    if (queue eq "heap") {
        set ylabel "flow field's time over A*'s (log scale)"
    } else {
        unset ylabel
        unset key
    }
    plot for [i = 1:line_count] data \
        using (strcol(1) eq line_name[i] && strcol(2) eq against ? column("units") : NaN):(column("share")) \
        with linespoints linecolor rgb colour[(i - 1) % 8 + 1] pointtype mark[(i + (i - 1) / 8 - 1) % 8 + 1] \
        linewidth 1.4 title line_name[i]
}
unset multiplot
