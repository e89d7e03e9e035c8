set logscale y
set xlabel "build, in the order in which they were timed"
set ylabel "time from start to end (log scale)"
set format y "%.0s %cs"
set offsets 0.5, 0.5, 0, 0
# The first command's rows come first: one a build, and so one name on the axis each.
builds = int(system(sprintf("tail -n +2 '%s' | cut -f 1 | uniq -c | head -n 1 | awk '{ print $1 }'", data)))
mark_of(i) = i > 8 ? 14 : mark[i]
set errorbars 0.6
plot data using (column("number")):(1e-3 * column("median, ms")):xtic(strcol("build")) every ::0::builds - 1 \
    with points pointtype -1 notitle, \
    for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] ? column("number") : NaN):(1e-3 * column("median, ms")) \
    with linespoints linestyle ((i - 1) % 8 + 1) pointtype mark_of(i) title line_name[i], \
    for [i = 1:line_count] data \
    using (strcol(1) eq line_name[i] ? column("number") : NaN):(1e-3 * column("median, ms")):(1e-3 * column("least")):(1e-3 * column("most")) \
    with yerrorbars linestyle ((i - 1) % 8 + 9) pointtype mark_of(i) notitle
