set logscale y
eval "set ytics (".one_two_five.")"
set ylabel "median and quartiles (log scale)"
set format y "%.0s %cs"
set xtics rotate by 35 right noenhanced
set bmargin 10
set lmargin 18
unset key
plot data using 0:(1e-6 * column("median, us")):(1e-6 * column("lower quartile")):(1e-6 * column("upper quartile")):xtic(1) \
    with yerrorbars linestyle 1
