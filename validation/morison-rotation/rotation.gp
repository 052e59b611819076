# gnuplot rotation.gp: rotation.csv -> rotation.svg
set datafile separator ','
set terminal svg size 720,420 font 'sans,13' background 'white'
set output 'rotation.svg'
set xlabel 'direction of the flow [deg]'
set ylabel 'magnitude of the force [N]'
set xrange [0:360]
set yrange [500:750]
set xtics 45
set grid
set key bottom right
plot 'rotation.csv' every ::1 using 1:4 with lines lw 2 lc rgb '#c44e00' title 'option 1: body axes', \
     'rotation.csv' every ::1 using 1:7 with lines lw 2 lc rgb '#1f5fa8' title 'option 2: normal and tangential', \
     553.553391 with lines dt 2 lc rgb '#888888' title '250 sqrt(2) + 200 N'
