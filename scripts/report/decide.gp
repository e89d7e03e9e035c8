# Two fields above one another, one for each rule of movement; columns are the same in both.
set logscale y
eval "set ytics (".one_two_five.")"
set format y "%g"
set key outside right top vertical Left reverse
set offsets 0, 0, graph 0.06, graph 0.06
columns = int(system(sprintf("tail -n +2 '%s' | cut -f 3 | sort -n | tail -n 1", data)))
set xrange [0.5:columns + 0.5]
set arrow from graph 0, first 1 to graph 1, first 1 nohead dashtype 3 linecolor rgb "#404040"
set multiplot layout 2, 1 margins 0.11, 0.78, 0.2, 0.93 spacing 0.05
# Each method has a colour and a mark of its own, in both fields.
methods = "astar_w bfs bidir dijkstra flowfield hpa_K_=_16 hpa_K_=_32 jps, jpsplus"
under(text) = text eq "" ? "" : (text[1:1] eq " " ? "_" : text[1:1]).under(text[2:])
place_of(i) = sum [m = 1:words(methods)] (strstrt(under(line_name[i]), word(methods, m)) == 1 ? m : 0)
array place[line_count]
do for [i = 1:line_count] { place[i] = place_of(i) }
in_field(i, rule) = strstrt(line_name[i], "move ".rule) > 0 && strstrt(line_name[i], "astar, ") == 0
do for [rule in "4 8"] {
    set ylabel (rule eq "4" ? "four directions" : "eight directions").":\ntimes as fast as A*"
    if (rule eq "4") { set format x ""; set title note noenhanced textcolor rgb "#b00000" } else { set format x "%g"; unset title; set xtics rotate by 35 right noenhanced }
    plot data using (column("column")):(1):xtic(rule eq "8" ? strcol(2) : "") with dots linecolor rgb "white" notitle, \
        for [i = 1:line_count] data \
        using (in_field(i, rule) && strcol(1) eq line_name[i] ? column("column") + 0.07 * (place[i] - 5) : NaN):(column("times as fast as A*")) \
        with points linecolor rgb colour[(place[i] + 7) % 8 + 1] pointtype mark[(place[i] + place[i] / 9 + 7) % 8 + 1] linewidth 1.4 \
        title in_field(i, rule) ? line_name[i][:strstrt(line_name[i], ", move") - 1] : ""
}
unset multiplot
