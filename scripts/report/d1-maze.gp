# Rows of y downwards, cells as squares.
set size ratio -1
unset grid
set offsets 0, 0, 0, 0
set xrange [0:15]
set yrange [13:0]
set xtics 1
set ytics 1
set key outside below Left reverse horizontal
is(name) = strcol("piece") eq name
plot data using (is("wall") ? (column("x") + column("to_x")) / 2 : NaN):((column("y") + column("to_y")) / 2):(0.5):(0.5) \
    with boxxyerror fillstyle solid 1.0 noborder fillcolor rgb "#b8b8b8" title "wall", \
    data using (is("the code prints") ? column("x") : NaN):(column("y")):(column("to_x") - column("x")):(column("to_y") - column("y")) \
    with vectors nohead linestyle 1 title "the code prints", \
    data using (is("the text prints") ? column("x") : NaN):(column("y")):(column("to_x") - column("x")):(column("to_y") - column("y")) \
    with vectors nohead linestyle 3 title "the text prints", \
    data using (is("of it in walls") ? column("x") : NaN):(column("y")):(column("to_x") - column("x")):(column("to_y") - column("y")) \
    with vectors nohead linecolor rgb "#d55e00" linewidth 6 title "of it in walls", \
    data using (is("the text prints") ? column("x") : NaN):(column("y")) with points linestyle 3 notitle, \
    data using (is("the text prints") ? column("to_x") : NaN):(column("to_y")) with points linestyle 3 notitle
