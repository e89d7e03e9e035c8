# What all figures share. `taut report` sets data (the table as TSV), output_file, format (svg, png) and note (a line
# that must be on the figure, such as that the run was not at full size; may be empty).
if (format eq "svg") {
    set terminal svg size 900,560 dynamic enhanced font "Helvetica,Arial,sans-serif,15" background "white"
} else {
    set terminal pngcairo size 1350,840 enhanced font "Helvetica,17" linewidth 1.5 background "white"
}
set output output_file
set datafile separator tab
set datafile missing ""
set datafile columnheaders
set encoding utf8
set grid linecolor rgb "#d8d8d8" linetype 1 linewidth 0.6
set border linecolor rgb "#404040" linewidth 0.8
set tics nomirror
set key above left Left reverse horizontal noenhanced samplen 3 spacing 1.2
set errorbars 1.0
set autoscale fix
set offsets graph 0.03, graph 0.03, graph 0.06, graph 0.06
if (note ne "") { set title note noenhanced textcolor rgb "#b00000" }

# What is written at logarithmic axes that span few powers of ten: eval "set ytics (".one_two_five.")".
one_two_five = "1e-9"
do for [power = -9:9] { do for [digit in "1 2 5"] { one_two_five = one_two_five.", ".digit."e".power } }

# Eight colours that colour-blind eyes tell apart (Okabe and Ito, 2008), each with a mark and a dash of its own, for
# those who see or print none.
array colour[8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"]
array mark[8] = [7, 5, 9, 13, 6, 4, 8, 12]
array dash[8] = [1, 2, 4, 5, 1, 2, 4, 5]
do for [i = 1:8] {
    set style line i linecolor rgb colour[i] pointtype mark[i] pointsize 1.0 linewidth 1.8 dashtype dash[i]
    set style line i + 8 linecolor rgb colour[i] pointtype mark[i] pointsize 1.0 linewidth 1.1 dashtype 1 # error bars
}

# The lines of a figure: the distinct values of the table's first column, in its order.
line_count = int(system(sprintf("tail -n +2 '%s' | cut -f 1 | uniq | wc -l", data)))
array line_name[line_count]
do for [i = 1:line_count] {
    line_name[i] = system(sprintf("tail -n +2 '%s' | cut -f 1 | uniq | sed -n %dp", data, i))
}
