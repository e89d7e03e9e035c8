# One bar a reading, from the top in the table's order: the shares of paths that are invalid, longer, and the funnel's.
unset key
set key above center horizontal noenhanced samplen 2
set xlabel "share of paths, %"
set xrange [0:100]
set yrange [line_count + 0.7:0.3]
set offsets 0, 0, 0, 0
set style fill solid 1.0 border rgb "white"
set lmargin 37
set ytics scale 0
unset grid
set ytics (line_name[1] 1) font ",12" noenhanced
do for [k = 2:line_count] {
    set ytics add (line_name[k] k)
}
plot data using (0):($0 + 1):(0):(column("same length, %")):($0 + 0.6):($0 + 1.4) with boxxyerror \
    linecolor rgb colour[1] title "the funnel's length", \
    data using (0):($0 + 1):(column("same length, %")):(column("same length, %") + column("longer, %")):($0 + 0.6):($0 + 1.4) \
    with boxxyerror linecolor rgb colour[5] title "longer", \
    data using (0):($0 + 1):(column("same length, %") + column("longer, %")):(100):($0 + 0.6):($0 + 1.4) \
    with boxxyerror linecolor rgb colour[2] title "invalid"
