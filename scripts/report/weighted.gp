# Two fields above one another with one axis of w; the legend is for both. Lines without buffers are in the table only.
set logscale xy
set xrange [0.98:10.4]
set xtics (1, 1.1, 1.2, 1.5, 2, 3, 5, 10)
set offsets 0, 0, 0, 0
shown(i) = strstrt(line_name[i], "reuse") == 0
last = 0
do for [i = 1:line_count] { if (shown(i)) { last = last + 1 } }
array place[line_count]
place[1] = 1
do for [i = 2:line_count] { place[i] = place[i - 1] + (shown(i) ? 1 : 0) }
of(i, value) = shown(i) && strcol(1) eq line_name[i] ? value : NaN
set key at screen 0.5, 0.99 center top horizontal noenhanced maxrows 2
set multiplot
if (note ne "") { set label note at screen 0.5, 0.885 center noenhanced textcolor rgb "#b00000" }
unset title
set lmargin at screen 0.11
set rmargin at screen 0.98
set tmargin at screen 0.86
set bmargin at screen 0.50
set format x ""
set ylabel "times as fast as w = 1\n(log scale)"
set ytics add (1, 2, 5, 10, 20, 50, 100)
plot for [i = 1:line_count] data using (of(i, column("w"))):(column("times faster")) \
    with lines linestyle (place[i] - 1) % 8 + 1 notitle, \
    for [i = 1:line_count] data using (of(i, column("w"))):(column("times faster")):(column("low")):(column("high")) \
    with yerrorbars linestyle (place[i] - 1) % 8 + 9 notitle, \
    for [i = 1:line_count] NaN with linespoints linestyle (place[i] - 1) % 8 + 1 title shown(i) ? line_name[i] : ""
unset key
unset label
set tmargin at screen 0.46
set bmargin at screen 0.10
set format x "%g"
set xlabel "w, how much the heuristic counts (log scale)"
set ylabel "excess over the optimum\n(mean, %, log scale)"
set ytics auto
set yrange [0.01:1000]
set label "w - 1, the bound" at 3.2, 400 center textcolor rgb "#404040"
plot for [i = 1:line_count] data using (of(i, column("w"))):(column("excess, %")) \
    with lines linestyle (place[i] - 1) % 8 + 1 notitle, \
    for [i = 1:line_count] data using (of(i, column("w"))):(column("excess, %")):(column("excess low")):(column("excess high")) \
    with yerrorbars linestyle (place[i] - 1) % 8 + 9 notitle, \
    100 * (x - 1) with lines dashtype 3 linecolor rgb "#404040" notitle
unset multiplot
