# Each method a little aside, so that no bar hides another.
set logscale y
set ylabel "units from which a flow field is cheaper\n(median and quartiles of crowds, log scale)"
set xtics rotate by 35 right noenhanced
set bmargin 9
set lmargin 14
set key above noenhanced
set arrow from graph 0, first 100 to graph 1, first 100 nohead dashtype 3 linecolor rgb "#404040"
aside(i) = column("column") + 0.2 * (i - 0.5 * (line_count + 1))
mine(i, value) = strcol(1) eq line_name[i] ? value : NaN
plot data using (column("column")):(1):xtic(strcol("map")) with dots linecolor rgb "white" notitle, \
    for [i = 1:line_count] data \
    using (aside(i)):(mine(i, column("median"))):(column("lower quartile")):(column("upper quartile")) \
    with yerrorbars linestyle i + 8 notitle, \
    for [i = 1:line_count] data using (aside(i)):(mine(i, column("median"))) \
    with points linestyle i title "against ".line_name[i]
