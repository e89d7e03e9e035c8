# Two fields side by side, each number in a box of its colour; a thick frame where the published share holds, a cross
# where line does not beat midpoint.
place(name) = sum [k = 1:line_count] (name eq line_name[k] ? k : 0)
obstacles = system(sprintf("tail -n +2 '%s' | cut -f 2 | sort -n | uniq | tr '\n' ' '", data))
position(value) = sum [k = 1:words(obstacles)] (int(word(obstacles, k)) == int(value) ? k : 0)
set palette defined (0 "#fff7ec", 0.5 "#fdbb84", 1 "#7f0000")
unset key
unset colorbox
set cbrange [0:110] # light enough for black numbers
set bmargin 4
unset grid
set offsets 0, 0, 0, 0
set xrange [0.5:words(obstacles) + 0.5]
set yrange [0.5:line_count + 0.5]
set xlabel "obstacles asked for"
set style fill solid 1.0 border rgb "white"
set for [k = 1:words(obstacles)] xtics (word(obstacles, k) k)
set ytics (line_name[1] 1)
do for [k = 2:line_count] {
    set ytics add (line_name[k] k)
}
set multiplot layout 1, 2 title "frame: the published share is in the 95 % interval; cross: line does not beat midpoint".(note eq "" ? "" : "\n".note) noenhanced
set title "midpoint: optimal, %  (published 72)" noenhanced textcolor rgb "black"
set ylabel "radius of obstacles (pixels)"
do for [rule in "midpoint line"] {
    share = rule." optimal, %"
    holds = rule eq "midpoint" ? "72 % holds" : "94 % holds"
    if (rule eq "line") {
        set title "line: optimal, %  (published 94)" noenhanced textcolor rgb "black"
        unset ylabel
    }
    plot data using (position(column("obstacles"))):(place(strcol(1))):(0.5):(0.5):(100 - column(share)) \
        with boxxyerror fillcolor palette, \
        data using (strcol(holds) eq "yes" ? position(column("obstacles")) : NaN):(place(strcol(1))):(0.44):(0.44) \
        with boxxyerror fillstyle empty border rgb "#0072b2" linewidth 3, \
        data using (position(column("obstacles"))):(place(strcol(1))):(sprintf("%.0f", column(share))) \
        with labels font ",12" textcolor rgb "black", \
        data using (strcol("line beats midpoint") eq "no" ? position(column("obstacles")) : NaN):(place(strcol(1))) \
        with points pointtype 2 pointsize 2.5 linecolor rgb "#000000"
}
unset multiplot
