# Time against excess: the nearer to the lower left corner, the better.
# The rows of the part that is drawn; a way that did not take every map says so.
pick = "awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } "
rows = "< ".pick."NR == 1 || $at[\"drawn\"] == 1' '".data."'"
names = pick."NR > 1 && $at[\"drawn\"] == 1 { print $1 ($at[\"maps\"] == $at[\"all maps\"] ? \"\" : ". \
        "\" (\" $at[\"maps\"] \" of \" $at[\"all maps\"] \" maps)\") }' '".data."'"
way_count = int(system(names." | wc -l"))
# Those of one family have its colour, and marks of their own. (A* is in the name of HPA*, which comes later.)
families = "A* HPA* Theta* navmesh Polyanya visibility Detour"
array way[way_count]
array hue[way_count]
array sign[way_count]
array met[8] = [0, 0, 0, 0, 0, 0, 0, 0]
do for [i = 1:way_count] {
    way[i] = system(names." | sed -n ".i."p")
    hue[i] = 8
    do for [k = 1:words(families)] { if (strstrt(way[i], word(families, k)) > 0) { hue[i] = k } }
    sign[i] = mark[met[hue[i]] + 1]
    met[hue[i]] = met[hue[i]] + 1
}
# (Fewer than ten maps give no interval.)
has_interval = int(system(pick."NR > 1 && $at[\"drawn\"] == 1 && $at[\"low\"] != \"\"' '".data."' | wc -l")) > 0
of(i, value) = int($0) == i - 1 ? value : NaN
us(name) = 1e-6 * column(name)
set logscale x
set xlabel "median time of a query (log scale)"
set ylabel "mean excess over the any-angle optimum (%, square-root scale)"
set format x "%.0s %cs"
set nonlinear y via sgn(y) * sqrt(abs(y)) inverse sgn(y) * y * y
set yrange [-0.03:*]
set ytics (0, 0.1, 0.5, 1, 2, 5, 10, 20, 50, 100)
set key outside right top vertical Left reverse samplen 1 width -2
set key title "Bars: quartiles of the time".(has_interval ? ",\n95 % of the mean" : "")."\n" left
intervals = !has_interval ? "" : "for [i = 1:way_count] rows using (of(i, us('query, us'))):(column('excess any, %'))". \
    ":(column('low')):(column('high')) with yerrorbars linecolor rgb colour[hue[i]] linewidth 0.8 pointtype 0 notitle,"
plot @intervals for [i = 1:way_count] rows using (of(i, us("query, us"))):(column("excess any, %")) \
    :(us("lower quartile")):(us("upper quartile")) with xerrorbars linecolor rgb colour[hue[i]] linewidth 0.8 \
    pointtype 0 notitle, \
    for [i = 1:way_count] rows using (of(i, us("query, us"))):(column("excess any, %")) \
    with points linecolor rgb colour[hue[i]] pointtype sign[i] pointsize 1.5 title way[i]
