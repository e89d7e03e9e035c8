set logscale y 2
set ylabel "memory of the index (log scale)"
set format y "%.0f MiB"
set xtics rotate by 35 right noenhanced
set bmargin 10
set lmargin 18
unset key
plot data using 0:(column("index, MiB")):xtic(1) with impulses linestyle 1, \
    data using 0:(column("index, MiB")) with points linestyle 1
