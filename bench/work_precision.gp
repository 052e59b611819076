# gnuplot bench/work_precision.gp, in the source folder: bench/work_precision.svg from bench/work_precision.csv
set terminal svg size 640,420 font "sans,12"
set output "bench/work_precision.svg"
set datafile separator ","
set logscale xy
set yrange [1000:100000]
set xlabel "error, % of the response (rms)"
set ylabel "simulated seconds per second, one core"
set title "Sphere in an irregular sea, convolution: work against precision"
set key bottom left
plot for [m in "rk4 dopri5 'dopri5 free' implicit"] "bench/work_precision.csv" \
  using (strcol(1) eq m ? $5 : 1/0):3 with linespoints pointtype 7 title m eq "dopri5 free" ? "dopri5, steps up to 2 s" : m
