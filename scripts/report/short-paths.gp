# A field for each kind of map. fallback=same gives the lines of none almost everywhere: it is in the table only.
set xrange [0:80]
set yrange [0:*]
set offsets 0, 0, graph 0.06, 0
set xlabel "length of the shortest path"
set key at screen 0.5, 0.99 center top vertical maxrows 2 noenhanced
set multiplot layout 1, 2 margins 0.08, 0.98, 0.12, 0.82 spacing 0.07
line(i) = (strstrt(line_name[i], "K = 16") ? 3 : 1) + (strstrt(line_name[i], "near") ? 1 : 0)
do for [kind in "rooms noise"] {
    # The text after the map's name stands for the same line in both fields.
    shown(i) = strstrt(line_name[i], kind) == 1 && strstrt(line_name[i], "same") == 0
    of(i, value) = shown(i) && strcol(1) eq line_name[i] ? value : NaN
    text(i) = "K = ".(line(i) > 2 ? "16" : "8").(strstrt(line_name[i], "near") ? ", near clusters left to A*" : ", HPA* alone")
    set title kind.(note eq "" ? "" : "\n".note) noenhanced textcolor rgb "black"
    if (kind eq "rooms") {
        set ylabel "mean excess over the optimum and 95 % (%)"
    } else {
        unset ylabel
        unset key
    }
    plot for [i = 1:line_count] data using (of(i, column("length"))):(column("excess, %")):(column("plus or minus")) \
        with yerrorbars linestyle line(i) + 8 pointsize 0 notitle, \
        for [i = 1:line_count] data using (of(i, column("length"))):(column("excess, %")) \
        with linespoints linestyle line(i) title shown(i) ? text(i) : ""
}
unset multiplot
